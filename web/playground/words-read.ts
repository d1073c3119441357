import type { KnownWords } from '../learned/known-words.js';
import type { Learned } from '../learned/learned.js';
import { tokenise } from '../text/index.js';
import type { Tokens } from '../trace/word-labels.js';
import { LIMITS } from './settings/limits.js';
import { hasMemory, type PlaygroundState } from './state.js';

/** The two texts: what is asked, or written; and what it is asked of, or read. */
export type Side = 'sentences' | 'memory';

/** Tokens of every sentence of a state, as they are typed; at most one more than the page accepts. */
export function typedTokens(state: PlaygroundState, learned?: Learned): Tokens {
  const most = LIMITS.tokens + 1;
  const cut = (
    texts: readonly string[],
    byHand: readonly (string[] | null)[],
    words: KnownWords | undefined,
  ): string[][] =>
    texts.map(
      (text, i) => byHand[i] ?? words?.tokens(text, most) ?? tokenise(text, state.tokenizer, most),
    );
  const { words, sourceWords } = learned ?? {};
  return {
    sentences: cut(state.sentences, state.tokens, words),
    memory: hasMemory(state) ? cut(state.memory, state.memoryTokens, sourceWords) : [],
  };
}

/** Of those, what the model reads: a trained one does without the words that it does not know. */
export function tokensOf(state: PlaygroundState, learned?: Learned): Tokens {
  const typed = typedTokens(state, learned);
  if (!learned) return typed;
  const read = (side: Side): string[][] =>
    typed[side].map((list) => list.filter((word) => knownBy(learned, side).has(word)));
  return { sentences: read('sentences'), memory: read('memory') };
}

/** The words that a trained model knows in a text. */
export const knownBy = ({ words, sourceWords }: Learned, side: Side): KnownWords =>
  side === 'memory' ? sourceWords : words;

/** A word that a trained model does not know, and where it stands. */
export interface UnknownWord {
  side: Side;
  line: number;
  place: number;
  word: string;
}

export function unknownWords(state: PlaygroundState, learned: Learned | undefined): UnknownWord[] {
  if (!learned) return [];
  const typed = typedTokens(state, learned);
  const unknownOf = (side: Side): UnknownWord[] =>
    typed[side].flatMap((list, line) =>
      list.flatMap((word, place) =>
        knownBy(learned, side).has(word) ? [] : [{ side, line, place, word }],
      ),
    );
  return [...unknownOf('memory'), ...unknownOf('sentences')];
}
