import type { Kind } from '../kind.js';
import { kind as elementwise } from './elementwise.js';

/** How operations pass a gradient on that do so cell by cell, or in rows: as they are drawn on the way forward. */
export const kind: Kind = {
  ops: [
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
  figure: elementwise.figure,
};
