/** How one cell was computed, by the rule of its operation. */
export const rules = {
  derivativesFrom: 'The derivatives are computed from:',
  nothingDepends: 'Nothing that leads to L reads this cell: its gradient is 0.',
  dividedByZero: 'The divisor is 0: by this project’s definition the quotient is 0.',
  nothingYet: 'The first number is −∞: nothing has been added up yet, and the exponential is 0.',
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
    smoothed:
      'Smoothed cross-entropy: every x is the log-probability of an entry at a position with a label, {n} of them. q is 1 − ε + ε/V at the label itself and ε/V everywhere else, so each position’s q sum to 1; n is the number of labelled positions.',
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
  rotationRule:
    'Two cells of a row are a point that is turned by an angle. This cell times the cosine, plus the other times the sine, whose sign is that of the turn:',
  position: 'position',
  columnPair: 'pair of columns',
  angle: 'angle',
  causalRule: 'This query may see keys 0 to {limit}.',
  causalNone: 'This query may see no key.',
  causalAll: 'This query may see every key.',
  paddingRule: 'The sentence has {limit} {limit|token|tokens}; what comes after is padding.',
  visible: 'Visible: 0 is added to the score.',
  hidden: 'Hidden: −∞ is added to the score.',
  leaf_given: 'Given from outside: nothing was computed.',
  leaf_own: 'Your numbers: nothing was drawn, trained or computed.',
  leaf_vectors: 'Given by hand: nothing was drawn or computed.',
  leaf_learned: 'A parameter, as training has left it: nothing was computed.',
  leaf_random: 'A random parameter (seed {seed}), untrained.',
  leaf_identity: 'The identity matrix: 1 on the diagonal, 0 elsewhere.',
  leaf_number: 'The same number everywhere, no parameter: nothing was computed.',
  leaf_constant: 'A parameter as it starts: the same number everywhere, untrained.',
  constants: { scale: 'scale', factor: 'factor' },
};
