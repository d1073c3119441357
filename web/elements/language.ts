import type { Language } from './state.js';

/** The language of an element: its own, else that of what it stands in. */
export function languageOf(element: HTMLElement): Language {
  const named = element.lang || element.parentElement?.closest('[lang]')?.getAttribute('lang');
  return named?.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}
