import { isBlank, tokenise } from '../text/index.js';

/** More words than this no longer fit side by side as numbers. */
export const MOST_TOKENS = 16;

export type SentenceProblem = 'blank' | 'tooLong';

/** The tokens of a sentence, or what is wrong with it. */
export function readSentence(text: string): string[] | SentenceProblem {
  const tokens = tokenise(text, 'word', MOST_TOKENS + 1);
  if (tokens.length === 0 || isBlank(text)) return 'blank';
  return tokens.length > MOST_TOKENS ? 'tooLong' : tokens;
}

/** What is looked at first, in the language of the page. */
export const FIRST_SENTENCE = { en: 'The cat sat on the mat.', zh: '小猫坐在垫子上。' };
