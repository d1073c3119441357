// What a learner reads of a lesson, as plain text, and how much it is.

import { fleschKincaid } from 'flesch-kincaid';
import { syllable } from 'syllable';
import type { Language } from '../../../../i18n/index.js';
import { isElement, type Element } from '../parse';

/** In the place of a number: no word, but a syllable in a sentence that is read aloud. */
const NUMBER = '2';
const NUMBERS = ['lesson-value', 'lesson-given'];
/** What is no prose. */
const CODE = ['lesson-program', 'script', 'style', 'pre'];

/** An element's text without Markdown's signs; paragraphs stand on lines of their own. `skips` leaves out others. */
export function plainText(
  element: Element,
  skips: (one: Element) => boolean = () => false,
): string {
  return marked(element, skips)
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/`[^`]*`/g, NUMBER)
    .replace(/[*_]/g, '')
    .replace(/^\s*- /gm, '')
    .replace(/\s*\n\s*\n\s*/g, '\n\n')
    .trim();
}

function marked(element: Element, skips: (one: Element) => boolean): string {
  return element.childNodes
    .map((node) => {
      if (!isElement(node)) return 'value' in node ? node.value : '';
      if (NUMBERS.includes(node.tagName)) return NUMBER;
      if (CODE.includes(node.tagName) || skips(node)) return '\n\n';
      const inside = marked(node, skips);
      return INLINE.includes(node.tagName) ? inside : `\n\n${inside}\n\n`;
    })
    .join('');
}

const INLINE = ['em', 'strong', 'sub', 'sup', 'a', 'b', 'i', 'code', 'span'];

const WORD = /\p{L}+(?:['’-]\p{L}+)*/gu;
const SPOKEN = /[\p{L}\p{N}]+(?:['’-]\p{L}+)*/gu;
const HAN = /\p{Script=Han}/gu;

/** Words; of Chinese, characters and words of other scripts. */
export function wordsIn(text: string, lang: Language): number {
  const plain = lang === 'zh' ? text.replace(HAN, ' ') : text;
  const han = lang === 'zh' ? (text.match(HAN)?.length ?? 0) : 0;
  return han + (plain.match(WORD)?.length ?? 0);
}

/** The reading grade of English: Flesch–Kincaid. Each paragraph ends a sentence. */
export function gradeOf(text: string): number {
  const words = text.match(SPOKEN) ?? [];
  const sentences = text
    .split(/\n\n|(?<=[.!?]["”’)]?)\s+/)
    .filter((sentence) => sentence.match(SPOKEN) !== null);
  return fleschKincaid({
    sentence: sentences.length,
    word: words.length,
    syllable: words.reduce((sum, word) => sum + Math.max(1, syllable(word)), 0),
  });
}
