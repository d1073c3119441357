import type { MaskLike, TraceAttentionOptions } from '../engine/types.js';
import { isRagged, vocabulary } from '../text/index.js';
import type { Tokens } from '../trace/word-labels.js';
import { acts, engineOptions } from './settings/engine-options.js';
import type { FaultSituation } from './settings/faults.js';
import { hasMask } from './settings/masks.js';
import { SETTINGS } from './settings/table.js';
import { hasMemory, isTransformer, type Patch, type PlaygroundState } from './state.js';

/** The engine's options for a state. */
export function traceOptions(state: PlaygroundState, tokens: Tokens): TraceAttentionOptions {
  const cross = state.kind === 'cross';
  const keys = cross ? tokens.memory : tokens.sentences;
  const options: TraceAttentionOptions = {
    ...engineOptions(state, 'attention'),
    tokens: tokens.sentences,
  };
  if (state.x) options.dModel = state.x[0]!.length;
  if (state.x) options.x = state.x;
  if (cross) options.memoryTokens = tokens.memory;
  if (cross && state.memoryX) options.memory = state.memoryX;
  // Nothing is hidden or dropped at first: what is, are edits.
  const shape = [longest(tokens.sentences), longest(keys)];
  if (hasMask(state, 'custom')) options.attnMask = filled(shape, 0);
  if (choosesKept(state)) options.dropoutMask = filled(shape, 1);
  return options;
}

/** Whether a person chooses the weights that dropout keeps. */
export function choosesKept(state: PlaygroundState): boolean {
  return state.dropoutMask && acts(SETTINGS.dropoutMask, state);
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
  return { ...state, padded, square: longest(sentences) === longest(keys) };
}

/** Drops given word vectors if the tokens have changed; other tokens get vectors by seed. */
export function dropUnfitVectors(state: PlaygroundState, tokens: Tokens): Patch {
  const patch: Patch = {};
  if (isTransformer(state)) return state.x || state.memoryX ? { x: null, memoryX: null } : patch;
  const fits = (rows: number[][], sentences: readonly string[][]): boolean =>
    sentences.length === 1 && sentences[0]!.length === rows.length;
  if (state.x && (!fits(state.x, tokens.sentences) || state.x[0]!.length !== state.dModel)) {
    patch.x = null;
  }
  if (state.memoryX && state.kind === 'cross') {
    const same = state.memoryX[0]!.length === state.dModel;
    if (!same || !fits(state.memoryX, tokens.memory)) patch.memoryX = null;
  }
  return patch;
}

function filled(shape: readonly number[], value: number): MaskLike {
  const count = shape.reduce((product, size) => product * size, 1);
  return { shape, data: new Float32Array(count).fill(value) };
}

function longest(sentences: readonly (readonly string[])[]): number {
  return sentences.reduce((most, tokens) => Math.max(most, tokens.length), 0);
}
