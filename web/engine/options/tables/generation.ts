// The options of choosing tokens, one after the other.

import type { ChoiceOptions, GenerationOptions } from '../../types/index.js';
import type { TableOf } from '../option.js';
import { count, given, off, on, seed, temperature } from './entries.js';
import { transformer } from './models.js';

/** How one token is chosen. */
export const choice = {
  temperature,
  /** Whole, and at most the number of candidates, which the model knows. */
  topK: { kind: 'real' },
  doSample: off,
  seed,
} as const satisfies TableOf<ChoiceOptions>;

export const generation = {
  ...choice,
  source: given,
  prompt: given,
  maxNewTokens: { ...count, default: 20 },
  endToken: { kind: 'text', accepted: 'a token', default: '<eos>' },
  useCache: on,
  trace: on,
} as const satisfies TableOf<GenerationOptions>;

export const generate = { ...transformer, ...generation, model: given } as const;
