import type {
  BackwardOptions,
  ChoiceOptions,
  GenerationOptions,
  PassOptions,
  TraceAttentionOptions,
  TransformerOptions,
} from './types.js';

// Option names of the calls that read their options in several places. The compiler demands every name.

type Names<Options> = Record<keyof Options, 0>;

const namesOf = <Options extends object>(names: Names<Required<Options>>) =>
  Object.keys(names) as (keyof Options)[];

export const modelNames = namesOf<TransformerOptions>({
  architecture: 0,
  vocabulary: 0,
  dModel: 0,
  nhead: 0,
  numEncoderLayers: 0,
  numDecoderLayers: 0,
  dimFeedforward: 0,
  attentionWidth: 0,
  residual: 0,
  layers: 0,
  rawValues: 0,
  pointer: 0,
  predicts: 0,
  sourceVocabulary: 0,
  labelSmoothing: 0,
  initialization: 0,
  activation: 0,
  normFirst: 0,
  finalNorm: 0,
  layerNormEps: 0,
  bias: 0,
  scaleScores: 0,
  positions: 0,
  maxLength: 0,
  scaleEmbedding: 0,
  tieWeights: 0,
  parameters: 0,
  dropout: 0,
  training: 0,
  seed: 0,
});

export const passNames = namesOf<PassOptions>({
  source: 0,
  target: 0,
  src: 0,
  tgt: 0,
  labels: 0,
  srcMask: 0,
  srcKeyPaddingMask: 0,
  tgtMask: 0,
  tgtKeyPaddingMask: 0,
  memoryMask: 0,
  memoryKeyPaddingMask: 0,
  tgtIsCausal: 0,
  maskPadding: 0,
  faults: 0,
});

export const choiceNames = namesOf<ChoiceOptions>({
  temperature: 0,
  topK: 0,
  doSample: 0,
  seed: 0,
});

export const backwardNames = namesOf<BackwardOptions>({ of: 0, seed: 0 });

export const generationNames = namesOf<GenerationOptions>({
  source: 0,
  prompt: 0,
  maxNewTokens: 0,
  endToken: 0,
  temperature: 0,
  topK: 0,
  doSample: 0,
  seed: 0,
  useCache: 0,
  trace: 0,
});

export const traceNames = namesOf<TraceAttentionOptions>({
  tokens: 0,
  memoryTokens: 0,
  x: 0,
  memory: 0,
  dModel: 0,
  numHeads: 0,
  projections: 0,
  bias: 0,
  headMatrices: 0,
  workers: 0,
  tile: 0,
  positions: 0,
  attnMask: 0,
  isCausal: 0,
  causalOffset: 0,
  maskPadding: 0,
  keyPaddingMask: 0,
  scale: 0,
  temperature: 0,
  dropoutP: 0,
  training: 0,
  seed: 0,
  parameters: 0,
  faults: 0,
});
