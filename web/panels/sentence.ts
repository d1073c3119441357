import type { KnownWords } from '../learned/known-words.js';
import { isBlank, tokenise } from '../text/index.js';

/** More words would not fit side by side as numbers. */
export const MOST_TOKENS = 16;

export type SentenceProblem = 'blank' | 'tooLong';

/** The tokens of a sentence, as a model of these words reads it, or its problem. */
export function readSentence(text: string, words?: KnownWords): string[] | SentenceProblem {
  const most = MOST_TOKENS + 1;
  const tokens = words?.tokens(text, most) ?? tokenise(text, 'word', most);
  if (tokens.length === 0 || isBlank(text)) return 'blank';
  return tokens.length > MOST_TOKENS ? 'tooLong' : tokens;
}

/** A browser takes 20 ms to find words for the first time. */
export function findFirstWords(): void {
  tokenise('a', 'word');
}

/** The tokens that a trained model does not know, without repetition. */
export function unknownOf(tokens: readonly string[], words: KnownWords | undefined): string[] {
  if (!words) return [];
  return [...new Set(tokens.filter((token) => !words.has(token)))];
}
