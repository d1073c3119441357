// The options of models and of a pass through one.

import type { LayerShape, PassOptions, TransformerOptions } from '../../types/index.js';
import type { TableOf } from '../option.js';
import { count, dModel, given, layerSwitches, nhead, off, on, positions } from './entries.js';

/** What layers may differ in. */
export const layerShape = {
  attentionWidth: count,
  dimFeedforward: { kind: 'whole', least: 0 },
  residual: { kind: 'flag' },
} as const satisfies TableOf<LayerShape>;

export const transformer = {
  ...layerSwitches,
  ...layerShape,
  /** src/attention_playground/transformer/options.hpp */
  architecture: {
    kind: 'choice',
    of: ['encoder-decoder', 'encoder-only', 'decoder-only'],
    default: 'encoder-decoder',
  },
  vocabulary: given,
  sourceVocabulary: given,
  dModel: { ...dModel, default: 64 },
  nhead: { ...nhead, default: 4 },
  numEncoderLayers: { kind: 'whole', least: 0, default: 2 },
  numDecoderLayers: { kind: 'whole', least: 0, default: 2 },
  layers: given,
  finalNorm: { kind: 'flag' },
  bias: on,
  scaleScores: on,
  positions: { ...positions, default: 'sinusoidal' },
  maxLength: { ...count, default: 512 },
  scaleEmbedding: off,
  tieWeights: off,
  rawValues: off,
  pointer: off,
  predicts: off,
  labelSmoothing: {
    kind: 'real',
    fits: (share: number) => share >= 0 && Math.fround(share) < 1,
    accepted: 'a number from 0 to below 1',
    default: 0,
  },
  /** src/attention_playground/transformer/options.hpp */
  initialization: { kind: 'choice', of: ['uniform', 'normal'], default: 'uniform' },
  parameters: given,
} as const satisfies TableOf<TransformerOptions, 'numHeads' | 'dropoutP' | 'embedDim'>;

export const pass = {
  source: given,
  target: given,
  src: given,
  tgt: given,
  labels: given,
  srcMask: given,
  srcKeyPaddingMask: given,
  tgtMask: given,
  tgtKeyPaddingMask: given,
  memoryMask: given,
  memoryKeyPaddingMask: given,
  tgtIsCausal: on,
  maskPadding: { kind: 'flag' },
  faults: given,
} as const satisfies TableOf<PassOptions>;

export const traceTransformer = { ...transformer, ...pass } as const;
