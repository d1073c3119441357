/** The words of one setting. */
export interface SettingText {
  /** The label of its control. */
  name: string;
  /** What a message calls it, if that is not its label. */
  argument?: string;
  /** Its values, if they are words. */
  choices?: Readonly<Record<string, string>>;
  /** For a number that is derived from others unless it is given. */
  derived?: { auto: string; own: string; value: string };
}

/** Every setting that has a control or an attribute, by its name in web/playground/settings/table.ts. */
export const settings = {
  sentences: { name: 'Sentences' },
  memory: { name: 'Second sentence', argument: 'the second sentence' },
  tokens: { name: 'Tokens' },
  memoryTokens: { name: 'Tokens of the second sentence' },
  tokenizer: { name: 'Tokens by', choices: { word: 'by word', character: 'by character' } },
  model: { name: 'Kind' },
  parameters: { name: 'Parameters' },
  kind: {
    name: 'Kind',
    choices: {
      self: 'self-attention',
      cross: 'cross-attention',
      'encoder-decoder': 'encoder–decoder',
      'encoder-only': 'encoder only',
      'decoder-only': 'decoder only',
    },
  },
  layers: { name: 'Layers N' },
  mask: {
    name: 'Mask',
    choices: { causal: 'causal', padding: 'padding', custom: 'custom' },
  },
  causalOffset: { name: 'Causal offset', argument: 'the causal offset' },
  heads: { name: 'Heads' },
  dModel: { name: 'Width D' },
  projections: {
    name: 'Projections',
    choices: { xavier: 'random (Xavier)', identity: 'identity', none: 'none' },
  },
  headMatrices: {
    name: 'Matrices',
    choices: { combined: 'one for all heads', separate: 'one per head' },
  },
  normOrder: {
    name: 'Norm',
    choices: {
      post: 'after adding (post-norm)',
      pre: 'before the sublayer (pre-norm)',
      none: 'none',
    },
  },
  feedForward: {
    name: 'Feed-forward width',
    derived: { auto: '4 · D', own: 'a number (0: none)', value: 'Width d_ff' },
  },
  activation: {
    name: 'Activation',
    choices: { relu: 'ReLU', gelu: 'GELU', gelu_tanh: 'GELU (tanh)' },
  },
  tied: { name: 'Output matrix = embedding table', argument: 'the output matrix' },
  positions: {
    name: 'Positions',
    choices: { none: 'none', sinusoidal: 'sinusoidal', learned: 'learned', rotary: 'rotary' },
  },
  scale: {
    name: 'Scale',
    derived: { auto: '1/√d_k', own: 'a number', value: 'Scale factor' },
  },
  temperature: { name: 'Temperature' },
  dropoutP: { name: 'Dropout p' },
  training: { name: 'Training (dropout acts)', argument: 'training' },
  dropoutMask: { name: 'Dropout mask by hand', argument: 'the dropout mask' },
  bias: { name: 'Bias' },
  softcap: {
    name: 'Softcap',
    argument: 'the cap of scores',
    derived: { auto: 'none', own: 'a number', value: 'Cap c' },
  },
  dK: {
    name: 'Width of Q and K',
    argument: 'the width d_k',
    derived: { auto: 'D / h', own: 'a number', value: 'd_k' },
  },
  dV: {
    name: 'Width of V',
    argument: 'the width d_v',
    derived: { auto: 'd_k', own: 'a number', value: 'd_v' },
  },
  outputProjection: { name: 'Output projection W_o', argument: 'the output projection' },
  outputWidth: {
    name: 'Width of the output',
    argument: 'the width of the output',
    derived: { auto: 'D', own: 'a number', value: 'Columns of W_o' },
  },
  attentionWidth: {
    name: 'Width of attention, h · d_k',
    argument: 'the width of attention',
    derived: { auto: 'D', own: 'a number', value: 'Width h · d_k' },
  },
  residual: { name: 'Residual sums', argument: 'the residual sums' },
  scaleScores: { name: 'Scores divided by √d_k', argument: 'the scaling of scores' },
  scaleEmbedding: { name: 'Embeddings times √D', argument: 'the scaling of embeddings' },
  initialization: {
    name: 'Random parameters',
    choices: { uniform: 'uniform, as in PyTorch', normal: 'normal, biases 0' },
  },
  sourceTable: {
    name: 'Embedding table of its own for the source',
    argument: 'the source’s table',
  },
  rawValues: {
    name: 'Values of cross-attention from raw word embeddings',
    argument: 'raw values',
  },
  pointer: { name: 'Points at a word (the first head is the output)', argument: 'the pointer' },
  predicts: { name: 'Predicts a token for each token', argument: 'the prediction' },
  labelSmoothing: { name: 'Label smoothing' },
  fault: {
    name: 'Fault',
    choices: {
      none: 'none',
      softmax_axis: 'softmax over the wrong axis',
      no_scale: 'no scaling by √d_k',
      scale_by_sqrt_d: 'scaling by √D, not √d_k',
      scale_by_sqrt_h: 'scaling by √h, not √d_k',
      mask_after_softmax: 'mask after softmax',
      padding_on_queries: 'padding mask on query rows',
      mask_inverted: 'boolean mask read inverted',
      view_without_transpose: 'view without transpose',
      dropout_in_evaluation: 'dropout left on in evaluation',
      finite_mask: '−1e9 instead of −∞ in masks',
      key_value_swapped: 'keys and values swapped',
      positions_twice: 'positions added twice',
      values_of_queries: 'values of the queries’ sentence',
      norm_axis: 'layer norm over the tokens',
      no_causal_mask: 'no causal mask',
      tile_without_rescale: 'tiles not rescaled',
    },
  },
  faultAt: { name: 'Place of the mistake' },
  x: { name: 'Word vectors' },
  memoryX: { name: 'Second word vectors' },
  seed: { name: 'Seed' },
  decimals: { name: 'Decimals' },
  lang: { name: 'Language' },
  step: { name: 'Step' },
  cell: { name: 'Cell' },
  cellStep: { name: 'Step of the cell' },
  batch: { name: 'Sentence shown' },
  head: { name: 'Head shown' },
  weightsView: { name: 'View of weights' },
  mode: { name: 'Mode' },
  columnSums: { name: 'Sums of columns' },
  hiddenHeads: { name: 'Hidden heads' },
  focusToken: { name: 'Chosen token' },
  edits: { name: 'Edits' },
} satisfies Readonly<Record<string, SettingText>>;

/** Words of the panel of settings. */
export const settingsPanel = {
  kindGroups: { attention: 'Attention', transformer: 'Transformer' },
  rare: 'Less common',
  own: 'with {n} {n|matrix|matrices} given by hand',
  dropOwn: 'Drop {n|it|them}',
  newSeed: 'Next seed',
  undo: 'Undo',
  redo: 'Redo',
  startOver: 'Start over',
  maskHint: 'In a boolean mask, true = may attend. In an added mask, 0 = may attend, −∞ = hidden.',
  offsetHint: 'With the causal mask, query t sees the keys up to t + offset.',
  trainedModel:
    'Sizes and kinds are those of the trained model: random parameters leave them to choose.',
  untrainedModel: 'Untrained, with random parameters: what it predicts means nothing yet.',
  layerLimits: 'At most {layers} layers.',
  lossInTraining: 'With training, a decoder also has a loss.',
  noHeads: 'Without projections there are no heads, no matrices and no bias.',
  limits: 'Limits here: {tokens} tokens, {sentences} sentences, D {dModel}, {heads} heads.',
};
