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

/** A sentence with another word in place of every token that is `unknown`; the rest stays as it is written. */
export function replaced(
  text: string,
  tokens: readonly string[],
  unknown: string,
  known: string,
): string {
  let written = '';
  let rest = text;
  for (const token of tokens) {
    // A token that is known may be written in another case.
    const at = rest.toLowerCase().indexOf(token.toLowerCase());
    if (at < 0) continue;
    const end = at + token.length;
    written += rest.slice(0, at) + (token === unknown ? known : rest.slice(at, end));
    rest = rest.slice(end);
  }
  return written + rest;
}
