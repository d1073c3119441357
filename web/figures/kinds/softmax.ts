import type { Kind } from '../kind.js';
import { cellByCell } from '../layout/cell-by-cell.js';

/** Each row of scores beside its row of weights, with the sum of the row, which is 1. */
export const kind: Kind = { ops: ['softmax', 'log_softmax'], figure: cellByCell };
