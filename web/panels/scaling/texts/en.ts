/** The panel on why scores are divided by √d_k. */
export const texts = {
  panel: 'Why scores are divided by √d_k',

  // what is studied
  dK: 'Width d_k',
  width: 'Width $d_k$',
  widthAxis: 'width dₖ →',
  keys: 'Keys',
  seed: 'Seed',
  query: 'Query',
  unscaled: 'Not scaled',
  scaled: 'Scaled',
  wrong: '{name}: “{actual}” cannot be used. It takes {accepted}. {kept}',
  accepted: 'a whole number from {least} to {most}',
  acceptedWidths: 'a power of two from 1 to 1024',
  studyStays: 'The study stays at d_k = {dK}, {keys} keys, seed {seed}.',
  choiceStays: 'The choice stays.',

  // how the scores lie
  distributionTitle: 'The scores drift apart as $d_k$ grows',
  distributionText:
    '{total} dot products of {queries} random queries and {keys} random keys, on the same axes. Hold the axis and move $d_k$: without scaling the scores spread, with it they stay.',
  hold: 'Hold the axis',
  scores: { unscaled: '$q \\cdot k$', scaled: '$q \\cdot k / \\sqrt{d_k}$' },
  histogram: '{half}, d_k = {dK}: histogram of the scores, mean {mean}, variance {variance}',
  bin: '{from} to {to}: {n} of {total} scores',
  outside: '{n} of {total} scores lie outside this axis.',
  mean: 'Mean',
  variance: 'Variance',
  expected: { unscaled: 'expected: $d_k$ = {dK}', scaled: 'expected: 1' },

  // what softmax makes of one row
  weightsTitle: 'Softmax listens only to the largest score',
  weightsText:
    'Weights of one query over all keys: with scores far apart, nearly all falls to one key.',
  softmax: {
    unscaled: '$\\text{softmax}(q \\cdot k)$',
    scaled: '$\\text{softmax}(q \\cdot k / \\sqrt{d_k})$',
  },
  shares: 'Weights of query {query}: {half}',
  share: 'key {key}: {weight}',
  entropy: 'Entropy',
  gradient: 'Gradient',
  formulas: { entropy: '$-\\sum p \\ln p$', gradient: '$\\sum p(1 - p)$' },

  // the gradient of one weight
  pullTitle: 'Pull one weight up: how much of it reaches the scores',
  pullText:
    'Let L be the weight of one key: then the gradient of the weights is 1 at that key and 0 elsewhere. These are the recorded steps of two backward passes through the same random vectors; click a cell to see what was multiplied and added.',
  pulledKey: 'Pull up key',
  // Which of the two passes a gradient belongs to.
  passes: { unscaled: 'Without √dₖ', scaled: 'With √dₖ' },
  pullBusy: 'The backward passes are being computed …',
  pullResult:
    'Query {query}, pulled towards key {key}: scaled, the largest gradient of $q \\cdot k$ is {scaled}; not scaled, {unscaled}.',
  vanished:
    'Not scaled, softmax is so sure of one key that less than a thousandth of the pull passes it, however wrong that key may be.',
  notVanished:
    'Here softmax passes a gradient in both: without scaling, the weights of this query at this $d_k$ are not yet all on one key, or the pull is on that key. Try a larger $d_k$, another query, or another key.',
  stages: {
    weights: 'Weights after softmax',
    upstream: 'Upstream gradient: 1 for the key that is pulled up',
    read: 'Gradient of what softmax reads',
    scores: 'Gradient of $q \\cdot k$',
  },
  sameStep: 'Not scaled, softmax reads $q \\cdot k$ itself: its gradient is the one above.',
  largest: 'largest',
  pullLegend: 'One scale for all gradients of scores:',
  pullNote:
    'The division makes the gradient of $q \\cdot k$ smaller, too, by $\\sqrt{d_k}$. But that factor is known and the same everywhere, and a larger step makes up for it; what saturation takes away is lost.',

  // over all widths
  growthTitle: 'From $d_k = 1$ to 1024',
  growthText:
    'Each point is a study of its own with {queries} queries. Click a chart, or move the slider, to look at another width; click a number to see where it comes from.',
  measures: {
    variance: 'Variance of the scores',
    mean_entropy: 'Mean entropy of the weights',
    mean_gradient: 'Mean gradient of softmax',
  },
  measureTexts: {
    variance:
      'A sum of $d_k$ products has $d_k$ times the variance of one: a straight line here, where each step up is a fourfold. Dividing by $\\sqrt{d_k}$ divides the variance by $d_k$.',
    mean_entropy:
      'How evenly a query shares its attention. Without scaling it falls to 0: one key has everything.',
    mean_gradient:
      'How much the weights respond to the scores: the trace of softmax’s Jacobian. Near 0 they no longer do, and the layers before them learn nothing.',
  },
  noteTitle: 'What this shows, and what it does not',
  noteText:
    'The expected variance of $d_k$ holds for independent components with mean 0 and variance 1: about what a model has when training begins. What it learns later may be far from that; the division keeps it from starting where softmax is flat.',
  levels: {
    mean_entropy: 'equal shares: ln {keys} = {value}',
    mean_gradient: 'equal shares: 1 − 1/{keys} = {value}',
  },
  curve: '{measure} for d_k from 1 to 1024; at d_k = {dK}: {unscaled} not scaled, {scaled} scaled',
  curveAt: 'd_k = {dK}: {unscaled} not scaled, {scaled} scaled',
  nowAt: '$d_k$ = {dK}',
  table: 'All numbers as a table',
  openAt: 'Go to d_k = {dK} and show where this number comes from',

  // the steps
  closerTitle: 'Every number, cell by cell',
  closerText:
    'All of it is one list of steps. Choose one and click a cell: the proof shows how it is computed.',
  step: 'Step',
  drawn: 'Random vectors',
  gradients: 'Gradients',
};

export type Texts = typeof texts;
