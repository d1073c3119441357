import type { Language } from '../../i18n/index.js';

/** `1, 2, and 4`, in the language's style. */
export function listed(lang: Language, parts: readonly (string | number)[]): string {
  return new Intl.ListFormat(lang, { type: 'conjunction' }).format(parts.map(String));
}

/** A list of quoted words, with quotation marks that both languages use. */
export function quoted(lang: Language, words: readonly string[]): string {
  return listed(
    lang,
    words.map((word) => `“${word}”`),
  );
}
