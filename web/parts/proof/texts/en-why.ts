import type { OperationName } from '../../../engine/types/index.js';

/** What each operation does and why, whatever it is used for: of the tab “Why”. */
export const why: Record<OperationName, string> = {
  given: 'These numbers come from outside; everything else is computed from them.',
  random:
    'Random numbers by the seed, of a size at which sums of products neither grow nor shrink from layer to layer. Nothing has been learned.',
  identity:
    'The identity leaves every vector as it is, so that the other steps can be checked by hand.',
  constant:
    'Every number starts alike: the γ of a layer norm at 1, its β at 0, so that at first it only normalises. Training moves them.',
  embedding:
    'Looking up a row is the same as multiplying a one-hot vector by the table, without the zeros.',
  positional_encoding:
    'Each pair of columns is a clock hand that turns at its own speed; together they tell positions apart.',
  rotate:
    'Each pair of numbers turns like a clock hand, by an angle that grows with the position. A product of two rows that were turned depends only on how far apart they stand; lengths stay.',
  causal_mask:
    'A query may see itself and what came before; an offset moves this border. This mask is not about padding.',
  padding_mask:
    'It hides keys that stand for no word. It is not causal: it hides the same keys from every query.',
  add: 'Adding keeps the shape; where one side has fewer rows, its rows are used again.',
  linear:
    'Every output number is the dot product of a row of the input with a column of the matrix.',
  matmul: 'Every output number is the dot product of a row on the left with a column on the right.',
  matmul_transposed:
    'Every output number is the dot product of a row on the left with a row on the right.',
  scale: 'Every number is multiplied by the same constant; the order within a row stays.',
  mask: 'Adding −∞ makes an exponential of exactly 0; adding 0 changes nothing. It has to happen before softmax.',
  softmax:
    'No exponential is negative, and dividing by their sum makes the row sum to 1. In attention a row is a query, and the sum runs over its keys.',
  masked_dropout:
    'A mask decides, not a draw: 1 keeps a number, which is divided by 1 − p, and 0 drops it.',
  softcap:
    'tanh never exceeds 1, so the result never exceeds the cap c; for small numbers tanh(x / c) is nearly x / c, and c · x / c is x.',
  dropout: 'It acts in training only. Left on in evaluation, rows no longer sum to 1.',
  view: 'A view reads the same memory under another shape. It is allowed only where the order in memory fits.',
  transpose: 'Two axes change places by swapping their strides. Nothing is copied.',
  contiguous:
    'It copies the numbers so that memory is in reading order, which the view after it needs.',
  split: 'A part of the same memory: an offset and a smaller shape, nothing is copied.',
  concat: 'Pieces are put next to each other along the last axis.',
  append:
    'The second tensor is written behind the first, in memory that has room for it: the numbers before it are neither moved nor copied.',
  layer_norm:
    'Whatever the size of a token’s numbers, the next step meets a row with mean 0 and variance 1, stretched by γ and moved by β. ε keeps the division possible where all numbers are equal.',
  relu: 'Negative numbers become 0, the others stay. Without a nonlinear activation between them, two linear layers would be one.',
  gelu: 'x is multiplied by the probability that a standard normal number is below it: nearly 0 far on the left, nearly x far on the right, and smooth between.',
  gelu_tanh:
    'GELU with a tanh in place of erf, as GPT-2 has it. The two differ by less than 0.001.',
  log_softmax:
    'The logarithm of softmax, without computing softmax first: a probability too small for 32 bits still has a logarithm that fits.',
  cross_entropy:
    'How surprising the right tokens were: −ln of the probability that each was given, averaged. 0 only if every one was certain.',
  argmax:
    'The place of the largest number, the first of equal ones. It gives an id, not an amount.',
  top_k:
    'Softmax turns −∞ into exactly 0, so that only the k largest can be sampled, and those share the whole of 1.',
  sample:
    'The probabilities lie side by side on a line, and a random number is a point on it. The longer a piece, the more often it is hit.',
  multiply: 'Number by number; where one side has fewer rows or columns, they are used again.',
  divide:
    'Number by number. Dividing by 0 gives 0 here: a row without a visible key has a zero output.',
  exp_difference: 'The exponential of a difference is a quotient: exp(a − b) = exp(a) / exp(b).',
  invert_mask:
    'A mask of “may be seen” taken for one of “is hidden”, or the reverse: exactly the wrong keys are left.',
  finite_mask:
    '−10⁹ acts as −∞ as long as a row has a key that may be seen. Where all are hidden, all scores are alike, and every hidden key gets the same weight.',
  square_root: 'The root of the mean square is as large as a typical gradient of this weight.',
  clip_factor:
    'A batch whose gradient is very long would throw the weights far off. So all gradients are shortened together, and their direction stays.',
  hide: 'Hidden weights become 0, but softmax has already shared the whole of 1 with them: what is left sums to less than 1.',
  row_sum: 'All numbers of a row are added.',
  row_maximum:
    'The largest number of a row. Subtracted before exponentials, it keeps them from overflowing.',
  mean: 'The sum of the numbers, divided by how many there are.',
  variance:
    'The mean of the squared distances from the mean. Divided by n, not by n − 1: these numbers are all there are, not a sample of more.',
  entropy: '−Σ p ln p in nats: 0 where one weight is 1, ln n where all n are equal.',
  softmax_gradient:
    'Σ p(1 − p) is the trace of softmax’s Jacobian diag(p) − p pᵀ. It is 0 where one weight is 1: then no small change of a score moves the weights.',
  cached:
    'Kept, not computed again: under the causal mask, what comes later changes no key and no value of an earlier token.',
  alias: 'What is added, copied or masked passes its gradient on as it is: the derivative is 1.',
  pad: 'Only a part was read, so only that part has a gradient; a change elsewhere changes nothing.',
  sum_to:
    'One number was used in several places. A change of it acts in all of them, so their gradients add up.',
  transposed_matmul:
    'Every number is a dot product of two columns: what one side was, with what the other side’s results would need.',
  rows_matmul:
    'Every number of a matrix was used by every row, of every sentence: the products of all rows add up.',
  softmax_backward:
    'It is the upstream row times softmax’s Jacobian diag(p) − p pᵀ, without building that matrix. Its terms show every way from this score to a weight.',
  log_softmax_backward:
    'It is the upstream row times the Jacobian I − 1 pᵀ: raising one logit lowers the log-probability of all, by its own probability.',
  layer_norm_backward:
    'Moving a number also moves the mean and σ of its row, so every cell of the row has a term.',
  threshold_backward: 'The slope is 1 above the threshold and 0 below it.',
  gelu_backward: 'The slope of x Φ(x) is Φ(x) + x φ(x), by the product rule.',
  softcap_backward:
    'The slope of c · tanh(x / c) is 1 − tanh²(x / c): c cancels by the chain rule.',
  gelu_tanh_backward: 'The slope of the curve with tanh, by the product and the chain rule.',
  embedding_backward:
    'Looking up is multiplying by one-hot rows; the way back adds each gradient to the row that was looked up.',
  cross_entropy_backward:
    'The loss is a mean of −log p over n labels, so the derivative is −1/n at each label and 0 elsewhere.',
  row_sum_backward: 'Each summand counts once: its derivative is 1.',
  mean_backward: 'Each of the n numbers counts 1/n.',
  variance_backward:
    'The derivative of (x − μ)² is 2(x − μ); what the moving mean adds sums to 0 over the row.',
  entropy_backward: 'The derivative of −p ln p is −(ln p + 1).',
  softmax_gradient_backward: 'The derivative of p(1 − p) is 1 − 2p.',
  maximum_backward:
    'The maximum follows the largest number alone, as long as no other overtakes it.',
};
