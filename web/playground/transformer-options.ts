import { endToken, startToken } from '../engine/tokens.js';
import type { TraceTransformerOptions } from '../engine/types.js';
import { vocabulary } from '../text/index.js';
import type { Tokens } from '../trace/word-labels.js';
import { engineOptions } from './settings/engine-options.js';
import type { PlaygroundState } from './state.js';

/** The input of encoder and decoder: one list of tokens per sentence of the batch. */
export interface Sides {
  source?: string[][];
  target?: string[][];
}

/** The decoder of an encoder–decoder gets the expected output so far, which begins with `<sos>`. */
export function sidesOf({ model }: Pick<PlaygroundState, 'model'>, tokens: Tokens): Sides {
  const { sentences, memory } = tokens;
  if (model === 'encoder-only') return { source: sentences };
  if (model === 'decoder-only') return { target: sentences };
  return { source: memory, target: sentences.map((each) => [startToken, ...each]) };
}

/** Rows of the embedding table and columns of the logits, shared by both languages. */
export function transformerVocabulary({ source, target }: Sides): string[] {
  const found = vocabulary(source ?? [], target ?? []);
  return target ? [...new Set([...found, endToken])] : found;
}

/** The engine's options for a state. In training each token is the label of the one before it, `<eos>` of the last. */
export function transformerOptions(
  state: PlaygroundState,
  tokens: Tokens,
): TraceTransformerOptions {
  const sides = sidesOf(state, tokens);
  const { target } = sides;
  const options: TraceTransformerOptions = {
    ...sides,
    ...engineOptions(state, 'transformer'),
    architecture: state.model === 'attention' ? 'encoder-decoder' : state.model,
    vocabulary: transformerVocabulary(sides),
  };
  if (state.training && target) {
    options.labels = target.map((each) => [...each.slice(1), endToken]);
  }
  return options;
}
