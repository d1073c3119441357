import type { Kind } from '../kind.js';
import { cellByCell } from '../layout/cell-by-cell.js';

/** Operations on each cell or on each row, and their gradients, which have no drawing of their own. */
export const kind: Kind = {
  ops: [
    // cell by cell
    'add',
    'scale',
    'multiply',
    'divide',
    'exp_difference',
    'dropout',
    'masked_dropout',
    'softcap',
    'relu',
    'gelu',
    'gelu_tanh',
    'invert_mask',
    'finite_mask',
    'hide',
    // a number for each row
    'softmax_gradient',
    'row_sum',
    'row_maximum',
    'mean',
    'variance',
    'entropy',
    'cross_entropy',
    'argmax',
    'top_k',
    'sample',
    // gradients of all of these
    'alias',
    'pad',
    'sum_to',
    'softmax_backward',
    'log_softmax_backward',
    'layer_norm_backward',
    'threshold_backward',
    'softcap_backward',
    'gelu_backward',
    'gelu_tanh_backward',
    'cross_entropy_backward',
    'row_sum_backward',
    'mean_backward',
    'variance_backward',
    'entropy_backward',
    'softmax_gradient_backward',
    'maximum_backward',
  ],
  figure: cellByCell,
};
