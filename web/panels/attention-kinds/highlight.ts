import type { Step } from '../../engine/types/index.js';
import type { Lit } from '../../figures/alone.js';
import { matrixLayout } from '../../trace/layout.js';
import { sideOf, type Word } from './pair.js';

/** The rows and columns of the highlighted words in the matrix of a step. */
export function litIn(step: Step, words: readonly Word[], strong: boolean): Lit {
  const { rows, columns, rowAxes, columnAxes } = matrixLayout(step, {});
  const along = (axis: number | undefined, count: number): number[] =>
    words
      .filter(({ side, index }) => side === sideOf(step, axis ?? -1) && index < count)
      .map(({ index }) => index);
  return { rows: along(rowAxes[0], rows), columns: along(columnAxes[0], columns), strong };
}
