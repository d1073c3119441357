import type { OperationName } from '../../engine/types.js';

/** Words of the stage, the matrices, the memory view, the views of weights, and the proof. */
export const proof = {
  comma: ', ',
  colon: ': ',

  // stage
  axisChanged: 'this axis is new here',
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'The browser did not allow copying',
  untrained: 'Untrained: the weights are random, by seed {seed}.',
  untrainedLeaf: 'A parameter, random by seed {seed}, untrained.',
  fullyMasked:
    'Rows in which no key may be attended to: {n}. By definition their weights and output are zero.',
  openStep: 'Open this step',

  // matrix
  every: 'every',
  digits: 'Show digits',
  fit: 'Fit to width',
  edit: 'Edit cell',
  paste: 'Paste matrix',
  table: 'Show as table',
  csv: 'Copy CSV',
  tools: 'Tools',
  apply: 'Apply',
  cancel: 'Cancel',
  pasteHint: 'Paste rows from a spreadsheet: tabs or commas between numbers, a line for each row.',
  columnsOf: 'Columns {from} to {to} of {n}',
  newValue: 'New value of {cell}',
  spoken: '{cell}: {value}',
  spokenRank: '{cell}: {value}, rank {rank}',
  legendWeights: 'weight',
  legendZero: '0 everywhere else',
  legendSigned: 'value, centred on 0',
  squareRoot: 'square-root colours',
  legendMasked: 'masked, −∞',
  legendEdited: 'edited',
  legendSilent: 'no visible key: {n}',

  // proof
  heading: 'How this cell came about',
  tabs: { proof: 'Proof', formula: 'Formula', pytorch: 'PyTorch', why: 'Why' },
  chooseCell: 'Point at a cell of any matrix to see the arithmetic behind it; click to keep it.',
  back: 'Back to {cell}',
  pytorchNote:
    'A line of PyTorch that does this step. Weights are written [in, out] here; PyTorch’s Linear stores the transpose.',
  editedCell: 'You set this cell to {value}. The operation had given {computed}, as follows.',
  terms: 'all terms',
  left: 'left',
  right: 'right',
  product: 'product',
  runningSum: 'running sum',
  sumOf: 'Sum of {n} products:',
  bias: 'bias',
  maximum: 'largest score of the row',
  maximumShort: 'max',
  sumOfExponentials: 'sum of the exponentials',
  whyMaximum:
    'The largest score is taken off first so that no exponential overflows; the quotient stays the same.',
  silentRow:
    'Every score of this row is −∞. Softmax would be 0 / 0; this project defines the weights as zero.',
  copyRule: 'The same number, read elsewhere:',
  selectRule: 'Row {id} of the table:',
  dropoutKept:
    'The draw {draw} is not below p = {p}: the weight is kept and multiplied by {factor}.',
  dropoutDropped: 'The draw {draw} is below p = {p}: the weight is dropped.',
  dropoutKey:
    'The draw belongs to the seed, the step and the cell: an edit elsewhere does not change it.',
  position: 'position',
  columnPair: 'pair of columns',
  angle: 'angle',
  causalRule: 'This query may see keys 0 to {limit}.',
  paddingRule: 'The sentence has {limit} tokens; what comes after is padding.',
  visible: 'Visible: 0 is added to the score.',
  hidden: 'Hidden: −∞ is added to the score.',
  leaf_given: 'Given from outside: nothing was computed.',
  leaf_random: 'Drawn at random from seed {seed}; untrained.',
  leaf_identity: 'The identity matrix: 1 on the diagonal, 0 elsewhere.',
  constants: { scale: 'scale', factor: 'factor' },
  inDouble: 'in double precision',
  stored: 'stored, 32 bits',
  computed: 'computed, 32 bits',
  equal: 'Equal to the last bit.',
  within: 'Agrees within {bound}, what rounding to 32 bits can explain (n·ε).',
  disagrees: 'Does not agree: further apart than {bound}, what rounding to 32 bits can explain.',

  /** What each operation does, whatever it is used for. */
  why: {
    given: 'These numbers come from outside; everything else is computed from them.',
    random:
      'The numbers are drawn with Xavier’s bounds from the seed, so that sums of products neither grow nor shrink from layer to layer. Nothing has been learned.',
    identity:
      'The identity leaves every vector as it is, so that the other steps can be followed by head.',
    embedding:
      'Looking up a row is the same as multiplying a one-hot vector with the table, without the zeros.',
    positional_encoding:
      'Each pair of columns is a clock hand turning at its own speed; together they tell positions apart.',
    causal_mask: 'A query may see itself and what came before. This mask is not about padding.',
    padding_mask:
      'It hides keys that stand for no word. It is not causal: it hides the same keys from every query.',
    add: 'Adding keeps the shape; where one side has fewer rows, its rows are used again.',
    linear:
      'Every output number is the dot product of a row of the input with a column of the matrix.',
    matmul:
      'Every output number is the dot product of a row on the left with a column on the right.',
    matmul_transposed:
      'Every output number is the dot product of a row on the left with a row on the right: a matrix product with the second one transposed.',
    scale: 'Every number is multiplied by the same constant; the order within a row stays.',
    mask: 'Adding −∞ makes an exponential of exactly 0; adding 0 changes nothing. It has to happen before softmax.',
    softmax:
      'Exponentials make every number positive, dividing by their sum makes the row sum to 1. A row is a query; the sum runs over its keys.',
    dropout: 'It acts in training only. Left on in evaluation, rows no longer sum to 1.',
    view: 'A view reads the same memory under another shape. It is allowed only where the order in memory fits.',
    transpose: 'Two axes change places by swapping their strides. Nothing is copied.',
    contiguous:
      'It copies the numbers so that memory is in reading order, which the view after it needs.',
    split: 'A part of the same memory: an offset and a smaller shape, nothing is copied.',
    concat: 'Pieces are put next to each other along the last axis.',
  } satisfies Record<OperationName, string>,

  // memory
  memoryTitle: 'Order in memory',
  memoryShared:
    'Nothing moves: “{step}” reads the same storage as “{source}”. Only shape and strides are different.',
  memoryWindow: 'Nothing moves: “{step}” is a window on the storage of “{source}”.',
  memoryCopied: '“{step}” is a copy: every number of “{source}” goes to its place in new memory.',
  memoryDetached:
    'Because a cell was edited, “{step}” has memory of its own now; “{source}” keeps its numbers.',
  copyAgain: 'Play the copy again',
  inMemory: 'As it lies in memory: storage #{storage}, {n} numbers, one address after the other',
  newMemory: 'After the copy: storage #{storage}, {n} numbers (old address ↓ new address)',
  readingOrder: '“{step}” in reading order: {n} numbers, each with its address',
  shape: 'shape',
  strides: 'strides',
  offset: 'offset',
  storage: 'storage',
  address: 'address',

  // views of weights
  viewsOfWeights: 'Views of the weights',
  views: { matrix: 'Matrix', heads: 'Head view', text: 'Text' },
  heads: 'Heads shown',
  headHint: 'Click hides or shows a head; double-click or S shows it alone.',
  lines:
    'Each line is a weight; the strongest one shown is {largest}. Lines fainter than {percent} % of it are left out.',
  chooseQuery: 'Choose the token that asks:',
  looksAt: 'What “{token}” takes from each token:',
  noHeads: 'All heads are hidden.',
};
