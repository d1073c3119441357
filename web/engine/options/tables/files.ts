// The options of models in files.

import type { ModelFileOptions, SaveOptions } from '../../types/index.js';
import type { TableOf } from '../option.js';
import { activation, epsilon, given, nhead, positions } from './entries.js';

/** What may be said of a model in a file of another program. */
export const modelFile = {
  parameters: given,
  architecture: { kind: 'choice', of: ['decoder-only'] },
  nhead,
  activation,
  normFirst: { kind: 'flag' },
  layerNormEps: epsilon,
  positions,
  scaleEmbedding: { kind: 'flag' },
  vocabulary: given,
  sourceVocabulary: given,
} as const satisfies TableOf<ModelFileOptions, 'numHeads'>;

/** src/attention_playground/checkpoint/safetensors.hpp */
export const save = {
  dtype: { kind: 'choice', of: ['f32', 'f16', 'bf16'], default: 'f32' },
  metadata: given,
} as const satisfies TableOf<SaveOptions>;

export const saveTrainer = { metadata: given } as const satisfies TableOf<
  Pick<SaveOptions, 'metadata'>
>;
