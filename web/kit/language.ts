import { hasDictionary, loadDictionary, type Language } from '../i18n/index.js';

/** The language of an element: its own, else that of the surrounding element. */
export function languageOf(element: HTMLElement): Language {
  const named = element.lang || element.parentElement?.closest('[lang]')?.getAttribute('lang');
  return named?.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

/**
 * Updates an element once its texts are loaded, or without them if loading fails, so that it can report this. Wraps
 * an element's `scheduleUpdate`.
 */
export function whenSpoken(element: HTMLElement, update: () => void): void | Promise<void> {
  const language = languageOf(element);
  if (hasDictionary(language)) return update();
  return loadDictionary(language).then(update, update);
}
