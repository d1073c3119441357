import type { TraceAttentionOptions } from '../engine/types/index.js';
import { isRagged, longest, vocabulary } from '../text/index.js';
import type { Tokens } from '../trace/word-labels.js';
import { filledMask, vectorsOf } from './own-numbers.js';
import { engineOptions } from './settings/engine-options.js';
import type { FaultSituation } from './settings/faults.js';
import { CUSTOM_MASK, DROPOUT_MASK } from './settings/given-type.js';
import { hasMemory, isTransformer, type PlaygroundState } from './state.js';

/** The engine's options for a state. */
export function traceOptions(state: PlaygroundState, tokens: Tokens): TraceAttentionOptions {
  const cross = state.kind === 'cross';
  const keys = cross ? tokens.memory : tokens.sentences;
  const options: TraceAttentionOptions = {
    ...engineOptions(state, 'attention'),
    tokens: tokens.sentences,
  };
  if (state.x) options.x = vectorsOf(state.x, tokens.sentences);
  if (cross) options.memoryTokens = tokens.memory;
  if (cross && state.memoryX) options.memory = vectorsOf(state.memoryX, tokens.memory);
  const shape = [longest(tokens.sentences), longest(keys)];
  const custom = filledMask(state, CUSTOM_MASK, shape);
  if (custom) options.attnMask = custom;
  const kept = filledMask(state, DROPOUT_MASK, shape);
  if (kept) options.dropoutMask = kept;
  return options;
}

/** Rows of the embedding table; texts with their own vectors have none in it. */
export function vocabularyOf(state: PlaygroundState, tokens: Tokens): string[] {
  return vocabulary(state.x ? [] : tokens.sentences, state.memoryX ? [] : tokens.memory);
}

/** Whether keys are padded, so that a mask can hide the padding. A Transformer hides it by itself. */
export function hasPaddedKeys(state: PlaygroundState, tokens: Tokens): boolean {
  if (isTransformer(state)) return false;
  return isRagged(hasMemory(state) ? tokens.memory : tokens.sentences);
}

/** What decides which faults can be made. */
export function faultSituation(state: PlaygroundState, tokens: Tokens): FaultSituation {
  const { sentences, memory } = tokens;
  const keys = hasMemory(state) ? memory : sentences;
  const padded = isTransformer(state)
    ? isRagged(sentences) || isRagged(memory)
    : hasPaddedKeys(state, tokens);
  // A decoder of an encoder reads its start token, too.
  const queries = longest(sentences) + (state.model === 'encoder-decoder' ? 1 : 0);
  return { ...state, padded, square: queries === longest(keys) };
}
