// Terms of the course in a text, by the words of its language.

import type { Language } from '../../../../i18n/index.js';
import { texts as en } from './en';
import { TERMS, type GlossaryTexts, type TermName, type TermWords } from './terms';
import { texts as zh } from './zh';

export const glossaryTexts: Readonly<Record<Language, GlossaryTexts>> = { en, zh };

export interface Found {
  id: TermName;
  at: number;
  end: number;
}

const CODE = /`[^`\n]*`/g;

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
const blanked = (text: string): string => ' '.repeat(text.length);

function patternOf({ name, forms, code }: TermWords, lang: Language): RegExp {
  if (code !== undefined) return new RegExp(`(?<=\`[^\`\\n]*)\\b${code}\\b(?=[^\`\\n]*\`)`, 'g');
  const any = (forms ?? [escaped(name)]).join('|');
  // Words of Chinese have no gaps between them.
  return lang === 'zh'
    ? new RegExp(any, 'g')
    : new RegExp(`(?<![\\p{L}-])(?:${any})(?!-?\\p{L})`, 'giu');
}

const patterns = (lang: Language) =>
  TERMS.map(({ id }) => {
    const words = glossaryTexts[lang].terms[id];
    return { id, words, pattern: patternOf(words, lang) };
  });
const PATTERNS = { en: patterns('en'), zh: patterns('zh') };

/** Every lesson asks what all others say. */
const known = { en: new Map<string, readonly Found[]>(), zh: new Map<string, readonly Found[]>() };

/** In order; of two that overlap the longer one: no `mask` in a `causal mask`. Markdown's code has those terms alone that are code. */
export function termsIn(text: string, lang: Language): readonly Found[] {
  const before = known[lang].get(text);
  if (before) return before;
  const found = search(text, lang);
  known[lang].set(text, found);
  return found;
}

function search(text: string, lang: Language): readonly Found[] {
  const prose = text.replace(CODE, blanked);
  const all = PATTERNS[lang].flatMap(({ id, words, pattern }) => {
    const plain = (words.not ?? []).reduce(
      (left, word) => left.replaceAll(word, blanked(word)),
      words.code === undefined ? prose : text,
    );
    return [...plain.matchAll(pattern)].map(({ index, 0: word }): Found => {
      return { id, at: index, end: index + word.length };
    });
  });
  const length = ({ at, end }: Found): number => end - at;
  const kept: Found[] = [];
  for (const found of all.sort((a, b) => length(b) - length(a)))
    if (!kept.some((one) => found.at < one.end && one.at < found.end)) kept.push(found);
  return kept.sort((a, b) => a.at - b.at);
}
