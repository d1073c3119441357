import type { StepText } from '../step-text.js';

/** Steps of backward passes. `{of}` and `{through}` are the titles of steps of the forward pass. A gradient's text is that of the operation that passes it on, `gradient_matmul` …; its own is for those that none passes on. */
export const backwardSteps = {
  gradient_start: {
    title: 'Gradient: {of}',
    text: 'The way back begins here. L changes by as much as these numbers do, each counted with its weight; 1 if none is given.',
  },
  gradient: {
    title: 'Gradient: {of}',
    text: 'Several steps read this tensor, and each passes its share back. The shares add up, because a change here reaches the loss on every one of these ways.',
  },
  gradient_share: {
    title: 'Gradient: {of}, share of “{through}”',
    text: 'One of the ways from this tensor to the loss, counted by itself.',
  },
  passed_gradient: {
    title: 'Gradient: {of}, computed cells only',
    text: 'Nothing passes through an edited cell: it is a constant now, whatever comes before it. Its gradient is 0 from here on.',
  },
  computed_cells: {
    title: '{through}: which cells are computed',
    text: '1 where a cell is computed, 0 where it was edited.',
  },
  recomputed: {
    title: '{through}, as computed',
    text: 'What the operation itself gives, without the edit. Derivatives are those at these numbers.',
  },
  copied_gradient: {
    title: 'Gradient in reading order',
    text: 'The numbers are copied into reading order, which the view after it needs.',
  },
  normalised: {
    title: 'Normalised vectors',
    text: 'Each vector at mean 0 and variance 1, before γ stretches and β moves it.',
  },
  product_of_each: {
    title: 'Products, one for each',
    text: 'One product for each sentence or head. They are added next, because all of them used the same numbers.',
  },
  transposed_weight: {
    title: 'Matrix, transposed',
    text: 'The way back reads the matrix with rows and columns exchanged; nothing is copied.',
  },
  gradient_quotient: {
    title: 'Gradient divided',
    text: 'Divided as the numbers were on the way forward; the copies are added next.',
  },
  gradient_before_sign: {
    title: 'Sum before its sign',
    text: 'The upstream gradient times the result, added up wherever one number served several cells. What was subtracted or divided by gets it with the opposite sign.',
  },
  gradient_divided: {
    title: 'Sum, divided',
    text: 'That sum divided by the divisor, still without its sign.',
  },

  // How each operation passes a gradient on.
  gradient_matmul: {
    title: 'matrix product',
    text: 'Each factor gets the gradient of the product, multiplied by the other factor. For C = A B that is dA = dC Bᵀ and dB = Aᵀ dC: every number meets exactly those that it was multiplied by.',
  },
  gradient_matmul_transposed: {
    title: 'matrix product',
    text: 'Each factor gets the gradient of the product, multiplied by the other factor. For C = A Bᵀ that is dA = dC B and dB = dCᵀ A: a query is pulled towards the keys whose scores should grow.',
  },
  gradient_linear: {
    title: 'linear layer',
    text: 'The input gets dY Wᵀ, the matrix Xᵀ dY, the bias the sum of dY over all rows. Every row used the same matrix, so the gradients of all rows add up in it.',
  },
  gradient_softmax: {
    title: 'softmax',
    text: 'A score gets its weight times how far its weight’s gradient lies above the row’s mean. That mean is weighted, too: the weights share one sum, so what one gains the others lose; where a weight is near 0 or 1, almost nothing passes.',
  },
  gradient_log_softmax: {
    title: 'logarithm of softmax',
    text: 'A logit gets its own gradient minus its probability times the row’s sum. With cross-entropy after it that is (p − 1) / n for the right token and p / n for all others.',
  },
  gradient_layer_norm: {
    title: 'layer norm',
    text: 'The gradient loses two parts, its mean and what lies along x̂; the rest is divided by σ. The norm undoes any change in these directions, so they cannot matter.',
  },
  gradient_view: {
    title: 'view',
    text: 'The gradient is seen in the former shape; no number changes.',
  },
  gradient_transpose: {
    title: 'transpose',
    text: 'The same two axes change places again; no number changes.',
  },
  gradient_split: {
    title: 'slice',
    text: 'The gradient of a slice goes back to where the slice was taken from. Slices that cover the whole are joined; around a single one there are zeros.',
  },
  gradient_contiguous: {
    title: 'copy',
    text: 'The gradient passes unchanged: a copy has the same numbers.',
  },
  gradient_concat: {
    title: 'concatenation',
    text: 'Each of the joined tensors gets its own part of the gradient back.',
  },
  gradient_append: {
    title: 'appending',
    text: 'Each of the joined tensors gets its own part of the gradient back.',
  },
  gradient_embedding: {
    title: 'embedding',
    text: 'Each row of the table gets the sum of the gradients of all tokens that it was copied to. A word that does not occur gets 0, so it learns nothing here.',
  },
  gradient_row_maximum: {
    title: 'maximum of a row',
    text: 'Only the largest number gets the gradient: a small change of another one moves nothing.',
  },
  gradient_row_sum: {
    title: 'sum of a row',
    text: 'Every number of the row gets the gradient of the sum.',
  },
  gradient_mean: {
    title: 'mean of a row',
    text: 'Every number of the row gets the n-th part of the gradient of the mean.',
  },
  gradient_variance: {
    title: 'variance of a row',
    text: 'A number gets 2(x − μ)/n times the gradient: the more, the further it lies from the mean.',
  },
  gradient_entropy: {
    title: 'entropy of a row',
    text: 'A weight gets −(ln p + 1) times the gradient of the entropy.',
  },
  gradient_softmax_gradient: {
    title: 'Σ p(1 − p)',
    text: 'A weight gets 1 − 2p times the gradient of the sum.',
  },
  gradient_relu: {
    title: 'ReLU',
    text: 'Where a number was positive, the gradient passes unchanged. Where it was cut to 0, nothing passes.',
  },
  gradient_gelu: {
    title: 'GELU',
    text: 'The gradient is multiplied by the slope of the curve. That is nearly 0 far on the left, nearly 1 far on the right, and a little below 0 or above 1 in places between.',
  },
  gradient_gelu_tanh: {
    title: 'GELU with tanh',
    text: 'The gradient is multiplied by the slope of the curve. That is nearly 0 far on the left, nearly 1 far on the right, and a little below 0 or above 1 in places between.',
  },
  gradient_softcap: {
    title: 'cap',
    text: 'The gradient is multiplied by the slope of the curve, 1 − tanh². That is nearly 1 for small scores, and nearly 0 for those that the cap holds back.',
  },
  gradient_add: {
    title: 'sum',
    text: 'Every summand gets the whole gradient, unchanged. So a residual connection carries it past a sublayer undiminished; what was used for several rows gets the sum over them.',
  },
  gradient_mask: {
    title: 'mask',
    text: 'The gradient passes unchanged, because a mask is only added. Hidden scores get none all the same: their weight is 0.',
  },
  gradient_rotate: {
    title: 'rotation',
    text: 'The gradient is rotated back by the same angle. A rotation changes no length, so neither does its gradient.',
  },
  gradient_scale: {
    title: 'scaling',
    text: 'The gradient is multiplied by the same factor. Dividing scores by √d_k divides their gradient by √d_k, too.',
  },
  gradient_multiply: {
    title: 'product',
    text: 'Each factor gets the gradient times the other factor.',
  },
  gradient_divide: {
    title: 'quotient',
    text: 'The dividend gets the gradient divided by the divisor. The divisor gets minus the quotient’s share of it, summed over all that it divides.',
  },
  gradient_exp_difference: {
    title: 'exponential of a difference',
    text: 'An exponential is its own derivative. So a gets the gradient times the result, and b the same with the opposite sign.',
  },
  gradient_dropout: {
    title: 'dropout',
    text: 'The same cells are dropped as on the way forward; the others are divided by 1 − p again. Who had no say gets no blame.',
  },
  gradient_masked_dropout: {
    title: 'dropout by a mask',
    text: 'The mask is that of the way forward. What was dropped gets no gradient, and the others are divided by 1 − p again.',
  },
  gradient_cross_entropy: {
    title: 'cross-entropy',
    text: 'Only the log-probability of each right token gets a gradient, −1/n. To lower the loss it should grow; padding gets none.',
  },
  gradient_top_k: {
    title: 'top-k',
    text: 'The kept logits pass the gradient on, the others get none.',
  },
  gradient_finite_mask: {
    title: 'finite mask',
    text: 'Where the mask was cut to −10⁹ nothing passes; elsewhere the gradient stays as it is.',
  },
  gradient_hide: {
    title: 'hidden weights',
    text: 'The weights that were kept pass the gradient on, the hidden ones get none.',
  },
} satisfies Record<string, StepText>;

/** Steps downhill from a loss. */
export const downhill = {
  title: 'Downhill',
  loss: 'L',
  lossText:
    'The number whose gradients these are: the loss; without one, the sum of the output’s cells.',
  weight: 'Weight',
  every: 'all weights',
  rate: 'Rate η',
  rateText: 'Each weight changes by −η times its gradient.',
  take: 'Take a step downhill',
  changed: 'L: {before} → {after}.',
  less: 'It fell.',
  more: 'It rose: the step was too long for this slope.',
  same: 'Nothing changed.',
  taken: 'Steps taken: {n}.',
  full: 'No more than {n} steps are taken here.',
  badRate: 'The rate is a number from {least} to {most}.',
};
