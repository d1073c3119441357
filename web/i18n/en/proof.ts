/** Words of the stage, the matrices, the memory view, the views of weights, and the proof. */
export const proof = {
  comma: ', ',
  colon: ': ',

  // stage
  axisChanged: 'this axis is new here',
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'The browser did not allow copying',
  untrained: 'Untrained: random parameters (seed {seed})',
  untrainedLeaf: 'A random parameter (seed {seed}), untrained.',
  fullyMasked: 'These rows see no key: {n}. By convention their weights and output are zero.',
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
  pasteHint:
    'Paste rows from a spreadsheet (tabs or commas between numbers, a line for each row), or a list of rows: [[1, 2], [3, 4]].',
  columnsOf: 'Columns {from} to {to} of {n}',
  newValue: 'New value of {cell}',
  spoken: '{cell}: {value}',
  spokenRank: '{cell}: {value}, rank {rank}',
  legendWeights: 'weight',
  legendProbabilities: 'probability',
  legendZero: '0 everywhere',
  legendZeroElse: '0 everywhere else',
  legendSigned: 'value, centred on 0',
  squareRoot: 'square-root colours',
  legendMasked: 'masked, −∞',
  legendEdited: 'edited',

  // proof
  heading: 'Where this number comes from',
  tabs: { proof: 'Proof', formula: 'Formula', pytorch: 'PyTorch', why: 'Why' },
  chooseCell: 'Point at a cell of any matrix to see the arithmetic behind it; click to keep it.',
  back: 'Back to {cell}',
  onlyCell: 'its only cell',
  editedCell: 'You set this cell to {value}. The operation gives {computed}, as follows.',
  terms: 'all terms',
  left: 'left',
  right: 'right',
  product: 'product',
  runningSum: 'running sum',
  sumOf: 'Sum of {n} {n|product|products}:',
  bias: 'bias',
  maximum: 'largest of the row',
  maximumShort: 'max',
  sumOfExponentials: 'sum of the exponentials',
  whyMaximum:
    'The largest is subtracted first, so that no exponential overflows; the quotient stays the same.',
  silentRow:
    'Every score of this row is −∞. Softmax would be 0 / 0; this project defines the weights as zero.',
  dividedByZero: 'The divisor is 0: by this project’s definition the quotient is 0.',
  nothingYet: 'The first number is −∞: nothing has been added up yet, and the exponential is 0.',
  silentLogarithm:
    'Every number of this row is −∞: softmax is 0 there by definition, and its logarithm −∞.',
  whyLogarithm:
    'The logarithm of the quotient is a difference; this way no probability is rounded to 0 before its logarithm is taken.',
  mean: 'mean',
  meanShort: 'mean',
  variance: 'variance',
  varianceShort: 'variance',
  whyEpsilon: 'ε keeps the root away from 0 where all numbers of the row are equal.',
  sumOfTerms: 'Sum of {n} {n|term|terms}:',
  placeOfLabel: 'place → label',
  sums: {
    plain: 'The {n} {n|number of the row is|numbers of the row are} added.',
    mean: 'The mean of {n} {n|number|numbers}: each is divided by n, and all are added.',
    variance: 'The mean squared distance of {n} {n|number|numbers} from their mean.',
    entropy: 'The entropy of {n} {n|weight|weights}, in nats. A weight of 0 adds 0.',
    softmax_gradient:
      'How sensitive softmax still is to changes of the scores: the trace of its Jacobian, a term for each of {n} {n|weight|weights}.',
    cross_entropy:
      'The mean over {n} {n|position|positions} of −ln p(label). Each x is the log-probability that the right token was given; positions labelled −1 do not count.',
  },
  maximumRule: 'The largest of {n} {n|number|numbers}:',
  largest: 'largest',
  number: 'number',
  argmaxRule: 'The largest of {n} is {value}, at number {place}: {name}.',
  firstOfEquals: 'Of equal numbers the first counts as the larger.',
  rank: 'rank',
  kept: 'kept',
  topKept: 'Rank {rank} of {n}: among the {k} largest, so the number stays.',
  topLeft:
    'Rank {rank} of {n}: not among the {k} largest, so it becomes −∞ and its probability exactly 0.',
  drawn: 'random number · total',
  sampleRule:
    'Random number times total. The first running sum above it belongs to number {place}: {name}.',
  sampleKey:
    'The random number is uniform in [0, 1) and belongs to the seed and the place in the sequence: the same seed gives the same.',
  cachedRule: 'Computed at token {n} and kept since; nothing is computed here.',
  cachedRuleOf: 'Computed at token {n}, “{token}”, and kept since; nothing is computed here.',
  cachedOrigin:
    'A pass over the whole sequence without a cache computes the same number like this:',
  copyRule: 'The same number, read elsewhere:',
  selectRule: 'Row {id} of the table:',
  dropoutKept:
    'The random number {draw} is not below p = {p}: the cell is kept and multiplied by {factor}.',
  dropoutDropped: 'The random number {draw} is below p = {p}: the cell is dropped.',
  dropoutKey:
    'The random number belongs to the seed, the step and the cell: an edit elsewhere does not change it.',
  position: 'position',
  columnPair: 'pair of columns',
  angle: 'angle',
  causalRule: 'This query may see keys 0 to {limit}.',
  paddingRule: 'The sentence has {limit} {limit|token|tokens}; what comes after is padding.',
  visible: 'Visible: 0 is added to the score.',
  hidden: 'Hidden: −∞ is added to the score.',
  leaf_given: 'Given from outside: nothing was computed.',
  leaf_random: 'A random parameter (seed {seed}), untrained.',
  leaf_identity: 'The identity matrix: 1 on the diagonal, 0 elsewhere.',
  leaf_constant: 'A parameter as it starts: the same number everywhere, untrained.',
  constants: { scale: 'scale', factor: 'factor' },
  inDouble: 'in double precision',
  stored: 'stored, 32 bits',
  computed: 'computed, 32 bits',
  equal: 'Equal to the last bit.',
  within: 'Agrees within {bound}: what rounding to 32 bits can explain (n·ε).',
  disagrees: 'Does not agree: further apart than {bound}, what rounding to 32 bits can explain.',

  // memory
  memoryTitle: 'Order in memory',
  memoryShared:
    'Nothing moves: “{step}” reads the same storage as “{source}”. Only shape and strides are different.',
  memoryWindow: 'Nothing moves: “{step}” is a window on the storage of “{source}”.',
  memoryCopied: '“{step}” is a copy: every number of “{source}” goes to its place in new memory.',
  memoryDetached:
    'Because a cell was edited, “{step}” has memory of its own now; “{source}” keeps its numbers.',
  copyAgain: 'Play the copy again',
  inMemory:
    'As it lies in memory: storage #{storage}, {n} {n|number|numbers}, one address after the other',
  newMemory:
    'After the copy: storage #{storage}, {n} {n|number|numbers} (old address ↓ new address)',
  readingOrder: '“{step}” in reading order: {n} {n|number|numbers}, each with its address',
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
