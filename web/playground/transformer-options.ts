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

/**
 * What a loss compares with: each token is the label of the one before it, `<eos>` of the last. An encoder alone has a loss
 * only where gradients are asked for: it is to name each token that it reads.
 */
function labelsOf(
  { training, gradients }: PlaygroundState,
  { source, target }: Sides,
): string[][] | undefined {
  if (!training && !gradients) return undefined;
  if (target) return target.map((each) => [...each.slice(1), endToken]);
  return gradients ? source : undefined;
}

/** The engine's options for a state. */
export function transformerOptions(
  state: PlaygroundState,
  tokens: Tokens,
): TraceTransformerOptions {
  const sides = sidesOf(state, tokens);
  const options: TraceTransformerOptions = {
    ...sides,
    ...engineOptions(state, 'transformer'),
    architecture: state.model === 'attention' ? 'encoder-decoder' : state.model,
    vocabulary: transformerVocabulary(sides),
  };
  const labels = labelsOf(state, sides);
  if (labels) options.labels = labels;
  return options;
}
