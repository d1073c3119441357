/** The panel of token-by-token generation and its cache. */
export const texts = {
  panel: 'Generating token by token',

  // the model and what it reads
  architecture: 'Architecture',
  architectures: { 'decoder-only': 'decoder-only', 'encoder-decoder': 'encoder–decoder' },
  source: 'Source',
  prompt: 'Prompt',
  apply: 'Apply',
  layers: 'Layers',
  heads: 'Heads',
  dModel: 'Width D',
  seed: 'Seed',
  sizes:
    '{architecture}, {layers} {layers|layer|layers}, {heads} {heads|head|heads}, width {dModel}',
  noDecoder: 'This model has no decoder, so it cannot write.',
  untrained:
    'Untrained: random parameters (seed {seed}). The output makes no sense, but every number is really computed. The vocabulary has {n} tokens.',

  // the sequence
  sequence: 'The sequence',
  promptTokens: 'given',
  generated: 'generated: choose one to see where it comes from',
  next: 'Next token',
  play: 'Play',
  pause: 'Pause',
  startOver: 'Start over',
  count: '{n} of {most} new tokens',
  said: 'New token: “{token}”, {n} of {most}.',
  overEnd: 'The sequence ended with {token}.',
  overMost: 'The limit here is {most} new tokens.',
  reused: 'This pass: {kept} tokens reused, {computed} computed.',

  // problems
  problems: {
    empty: '{name} is empty: it needs at least one token. {kept}',
    tooLong: '{name} has more than {most} tokens. {kept}',
    tooMany: 'With these words the vocabulary would have more than {most} tokens. {kept}',
    unknown:
      '{name} has tokens that are not in the vocabulary: {tokens}. A model knows only the tokens it was made with. {kept}',
    whole:
      '{name}: “{actual}” cannot be used. It takes a whole number from {least} to {most}. {kept}',
    positive:
      '{name}: “{actual}” cannot be used. It takes a number above 0, from {least} to {most}. {kept}',
    number: '{name}: “{actual}” is not a number. {kept}',
  },
  stays: 'Nothing was changed.',
  newModel: 'Make a new model that knows them',

  // the choice
  choiceTitle: 'What comes after “{token}”?',
  choiceText:
    'The last row of the model gives one logit for each token of the vocabulary; softmax turns them into probabilities, and one token is chosen.',
  way: 'Token',
  greedy: 'the most probable',
  sampled: 'sampled by seed',
  temperature: 'Temperature',
  temperatureSlider: 'Temperature, slider',
  topK: 'Top-k',
  drawSeed: 'Sampling seed',
  order: 'Order',
  byProbability: 'most probable first',
  byVocabulary: 'as in the vocabulary',
  rechosen: 'Chosen again from the same logits: “{token}”.',
  dropped: 'Another token was chosen here, so the {n} after it were removed.',
  stale:
    'A weight has changed since this token was chosen, so it cannot be chosen again from the same logits. The settings apply to the next one.',
  candidates: 'Candidates for the next token',
  allCandidates: 'Show all {n}',
  candidate: 'token',
  logit: 'logit',
  tempered: 'after temperature',
  cut: 'after top-k',
  temperedAndCut: 'after temperature and top-k',
  probability: 'probability',
  sums: 'running sum',
  chosen: 'chosen',
  isCut: 'cut by top-k',
  drawn:
    'Random number: {draw}. In the order of the vocabulary, “{token}” is the first token whose running sum exceeds it (sum of all: {sum}).',
  drawnPicture:
    'The probabilities side by side from 0 to their sum; the line is the random number.',
  greedyText: 'Nothing is sampled: “{token}” has the largest probability, {value}.',
  candidatesHint:
    'Point at a number or move with the arrow keys to see where it comes from; click or Enter keeps it, Escape lets go.',

  // attention
  weightsTitle: 'One more token is one more row',
  weightsKept:
    'Only the new token asks: one row of weights is computed. The rows above are from the passes before; under the causal mask no later token can change them.',
  weightsWhole: 'All rows were computed in this pass: {n}.',
  layer: 'Layer',
  head: 'Head',
  attention: 'Attention',
  selfAttention: 'self-attention',
  crossAttention: 'cross-attention',
  kept: 'kept',
  new: 'new',

  // the cache
  cacheTitle: 'The cache: keys and values that are kept',
  cacheText:
    'A key and a value depend on their own token and those before it, so they stay as they are when a token is appended. Kept, they need not be computed again; no query is needed twice.',
  useCache: 'Use the cache',
  cacheOn: 'on',
  cacheOff: 'off',
  cacheNext: 'From the next token on.',
  layerN: 'Layer {n}',
  keysValues: 'keys and values',
  sourceKeysValues: 'keys and values of the source',
  rows: '{kept} kept, {computed} new',
  work: 'Multiply-adds',
  thisToken: 'this token',
  inAll: 'all tokens',
  done: 'done',
  without: 'without a cache',
  saved: 'saved',
  keysOf: 'Keys, layer {layer}',
  valuesOf: 'Values, layer {layer}',
  keptRows: 'Kept',
  newRows: 'New',
  nothingKept: 'Nothing was kept before this pass.',
  check: 'Compute it again without the cache',
  checkEqual: 'Largest difference of a logit: 0. All {n} are equal to the last bit.',
  checkDiffers: 'Largest difference of a logit: {difference}.',
  checkStale: 'A weight has changed since then: generate the next token first.',

  // changing a weight
  editTitle: 'Change one weight',
  editText:
    'Kept keys and values were computed with the old weights. Change a number of $W_K$ or $W_V$, and they are wrong: the cache is emptied, and the next token computes everything again.',
  matrix: 'Matrix',
  row: 'Row',
  column: 'Column',
  weight: 'New value',
  now: 'Now: {value}',
  change: 'Change',
  changed: '{matrix}[{row}, {column}] of layer {layer}: {before} → {value}.',
  emptied: 'The cache was emptied: {n} {n|token|tokens} must be computed again.',
  notEmptied: 'Nothing was kept, so there was nothing to empty.',
  onlyWeights:
    'This number is computed from others. Only the weights of the model can be changed: see “Change one weight”.',

  // the example
  exampleTitle: 'Example logits',
  exampleText: 'Four logits to try by hand. Each can be changed.',
  exampleNote:
    'Some write-ups print [0.98, 0, 0, 0.12] for 39, 20, 31 and 35: that does not sum to 1. The fourth is 0.018.',
  exampleField: 'Logit {n}',
  exampleValue: 'Probability {n}: {value}',
};

export type Texts = typeof texts;
