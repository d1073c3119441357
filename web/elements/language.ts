import { hasDictionary, loadDictionary, type Language } from '../i18n/index.js';

/** The language of an element: its own, else that of what it stands in. */
export function languageOf(element: HTMLElement): Language {
  const named = element.lang || element.parentElement?.closest('[lang]')?.getAttribute('lang');
  return named?.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

/**
 * Updates an element once it has its texts; without them, when they cannot be had, so that it can say so. To be put
 * around what an element does when it is time to update.
 */
export function whenSpoken(element: HTMLElement, update: () => void): void | Promise<void> {
  const language = languageOf(element);
  if (hasDictionary(language)) return update();
  return loadDictionary(language).then(update, update);
}
