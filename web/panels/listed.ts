import type { Language } from '../i18n/index.js';

/** `1, 2, and 4`, as the language has it. */
export function listed(lang: Language, parts: readonly (string | number)[]): string {
  return new Intl.ListFormat(lang, { type: 'conjunction' }).format(parts.map(String));
}

/** Words as words: both languages put them between the same marks. */
export function quoted(lang: Language, words: readonly string[]): string {
  return listed(
    lang,
    words.map((word) => `“${word}”`),
  );
}
