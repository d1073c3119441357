import type { FigureSteps, FigureOptions, Figure } from '../figure.js';
import { arrange, type Arranged } from './arrange.js';
import { clamp } from './place.js';
import { Sheet } from './sheet.js';
import { columnSums, rowSums } from './sums.js';

/**
 * Operands and result side by side or one below the other, so that they share their rows or their columns; beside rows that
 * should sum to 1 stand their sums. The result moves out of its operands.
 */
export function cellByCell(steps: FigureSteps, options: FigureOptions): Figure {
  const sheet = new Sheet(steps, options);
  putCellByCell(sheet);
  return sheet.finish();
}

/** The same on a sheet, with room kept free below. */
export function putCellByCell(sheet: Sheet, below = 0): Arranged {
  const { moment, selection } = sheet.options;
  const step = sheet.steps.step(selection.paths[0]!)!;
  const sums = rowSums.room(step);
  const columns = columnSums.room(step, sheet.options);
  const arranged = arrange(sheet, step, sheet.inputs(step), {
    right: sums,
    below: below + columns,
    operand: (place) =>
      place === 0 ? {} : { dx: (moment - 1) * -18, opacity: 0.3 + 0.7 * moment },
    result: { opacity: clamp(moment * 2 - 0.6, 0, 1), dx: (moment - 1) * 14 },
  });
  if (sums > 0) rowSums.put(sheet, arranged.result);
  if (columns > 0) columnSums.put(sheet, arranged.result);
  return arranged;
}
