import { experimentTexts } from './en-experiments.js';
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
  pairsFile: 'Take them from a file',
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
    'Another model starts anew; another optimiser goes on from where the run stands. With its own settings each task is known to be learned.',
  fields: {
    layers: 'Layers',
    heads: 'Heads',
    dModel: 'Width d_model',
    norm: 'Norm',
    positions: 'Positions',
    scaleScores: 'Scores',
    rawValues: 'Cross-attention’s values',
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
  valuesOfEncoder: 'of the encoder’s output',
  valuesOfWords: 'of the words themselves',
  positionKinds: {
    learned: 'learned',
    sinusoidal: 'sinusoidal',
    rotary: 'rotary',
    none: 'none',
  },
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
      'In update {n} the numbers left their range, first in the step {argument}. That update was not made, and nothing is lost. The same settings lead here again: lower the rate, or add a warm-up.',
    memory:
      'There is not enough memory for this. The last kept moment is still here, and training goes on from it; the same settings lead here again, so take a smaller batch or model.',
    workerLost:
      'The worker that trained has ended. The last kept moment is still here, and training goes on from it.',
    file: 'This file cannot be read as a run: {actual}. The run stays as it was.',
    unexpected: 'Something went wrong that should not have: {actual}. The run stays as it was.',
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
  noWorker:
    'No worker can be started on this page: it trains on the page’s own thread, which may stutter.',

  // the curves
  curves: 'Loss and answers over the updates',
  lossChart: 'Loss over the updates, of the batches trained on and of held-out examples',
  shareChart: 'Share of answers that are right over the updates',
  trainLoss: 'loss of each batch',
  heldLoss: 'loss of held-out examples',
  ownLoss: 'loss of all examples',
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
  tellOwn: 'all {loss}, {share} right',
  comma: ', ',
  colon: ': ',

  // the numbers
  facts: {
    train: 'Loss of the batch',
    held: 'Loss, held out',
    unsure: 'As unsure as among',
    labels: 'Tokens right',
    all: 'Loss, all examples',
    sentences: 'Sentences right',
    rhymes: 'Rhymes right',
    rate: 'Rate',
    norm: 'Gradient norm',
    speed: 'Tokens per second',
  },
  choices: { tokens: 'tokens', places: 'words' },
  ofTexts: 'in {n} texts',
  meaning: {
    token:
      'Loss is −ln of the probability of the right token. Whoever guesses among {words} tokens has ln {words} = {start}; e to the loss, now {n}, says among how many tokens the model hesitates.',
    place:
      'Loss is −ln of the probability of the right word. Whoever guesses among the words of a sentence has {start}; e to the loss, now {n}, says among how many words the model hesitates.',
  },

  // what it answers
  answersBefore: 'What it answers before training',
  answersAt: 'What it answers at update {n}',
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
  pointer: 'last layer, first head: the answer',
  measure:
    'The largest weight of a row lies there in {points} of the rows; the mean weight there is {weight}.',
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
  allHeads: 'all heads together',
  headN: 'head {n}',
  measuredNote: 'Measured over the same examples as the answers.',
  attentionNote: 'Each row is one query; its weights add up to 1.',

  // the moments
  moments: 'Kept moments',
  momentName: 'Update {n}, loss {loss}: go there',
  pin: 'Pin update {n}',
  unpin: 'Unpin update {n}',
  pinText: '{most} moments are kept, farther apart as the run grows. A pinned one always stays.',

  // an update as steps
  openTitle: 'Inside one update',
  openButton: 'Open this update',
  opening: 'The update is being recorded …',
  openedText:
    'Update {n} of this run, as it will be made: {batch} examples forward and back, in {steps} recorded steps. Nothing is changed by looking; training makes the same numbers, to the last bit.',
  weightTitle: 'One weight',
  weightText:
    'Its gradient is a sum over all examples of the batch and their tokens; the optimiser makes the update of it. Click a number to see its arithmetic, or another cell of the gradient to follow that one.',
  parameter: 'Parameter',
  row: 'Row',
  column: 'Column',
  chainCaption: 'From the gradient to the new value of {path} [{index}]',
  scoreTitle: 'One row of scores',
  scoreText:
    'Softmax turns a row of scores into weights. Its gradient comes back so: a score’s own weight times how much its upstream gradient exceeds the row’s weighted mean. Click a cell for its arithmetic.',
  softmaxRows: {
    weights: 'after softmax',
    upstream: 'what comes back from the values',
    scores: 'what reaches the scores',
  },
  sentence: 'Sentence',
  query: 'Query',
  allSteps: 'All steps, in order',
  step: 'Step',
  parts: { forward: 'Forward', backward: 'Backward', update: 'Update' },

  // one head by hand
  hand: {
    sentence: 'dog sees it',
    optimizers: { adamw: 'AdamW', sgd: 'plain gradient descent' },
    badRate: 'The rate is a number from {least} to {most}. The last one stays.',
  },

  // two moments
  compareTitle: 'Two moments compared',
  compareText:
    'Any step of the forward pass over one example, at two moments: of this run, of the one before it, or of the two runs of an experiment.',
  compareButton: 'Compare two moments',
  close: 'Close',
  momentA: 'Moment A',
  momentB: 'Moment B',
  thisRun: 'This run',
  earlierRun: 'The run before it',
  difference: 'B − A',
  otherShape: 'In the two models this step has different shapes: nothing can be subtracted.',

  // experiments
  experimentsTitle: 'Experiments',
  experimentsText:
    'Two runs with the same seed and the same batches that differ in one thing. How will they end?',
  guess: {
    labels:
      'Guess first: after the last update, how many of every 100 held-out tokens will each run get right? A field may stay empty.',
    sentences:
      'Guess first: after the last update, how many of every 100 held-out sentences will each run translate word for word? A field may stay empty.',
  },
  wrongGuess: '“{actual}” is no percentage. A guess is a number from 0 to 100, or nothing.',
  showMe: 'Show me',
  runBoth: 'Run both',
  runAgain: 'Run again',
  bothTrain: 'Both runs train.',
  yourGuess: 'Your guess',
  guessedAndReached: 'You guessed {guess} with “{name}”; it reached {share}.',
  reached: 'With “{name}” it reached {share}.',
  foundTitle: 'What seeds 0 to 4 gave with this trainer',
  pairChart: 'Loss of held-out examples, seed {seed}: {a} and {b}',
  pairBatchChart: 'Loss of the batches, seed {seed}: {a} and {b}',
  withSeed: 'Seed {seed}',
  comparePair: 'Compare them step by step',
  experiments: experimentTexts,
  unharmed:
    'What does not go wrong at this size, for the same seeds: the four pairs are exact without warm-up, without √d_k, without clipping, and with post-norm. The ring is learned without warm-up and without clipping. Post-norm with one or two layers translates as well as pre-norm (85–100\u00a0% of whole sentences with one layer, 100\u00a0% with two).',

  // keeping
  keepTitle: 'Keep it',
  keepText:
    'The last moment of a run stays in this browser, so that it survives a closed tab. A file has all that is needed to go on, on any machine.',
  keepDenied: 'This browser keeps nothing for this page: save a file instead.',
  saveRun: 'Save the run as a file',
  loadRun: 'Load a run',
  fileTooLarge: 'This file is too large to be a run of this page.',
  noRecipe: 'This file has no settings of a run: only a file that this page saved can go on.',
  openIn: 'Open the trained model in',
  pages: { playground: 'the playground', transformer: 'the Transformer', generation: 'generation' },
  offer: 'A run of “{task}” stands at update {n} of {of}.',
  takeKept: 'Go on with it',
  leaveKept: 'Forget it',

  // for screen readers
  spokenTraining: 'Training: update {n}, loss {loss}, {share} of tokens right',
  spokenRest: 'At rest at update {n}: loss {loss}, {share} of tokens right',
};

export type Texts = typeof texts;
