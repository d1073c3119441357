import type { Step } from '../../engine/types/index.js';
import type { Computed } from '../../engine/types/computed.js';
import { columnNumber as columnOfCell, rowNumber as rowOfCell } from '../../trace/cells.js';
import type { FigureSteps } from '../figure.js';
import type { Rows } from './rows.js';

// What rows of weights sum to; sums.ts draws it.

/** A sum of n rounded weights is off by n rounding errors at most; a fault is off by far more. */
export const isOne = (sum: Computed): boolean => sum > 0.999 && sum < 1.001;

/** Whether each row of a step should sum to 1. */
export function sumsToOne(step: Step): boolean {
  const along = step.axes.at(-1);
  return (
    step.op === 'softmax' ||
    (!step.gradient && step.role === 'weights' && (along === 'key' || along === 'vocabulary'))
  );
}

/** The number of a row among all rows of its step. */
export const rowNumber = ({ layout, step }: Rows, row: number): number =>
  rowOfCell(step.shape, layout.index(row, 0));

/** The number of a column among all columns of its step. */
export const columnNumber = ({ layout, step }: Rows, column: number): number =>
  columnOfCell(step.shape, layout.index(0, column));

/** The rows of a slice that should sum to 1 and do not, and those that see no key: their weights are all 0. */
export function rowsOff(
  steps: FigureSteps,
  result: Rows,
): { off: readonly string[]; silent: readonly string[] } {
  const { step, rowLabels } = result;
  const { sums } = steps.rows(step.path);
  const isSilent = (_: string, row: number): boolean =>
    step.fullyMaskedRows > 0 && sums[rowNumber(result, row)] === 0;
  return {
    off: rowLabels.filter(
      (name, row) => !isSilent(name, row) && !isOne(sums[rowNumber(result, row)]!),
    ),
    silent: rowLabels.filter(isSilent),
  };
}
