// The options of single calls of attention, and the matrices that they take.

import type {
  Into,
  LinearParameters,
  MultiHeadOptions,
  PositionalEncodingOptions,
  ProjectionMatrices,
  ScaledDotProductOptions,
} from '../../types/index.js';
import type { TableOf } from '../option.js';
import { attentionSwitches, count, dModel, given, numHeads, on } from './entries.js';

export const into = { out: given } as const satisfies TableOf<Into>;

export const positionalEncoding = {
  length: { ...count, required: true },
  dModel: { ...dModel, required: true },
} as const satisfies TableOf<PositionalEncodingOptions, 'embedDim'>;

export const projectionMatrices = {
  wq: given,
  wk: given,
  wv: given,
  wo: given,
  bq: given,
  bk: given,
  bv: given,
  bo: given,
} as const satisfies TableOf<ProjectionMatrices>;

export const linearParameters = {
  weight: given,
  bias: given,
} as const satisfies TableOf<LinearParameters>;

const callSwitches = { ...attentionSwitches, needWeights: on, out: given } as const;

export const scaledDotProductAttention = {
  ...callSwitches,
  query: given,
  key: given,
  value: given,
} as const satisfies TableOf<ScaledDotProductOptions, 'dropout'>;

export const multiHeadAttention = {
  ...callSwitches,
  ...projectionMatrices,
  numHeads: { ...numHeads, required: true },
  query: given,
  key: given,
  value: given,
  outputProjection: on,
} as const satisfies TableOf<MultiHeadOptions, 'nhead' | 'dropout'>;
