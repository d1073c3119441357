export { paddingToken } from '../engine/models/tokens.js';
import { paddingToken, toIds, Vocabulary } from '../engine/models/tokens.js';

/** The distinct tokens of all texts, in the engine's order. */
export function vocabulary(...texts: readonly (readonly (readonly string[])[])[]): string[] {
  const known = new Vocabulary();
  for (const sentences of texts) {
    if (sentences.length > 0) toIds(sentences, 'tokens', known);
  }
  return known.tokens;
}

/** The tokens of one sentence of a batch, padded to the longest sentence. */
export function padded(sentences: readonly (readonly string[])[], at: number): string[] {
  const tokens = [...(sentences[at] ?? [])];
  const longest = sentences.reduce((most, each) => Math.max(most, each.length), 0);
  while (tokens.length < longest) tokens.push(paddingToken);
  return tokens;
}

/** The number of tokens of the longest sentence; 0 if there is none. */
export function longest(sentences: readonly (readonly string[])[]): number {
  return sentences.reduce((most, tokens) => Math.max(most, tokens.length), 0);
}

/** Whether sentences differ in length, so that some are padded. */
export function isRagged(sentences: readonly (readonly string[])[]): boolean {
  return sentences.some((tokens) => tokens.length !== sentences[0]!.length);
}
