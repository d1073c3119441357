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
  fullyMasked: 'These rows see no key: {n}. By convention their weights and output are zero.',
  openStep: 'Open this step',

  // matrix
  every: 'every',
  tools: 'Tools',
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
  editedLeaf: 'You set this cell to {value}. It was {computed}.',
  terms: 'all terms',
  left: 'left',
  right: 'right',
  product: 'product',
  runningSum: 'running sum',
  sumOf: 'Sum of {n} {n|product|products}:',
  bias: 'bias',
  upstream: 'upstream gradient',
  derivative: 'local derivative',
  maximum: 'largest of the row',
  maximumShort: 'max',
  sumOfExponentials: 'sum of the exponentials',
  whyMaximum:
    'The largest is subtracted first, so that no exponential overflows; the quotient stays the same.',
  silentRow:
    'Every score of this row is −∞. Softmax would be 0 / 0; this project defines the weights as zero.',
  silentLogarithm:
    'Every number of this row is −∞: softmax is 0 there by definition, and its logarithm −∞.',
  whyLogarithm:
    'The logarithm of the quotient is a difference; this way no probability is rounded to 0 before its logarithm is taken.',
  inDouble: 'in double precision',
  stored: 'stored, 32 bits',
  computed: 'computed, 32 bits',
  equal: 'Equal to the last bit.',
  within: 'Agrees within {bound}: what rounding to 32 bits can explain (n·ε).',
  disagrees: 'Does not agree: further apart than {bound}, what rounding to 32 bits can explain.',

  // views of weights
  viewsOfWeights: 'Views of the weights',
  views: { matrix: 'Matrix', heads: 'Head view', text: 'Text' },
};
