import type { OperationName } from '../../engine/types.js';

/** What each operation is called, and what it does, whatever it is used for. */
export const ops: Record<OperationName, { name: string; why: string }> = {
  given: {
    name: 'given',
    why: 'These numbers come from outside; everything else is computed from them.',
  },
  random: {
    name: 'random by seed',
    why: 'The numbers are drawn with Xavier’s bounds from the seed, so that sums of products neither grow nor shrink from layer to layer. Nothing has been learned.',
  },
  identity: {
    name: 'identity',
    why: 'The identity leaves every vector as it is, so that the other steps can be followed by head.',
  },
  constant: {
    name: 'one number everywhere',
    why: 'Every number starts alike: a norm’s γ at 1 and β at 0, so that at first it only normalises. Training moves them.',
  },
  embedding: {
    name: 'look up',
    why: 'Looking up a row is the same as multiplying a one-hot vector with the table, without the zeros.',
  },
  positional_encoding: {
    name: 'sine and cosine',
    why: 'Each pair of columns is a clock hand turning at its own speed; together they tell positions apart.',
  },
  causal_mask: {
    name: 'causal mask',
    why: 'A query may see itself and what came before. This mask is not about padding.',
  },
  padding_mask: {
    name: 'padding mask',
    why: 'It hides keys that stand for no word. It is not causal: it hides the same keys from every query.',
  },
  add: {
    name: 'add',
    why: 'Adding keeps the shape; where one side has fewer rows, its rows are used again.',
  },
  linear: {
    name: 'linear',
    why: 'Every output number is the dot product of a row of the input with a column of the matrix.',
  },
  matmul: {
    name: 'matrix product',
    why: 'Every output number is the dot product of a row on the left with a column on the right.',
  },
  matmul_transposed: {
    name: 'matrix product, second transposed',
    why: 'Every output number is the dot product of a row on the left with a row on the right: a matrix product with the second one transposed.',
  },
  scale: {
    name: 'scale',
    why: 'Every number is multiplied by the same constant; the order within a row stays.',
  },
  mask: {
    name: 'add the mask',
    why: 'Adding −∞ makes an exponential of exactly 0; adding 0 changes nothing. It has to happen before softmax.',
  },
  softmax: {
    name: 'softmax',
    why: 'Exponentials make every number positive, dividing by their sum makes the row sum to 1. A row is a query; the sum runs over its keys.',
  },
  dropout: {
    name: 'dropout',
    why: 'It acts in training only. Left on in evaluation, rows no longer sum to 1.',
  },
  view: {
    name: 'view',
    why: 'A view reads the same memory under another shape. It is allowed only where the order in memory fits.',
  },
  transpose: {
    name: 'transpose',
    why: 'Two axes change places by swapping their strides. Nothing is copied.',
  },
  contiguous: {
    name: 'copy in order',
    why: 'It copies the numbers so that memory is in reading order, which the view after it needs.',
  },
  split: {
    name: 'split',
    why: 'A part of the same memory: an offset and a smaller shape, nothing is copied.',
  },
  concat: {
    name: 'concatenate',
    why: 'Pieces are put next to each other along the last axis.',
  },
  append: {
    name: 'append',
    why: 'The second tensor is written behind the first, in memory that has room for it: the numbers before it are neither moved nor copied.',
  },
  layer_norm: {
    name: 'layer norm',
    why: 'Whatever the size of a token’s numbers, the next step meets a row with mean 0 and variance 1, moved and stretched by learned β and γ. ε keeps the division possible where all numbers are equal.',
  },
  relu: {
    name: 'ReLU',
    why: 'Negative numbers become 0, the others stay. Without a curve between them, two linear layers would be one.',
  },
  gelu: {
    name: 'GELU',
    why: 'x is multiplied by the probability that a standard normal number is below it: nearly 0 far on the left, nearly x far on the right, and smooth between.',
  },
  gelu_tanh: {
    name: 'GELU (tanh)',
    why: 'GELU with a tanh in place of erf, as GPT-2 has it. The two differ by less than 0.001.',
  },
  log_softmax: {
    name: 'log-softmax',
    why: 'The logarithm of softmax, without computing softmax first: a probability too small for 32 bits still has a logarithm that fits.',
  },
  cross_entropy: {
    name: 'cross-entropy',
    why: 'How surprising the right tokens were: −ln of the probability that each was given, averaged. 0 only if every one was certain.',
  },
  argmax: {
    name: 'argmax',
    why: 'The place of the largest number, the first of equal ones. It gives an id, not an amount.',
  },
  top_k: {
    name: 'top-k',
    why: 'Softmax turns −∞ into exactly 0, so that only the k largest can be drawn, and those share the whole of 1.',
  },
  sample: {
    name: 'draw by seed',
    why: 'The probabilities are laid side by side on a line; the draw is a point on it. The longer a piece, the more often it is hit.',
  },
  multiply: {
    name: 'multiply',
    why: 'Number by number; where one side has fewer rows or columns, they are used again.',
  },
  divide: {
    name: 'divide',
    why: 'Number by number. Dividing by 0 gives 0 here: a row without a visible key has a zero output.',
  },
  exp_difference: {
    name: 'exp of the difference',
    why: 'The exponential of a difference is a quotient: exp(a − b) = exp(a) / exp(b).',
  },
  invert_mask: {
    name: 'mask turned round',
    why: 'A mask of “may be seen” taken for one of “is hidden”, or the other way round: exactly the wrong keys are left.',
  },
  finite_mask: {
    name: 'mask of −10⁹',
    why: '−10⁹ acts as −∞ as long as a row has a key that may be seen. Where all are hidden, all scores are alike, and every hidden key gets the same weight.',
  },
  hide: {
    name: 'hidden weights × 0',
    why: 'Hidden weights become 0, but softmax has already shared the whole of 1 with them: what is left sums to less than 1.',
  },
  row_sum: {
    name: 'sum of each row',
    why: 'All numbers of a row are added.',
  },
  row_maximum: {
    name: 'maximum of each row',
    why: 'The largest number of a row. Taken off before exponentials, it keeps them from overflowing.',
  },
  mean: {
    name: 'mean',
    why: 'The sum of the numbers, divided by how many there are.',
  },
  variance: {
    name: 'variance',
    why: 'The mean of the squared distances from the mean. Divided by n, not by n − 1: these numbers are all there are, not a sample of more.',
  },
  entropy: {
    name: 'entropy',
    why: '−Σ p ln p in nats: 0 where one weight is 1, ln n where all n are equal.',
  },
  softmax_gradient: {
    name: 'gradient of softmax',
    why: 'Σ p(1 − p) is the trace of softmax’s Jacobian diag(p) − p pᵀ. It is 0 where one weight is 1: then no small change of a score moves the weights.',
  },
  cached: {
    name: 'kept in the cache',
    why: 'Kept, not computed again: under the causal mask, what comes later changes no key and no value of an earlier token.',
  },
};
