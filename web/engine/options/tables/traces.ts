// The options of traces of attention, and of what is asked of a trace.

import type {
  BackwardOptions,
  Fault,
  GivenWeightsOptions,
  HistogramOptions,
  ProgramOptions,
  ScalingOptions,
  TraceAttentionOptions,
  TraceRecord,
} from '../../types/index.js';
import type { TableOf } from '../option.js';
import {
  attentionSwitches,
  count,
  dModel,
  given,
  numHeads,
  off,
  on,
  positions,
  seed,
} from './entries.js';

/** src/attention_playground/steps/faults.hpp */
export const fault = {
  fault: {
    kind: 'choice',
    of: [
      'softmax_axis',
      'no_scale',
      'scale_by_sqrt_d',
      'scale_by_sqrt_h',
      'mask_after_softmax',
      'padding_on_queries',
      'mask_inverted',
      'view_without_transpose',
      'dropout_in_evaluation',
      'finite_mask',
      'key_value_swapped',
      'positions_twice',
      'values_of_queries',
      'norm_axis',
      'no_causal_mask',
      'tile_without_rescale',
    ],
    required: true,
  },
  at: { kind: 'text', accepted: "the beginning of a step's path", default: '' },
} as const satisfies TableOf<Fault>;

export const traceAttention = {
  ...attentionSwitches,
  tokens: given,
  memoryTokens: given,
  x: given,
  memory: given,
  query: given,
  key: given,
  value: given,
  dModel: { ...dModel, default: 64 },
  dK: count,
  dV: count,
  outputWidth: count,
  outputProjection: on,
  numHeads: { ...numHeads, default: 1 },
  projections: given,
  bias: off,
  headMatrices: { kind: 'choice', of: ['combined', 'separate'], default: 'combined' },
  workers: { ...count, default: 1 },
  tile: given,
  positions: { ...positions, default: 'none' },
  maskPadding: { kind: 'flag' },
  parameters: given,
  faults: given,
} as const satisfies TableOf<TraceAttentionOptions, 'nhead' | 'dropout' | 'embedDim'>;

const path = {
  kind: 'text',
  accepted: "the path of one of the trace's steps",
  code: 'step',
} as const;

export const traceWeights = {
  weights: given,
  value: given,
} as const satisfies TableOf<GivenWeightsOptions>;

export const traceScaling = {
  dK: { ...count, required: true },
  queries: { ...count, default: 64 },
  keys: { ...count, default: 16 },
  seed,
} as const satisfies TableOf<ScalingOptions>;

export const histogram = {
  bins: { kind: 'whole', least: 1, most: 2 ** 16, required: true },
  reach: { kind: 'real', default: NaN },
} as const satisfies TableOf<HistogramOptions>;

export const backward = {
  of: path,
  seed: given,
} as const satisfies TableOf<BackwardOptions>;

export const program = {
  language: { kind: 'choice', of: ['torch', 'numpy'], required: true },
  upTo: path,
  alone: off,
  format: { kind: 'choice', of: ['py', 'ipynb'], default: 'py' },
  dataFile: { kind: 'text', accepted: "a file's name", default: 'walk.npz' },
} as const satisfies TableOf<ProgramOptions>;

export const traceRecord = {
  format: { kind: 'choice', of: ['attention-playground/trace'], required: true },
  version: { kind: 'whole', least: 1, most: 1, required: true },
  simd: { kind: 'choice', of: ['strict', 'relaxed'], required: true },
  call: {
    kind: 'choice',
    of: ['traceAttention', 'traceTransformer', 'traceWeights', 'traceScaling'],
    required: true,
  },
  options: given,
  parameters: given,
  backward: given,
  edits: given,
  steps: given,
} as const satisfies TableOf<TraceRecord>;
