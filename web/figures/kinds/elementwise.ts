import { arrange } from '../layout/arrange.js';
import type { Figure, FigureOptions, FigureSteps } from '../figure.js';
import type { Kind } from '../kind.js';
import { clamp } from '../layout/place.js';
import { Sheet } from '../layout/sheet.js';
import { rowSums } from '../layout/sums.js';

/** Cell by cell, and what makes one number of each row: operands and result share their rows or their columns. */
function elementwise(steps: FigureSteps, options: FigureOptions): Figure {
  const sheet = new Sheet(steps, options);
  const step = steps.step(options.selection.paths[0]!)!;
  const { moment } = options;
  const sums = rowSums.room(step);
  const { result } = arrange(sheet, step, sheet.inputs(step), {
    right: sums,
    operand: (place) =>
      place === 0 ? {} : { dx: (moment - 1) * -18, opacity: 0.3 + 0.7 * moment },
    result: { opacity: clamp(moment * 2 - 0.6, 0, 1), dx: (moment - 1) * 14 },
  });
  if (sums > 0) rowSums.put(sheet, result);
  return sheet.finish();
}

export const kind: Kind = {
  ops: [
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
    'softmax',
    'log_softmax',
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
  ],
  figure: elementwise,
};
