import type { Axis } from '../../engine/types/index.js';
/** Words of the frame: input, controls, ribbon, walk, and what is read aloud. */
export const ui = {
  head: 'Head {n}',

  playground: 'Attention playground',

  // the first screen
  promise: 'Each word asks every word how relevant it is, then takes a mix of their values.',
  startAtWords: 'Start at the words',
  skipToMatrix: 'Skip to the matrix',

  // figures
  more: 'more',
  less: 'less',
  rowSumOff: 'These rows do not sum to 1: {n}',

  // input
  input: 'Input',
  sentence: 'Sentence',
  sentenceN: 'Sentence {n}',
  memory: 'Second sentence',
  memoryN: 'Second sentence {n}',
  source: 'Source (encoder)',
  target: 'Target (decoder)',
  /** Where there is little room. */
  short: { source: 'Source', target: 'Target', first: 'Text', second: 'Second' },
  startHint: 'The decoder is always given <sos> first.',
  placeholder: 'Type a sentence',
  editText: 'Edit',
  tokenizer: 'How to cut into tokens',
  example: 'Choose an example',
  chooseExample: 'Example…',
  oneMoreSentence: 'sentence',
  addSentence: 'Add sentence',
  removeSentence: 'Remove sentence {n}',
  remove: 'Remove',
  batchFull: '{n} sentences are the limit.',
  tokensOf: 'Tokens: {name}',
  tokenCount: '{n} of {most} tokens',
  editToken: 'Token {n}: {token}. Edit',
  tokenText: 'Token {n}',
  applyToken: 'Apply',
  splitToken: 'Split at cursor',
  joinToken: 'Join with next',
  insertToken: 'Insert after',
  deleteToken: 'Delete',
  closeToken: 'Done',
  newToken: 'new',
  byHand: 'Edited by hand.',
  cutAgain: 'Cut the text again',
  chipHint: 'Click a token to edit it.',

  // controls
  settings: 'Settings',
  resetEdits: 'Revert edits ({n})',
  close: 'Close',

  // blocks of a Transformer
  stacks: { encoder: 'Encoder', decoder: 'Decoder' },
  layerOf: '{stack} {n}',
  blocks: {
    tables: 'Tables',
    source: 'Source',
    target: 'Target',
    masks: 'Masks',
    self_attention: 'Self-attention',
    cross_attention: 'Cross-attention',
    feed_forward: 'Feed-forward',
    add_norm: 'Add & norm',
    add: 'Add',
    norm: 'Norm',
    output: 'Output',
    steps: 'Steps',
  },
  blockBefore: 'Back to: {name}',
  blockAfter: 'On to: {name}',
  stepCount: '{n} {n|step|steps}',
  map: 'Map',

  // ribbon and walk
  ribbon: 'The walk as shapes',
  direction: 'Direction of the walk',
  forward: 'Forward',
  backward: 'Backward',
  previous: 'Previous',
  next: 'Next',
  play: 'Play',
  pause: 'Pause',
  keys: '← → walk, Space plays',
  stepOf: 'Step {n} of {total}',
  walk: 'The walk',
  walkHint:
    'Every step in the order in which it runs. Cards with a dashed border are what the steps start from.',
  origins: {
    given: 'given',
    own: 'your numbers',
    vectors: 'given by hand',
    random: 'random parameter, untrained',
    identity: 'parameter, identity',
    constant: 'parameter, as it starts, untrained',
    number: 'one number, everywhere',
    formula: 'from a formula',
    cached: 'kept from earlier tokens',
  },
  edited: '{n} edited',
  makeOwn: 'Take these numbers as mine',
  nowAt: '{title}. {shape}',

  // proof as a sheet
  proof: 'Proof',
  openProof: 'Show the proof',
  closeProof: 'Hide the proof',
};

/** Names as they stand in a shape: `[batch 1, head 4, query 7, key 7]`. */
export const axes: Record<Axis, string> = {
  batch: 'batch',
  head: 'head',
  token: 'token',
  memory_token: 'source token',
  query: 'query',
  key: 'key',
  vocabulary: 'vocabulary',
  d_model: 'd_model',
  d_out: 'd_out',
  heads_d_k: 'h·d_k',
  heads_d_v: 'h·d_v',
  d_k: 'd_k',
  d_v: 'd_v',
  feed_forward: 'd_ff',
  one: '1',
};
