import { isBlank, tokenise } from '../text/index.js';

/** More words would not fit side by side as numbers. */
export const MOST_TOKENS = 16;

export type SentenceProblem = 'blank' | 'tooLong';

/** The tokens of a sentence, or its problem. */
export function readSentence(text: string): string[] | SentenceProblem {
  const tokens = tokenise(text, 'word', MOST_TOKENS + 1);
  if (tokens.length === 0 || isBlank(text)) return 'blank';
  return tokens.length > MOST_TOKENS ? 'tooLong' : tokens;
}

/** The initial sentence, by the page's language. */
const FIRST_SENTENCE = { en: 'The cat sat on the mat.', zh: '小猫坐在垫子上。' };

/** The sentence that a panel was given if usable, else the initial one of the language. */
export function startWith(
  given: string,
  language: 'en' | 'zh',
): { text: string; tokens: string[] } {
  const first = FIRST_SENTENCE[language];
  const tokens = readSentence(given || first);
  if (typeof tokens !== 'string') return { text: given || first, tokens };
  return { text: first, tokens: readSentence(first) as string[] };
}
