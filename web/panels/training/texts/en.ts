import { taskTexts } from './en-tasks.js';

/** The panel on training. */
export const texts = {
  panel: 'Training a small Transformer',
  tasks: taskTexts,

  // the bar
  task: 'Task',
  train: 'Train',
  goOn: 'Go on',
  pause: 'Pause',
  trainAnew: 'Train anew',
  anew: 'Start anew',
  oneBatch: 'One batch',
  oneStep: 'One step',
  hundredSteps: '100 steps',
  settings: 'Settings',
  progress: 'update {n} of {of}',

  // a person's own pairs
  ownPairs: 'Your pairs, one per line, with a tab or → between source and target',
  ownExample: 'one cat → 一 只 猫\ntwo cats → 两 只 猫\none dog → 一 只 狗\ntwo dogs → 两 只 狗',
  usePairs: 'Use these pairs',
  pairsFile: 'From a file',
  ownText: 'They stay on this machine. The model is judged on the pairs that it learns.',
  lines: {
    noArrow: 'Line {line}, “{text}”: there is no tab or → between a source and its target.',
    twoArrows: 'Line {line}, “{text}”: there is more than one tab or →.',
    noSource: 'Line {line}, “{text}”: there is nothing before the →.',
    noTarget: 'Line {line}, “{text}”: there is nothing after the →.',
    tooMany: 'Line {line} is one too many: at most 2,000 pairs.',
    none: 'There is no pair yet: write a source, → and its target.',
  },

  // settings
  model: 'Model',
  optimiser: 'Optimiser',
  defaults: 'Back to what the task needs',
  settingsText:
    'Another model starts anew. Another optimiser goes on from where the run stands. All settings of a task are those with which it is known to be learned.',
  fields: {
    layers: 'Layers',
    heads: 'Heads',
    dModel: 'd_model',
    norm: 'Norm',
    positions: 'Positions',
    scaleScores: 'Scores',
    optimizer: 'Method',
    lr: 'Rate',
    schedule: 'Schedule',
    warmup: 'Warm-up',
    batchSize: 'Batch',
    weightDecay: 'Weight decay',
    maxNorm: 'Clip at norm',
    steps: 'Updates',
    seed: 'Seed',
  },
  preNorm: 'before (pre-norm)',
  postNorm: 'after (post-norm)',
  divided: 'divided by √d_k',
  notDivided: 'not divided',
  positionKinds: {
    learned: 'learned',
    sinusoidal: 'sinusoidal',
    rotary: 'rotary',
    none: 'none',
  },
  optimizers: { adamw: 'AdamW', sgd: 'SGD' },
  schedules: {
    constant: 'constant',
    cosine: 'cosine',
    inverse_square_root: '1/√update',
  },
  wrongWhole:
    '{name}: “{actual}” cannot be used. It takes a whole number from {least} to {most}. The run stays.',
  wrongReal: '{name}: “{actual}” is not a number. The run stays.',

  // problems
  problems: {
    refused:
      'This cannot be used: {argument} is {actual}. Possible is: {expected}. The run stays as it was.',
    heads:
      'The heads must share d_model evenly, and rotary positions need heads of even width: {actual} does not fit. The run stays as it was.',
    not_finite:
      'The numbers left their range: {actual}, first in the step {argument}. That update was not made, and nothing is lost. The same settings lead here again: lower the rate, or add a warm-up.',
    memory: 'The memory of the page is full: {actual}. The run keeps its last moment.',
    workerLost:
      'The worker that trained has ended. The last kept moment is still here, and training goes on from it.',
    file: 'This file cannot be read as a run: {actual}. The run stays as it was.',
    missing:
      'This file has a model, but no state to go on from ({argument}). The run stays as it was.',
  },
  argumentNames: {
    nhead: 'the number of heads',
    heads: 'the number of heads',
    dModel: 'd_model',
    lr: 'the rate',
    weightDecay: 'weight decay',
    maxNorm: 'the clipping norm',
    batchSize: 'the batch',
    warmup: 'warm-up',
    pairs: 'a pair',
    positions: 'positions',
  },
  goOnFrom: 'Go back to update {n}',

  // the curves
  curves: 'Loss and answers over the updates',
  lossChart: 'Loss over the updates, of the batches trained on and of held-out examples',
  shareChart: 'Share of answers that are right over the updates',
  trainLoss: 'loss of each batch',
  heldLoss: 'loss of held-out examples',
  labelsRight: 'tokens right',
  sentencesRight: 'whole sentences right',
  judgedOn: 'on {n} examples that training never draws',
  judgedOnTrained: 'on the {n} examples that it learns',
  log: 'logarithmic',
  asTable: 'as a table',
  update: 'Update',
  updates: 'updates →',
  rate: 'Rate',
  gradientNorm: 'Gradient norm',
  guessing: 'guessing: {loss}',
  atUpdate: 'update {n}',
  tellTrain: 'batch {loss}',
  tellHeld: 'held out {loss}, {share} right',
  comma: ', ',

  // the numbers
  facts: {
    train: 'Loss of the batch',
    held: 'Loss, held out',
    unsure: 'As unsure as among',
    labels: 'Tokens right',
    sentences: 'Sentences right',
    rate: 'Rate',
    norm: 'Gradient norm',
    speed: 'Tokens per second',
  },
  choices: { tokens: 'tokens', places: 'words' },
  meaning: {
    token:
      'Loss is −ln of the probability of the right token. Whoever guesses among {words} tokens has ln {words} = {start}; e to the loss, now {n}, says among how many tokens the model hesitates.',
    place:
      'Loss is −ln of the probability of the right word. Whoever guesses among the words of a sentence has {start}; e to the loss, now {n}, says among how many words the model hesitates.',
  },

  // what it answers
  answersBefore: 'What it answers before training',
  answersNow: 'What it answers now',
  nothingWritten: '(nothing)',
  right: 'right',
  expected: 'expected {expected}',
  walkName: 'Walk {tokens}; said to come next: {said}',

  // its heads
  attentionBefore: 'Where a head looks before training',
  attentionNow: 'Where a head looks',
  attention: 'Attention',
  head: 'Head',
  example: 'Example',
  place: '{stack}, layer {layer}: {part}',
  stacks: { encoder: 'encoder', decoder: 'decoder' },
  selfAttention: 'self-attention',
  crossAttention: 'cross-attention',
  measure:
    '{name}: the largest weight lies there in {points} of the rows; mean weight there {weight}.',
  looks: {
    word: 'Word that is translated',
    profession: 'Profession → its word',
    digit: 'Digit that is written',
    referent: 'it → referent',
    'previous token': 'Token before',
    induction: 'Induction: what came after the same token before',
    symbol: 'Symbol that is written',
    rhyme: 'Ending that it rhymes with',
  },
  attentionNote: 'Measured over {n} examples. Each row is one query; its weights add up to 1.',

  // the moments
  moments: 'Kept moments',
  momentName: 'Update {n}, loss {loss}: go there',
  pin: 'Pin update {n}',
  unpin: 'Unpin update {n}',
  pinText: '{most} moments are kept, farther apart as the run grows. A pinned one always stays.',

  // for screen readers
  spokenTraining: 'Training: update {n}, loss {loss}, {share} of tokens right',
  spokenRest: 'At rest at update {n}: loss {loss}, {share} of tokens right',
};

export type Texts = typeof texts;
