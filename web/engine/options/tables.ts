// The options of every function of the API. Choices are in the order of the core's own lists.

import type {
  BackwardOptions,
  ChoiceOptions,
  DecoderLayerOptions,
  EncoderLayerOptions,
  EvaluationOptions,
  Fault,
  GenerationOptions,
  HistogramOptions,
  Into,
  LayerShape,
  LinearParameters,
  LoadOptions,
  ModelFileOptions,
  MultiHeadOptions,
  OptimizerOptions,
  OwnPairs,
  PassOptions,
  PositionalEncodingOptions,
  ProgramOptions,
  ProjectionMatrices,
  SaveOptions,
  ScaledDotProductOptions,
  ScalingOptions,
  ScheduleOptions,
  TaskOptions,
  TraceAttentionOptions,
  TrainerOptions,
  TrainerSnapshot,
  TransformerOptions,
} from '../types.js';
import type { WorkerOptions } from '../worker/types.js';
import type { TableOf } from './option.js';

const given = { kind: 'given' } as const;
const off = { kind: 'flag', default: false } as const;
const on = { kind: 'flag', default: true } as const;
const count = { kind: 'whole', least: 1 } as const;

const anySeed = { kind: 'whole', least: 0, most: 2 ** 32 - 1 } as const;
const seed = { ...anySeed, default: 0 } as const;
const dModel = { ...count, also: 'embedDim' } as const;
const numHeads = { ...count, also: 'nhead' } as const;
const nhead = { ...count, also: 'numHeads' } as const;

const probability = {
  kind: 'real',
  fits: (p: number) => p >= 0 && p < 1,
  accepted: 'a probability from 0 to below 1',
  default: 0,
} as const;

const epsilon = {
  kind: 'real',
  // As a float, too.
  fits: (value: number) => value >= 0 && Math.fround(value) < Infinity,
  accepted: 'a finite number of 0 or more',
} as const;

/** Beyond these bounds, scores divided by it are not finite floats: src/attention_playground/attention/checks.hpp. */
const divisor = {
  kind: 'real',
  fits: (value: number) => value >= 1e-30 && value <= 1e30,
  accepted: 'a number from 1e-30 to 1e30',
} as const;
const temperature = { ...divisor, default: 1 } as const;

const scale = {
  kind: 'real',
  // The core reads NaN as an omitted scale.
  fits: (scale: number) => !Number.isNaN(scale),
  accepted: 'a finite number',
  code: 'not_finite',
} as const;

/** src/attention_playground/attention/options.hpp */
const positions = {
  kind: 'choice',
  of: ['none', 'sinusoidal', 'learned', 'rotary'],
} as const;

/** src/attention_playground/transformer/options.hpp */
const activation = { kind: 'choice', of: ['relu', 'gelu', 'gelu_tanh'] } as const;

// Loading

/** Whether a value is of one of these classes, in any frame: each frame has its own. */
const isOf =
  (...classes: string[]) =>
  (value: unknown) =>
    classes.includes(Object.prototype.toString.call(value).slice('[object '.length, -1));

const address = { kind: 'hosted', is: isOf('String', 'URL'), accepted: 'an address' } as const;

export const load = {
  wasmUrl: address,
  wasmModule: {
    kind: 'hosted',
    is: isOf('WebAssembly.Module'),
    accepted: 'a WebAssembly.Module',
  },
  wasmBinary: {
    kind: 'hosted',
    is: isOf('ArrayBuffer', 'Uint8Array'),
    accepted: 'an ArrayBuffer or a Uint8Array',
  },
  training: off,
  onProgress: { kind: 'callback' },
} as const satisfies TableOf<LoadOptions>;

export const loadWorker = {
  ...load,
  workerUrl: address,
  startTimeout: {
    kind: 'real',
    fits: (milliseconds: number) => milliseconds >= 0,
    accepted: 'milliseconds',
    default: 20_000,
  },
  onFallback: { kind: 'callback' },
} as const satisfies TableOf<WorkerOptions>;

// Kernels

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

const attentionSwitches = {
  attnMask: given,
  isCausal: off,
  causalOffset: { kind: 'whole', least: -(2 ** 30), most: 2 ** 30, default: 0 },
  keyPaddingMask: given,
  scale,
  temperature,
  softcap: divisor,
  dropoutP: { ...probability, also: 'dropout' },
  dropoutMask: given,
  training: off,
  seed,
} as const;

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

/** src/attention_playground/transformer/options.hpp */
const norm = { kind: 'choice', of: ['layer_norm', 'none'], default: 'layer_norm' } as const;

const layerSwitches = {
  norm,
  normFirst: off,
  activation: { ...activation, default: 'relu' },
  layerNormEps: { ...epsilon, default: 1e-5 },
  scale,
  dropout: { ...probability, also: 'dropoutP' },
  training: off,
  seed,
} as const;

const layerParameters = {
  nhead: { ...nhead, required: true },
  selfAttn: given,
  linear1: given,
  linear2: given,
  norm1: given,
  norm2: given,
} as const;

export const encoderLayer = {
  ...layerSwitches,
  ...layerParameters,
  src: given,
  srcMask: given,
  srcKeyPaddingMask: given,
  isCausal: off,
} as const satisfies TableOf<EncoderLayerOptions, 'numHeads' | 'dropoutP'>;

export const decoderLayer = {
  ...layerSwitches,
  ...layerParameters,
  multiheadAttn: given,
  norm3: given,
  tgt: given,
  memory: given,
  tgtMask: given,
  memoryMask: given,
  tgtKeyPaddingMask: given,
  memoryKeyPaddingMask: given,
  tgtIsCausal: off,
  memoryIsCausal: off,
} as const satisfies TableOf<DecoderLayerOptions, 'numHeads' | 'dropoutP'>;

// Traces

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

// Models

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

// Files and training

/** src/attention_playground/checkpoint/safetensors.hpp */
export const save = {
  dtype: { kind: 'choice', of: ['f32', 'f16', 'bf16'], default: 'f32' },
  metadata: given,
} as const satisfies TableOf<SaveOptions>;

export const saveTrainer = { metadata: given } as const satisfies TableOf<
  Pick<SaveOptions, 'metadata'>
>;

/** Learned numbers of updates: what is not given is as the task says, or by default. */
const updates = { kind: 'whole', least: 0, most: 2 ** 24 - 1 } as const;

/** src/attention_playground/training/settings.hpp */
export const optimizer = {
  name: { kind: 'choice', of: ['adamw', 'sgd'], default: 'adamw', argument: 'optimizer' },
  lr: { kind: 'real', default: 5e-3 },
  betas: given,
  eps: { kind: 'real', default: 1e-8 },
  momentum: { kind: 'real', default: 0 },
  weightDecay: { kind: 'real', default: 0.01 },
  maxNorm: { kind: 'real', default: 1 },
} as const satisfies TableOf<OptimizerOptions>;

/** src/attention_playground/training/settings.hpp */
export const schedule = {
  name: {
    kind: 'choice',
    of: ['constant', 'cosine', 'inverse_square_root'],
    default: 'constant',
    argument: 'schedule',
  },
  warmup: { ...updates, default: 50 },
  steps: { ...updates, default: 400 },
  floor: { kind: 'real', default: 0.1 },
} as const satisfies TableOf<ScheduleOptions>;

export const trainer = {
  model: given,
  batches: given,
  task: given,
  seed: anySeed,
  batchSize: { kind: 'whole', least: 1, most: 4096 },
  optimizer: given,
  schedule: given,
  accumulate: { kind: 'whole', least: 1, most: 1024, default: 1 },
  gradientCheckpointing: off,
  mixedPrecision: off,
} as const satisfies TableOf<TrainerOptions>;

export const snapshot = {
  updates: { ...updates, required: true },
  round: updates,
  parameters: given,
  firstMoments: given,
  secondMoments: given,
} as const satisfies TableOf<TrainerSnapshot>;

export const evaluate = {
  examples: { kind: 'whole', least: 1, most: 2 ** 20, default: 2 ** 20 },
  samples: { kind: 'whole', least: 0, most: 10_000, default: 50 },
} as const satisfies TableOf<EvaluationOptions>;

const tokenKind = { kind: 'choice', of: ['words', 'characters'], default: 'words' } as const;

export const ownPairs = {
  pairs: given,
  sourceTokens: tokenKind,
  targetTokens: tokenKind,
} as const satisfies TableOf<OwnPairs>;

const examples = { kind: 'whole', least: 0, most: 4096, default: 8 } as const;

export const task = {
  seed,
  first: { kind: 'whole', least: 0, most: 2 ** 30, default: 0 },
  count: examples,
  heldOut: examples,
} as const satisfies TableOf<TaskOptions>;
