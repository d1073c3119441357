import type { Step } from '../../engine/types/index.js';
import { textSizes } from '../../styles/sizes.js';
import { rounded } from '../../trace/numbers.js';
import type { FigureSteps, Grid, PlacedGrid } from '../figure.js';
import { text } from '../marks.js';
import type { Computed } from '../../engine/types/computed.js';
import { cornerOf } from './place.js';
import type { Sheet } from './sheet.js';

const WIDTH = 46;
/** Where sums end, from the right end of their rows. */
export const SUM_END = WIDTH - 6;
/** The height of a line; lower rows have a sum every second one, and those under the least none. */
const LINE = 11;
const LEAST = 6;
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

/** The sum of each row beside it, where rows should sum to 1: those that do not are seen at once. */
export const rowSums = {
  room: (step: Step): number => (sumsToOne(step) ? WIDTH : 0),
  put(sheet: Sheet, result: PlacedGrid): void {
    const { box, cellHeight, layout, step, columnAxis } = result;
    if (columnAxis !== step.axes.at(-1)) return;
    const x = box.x + box.width + SUM_END;
    const { sums } = sheet.steps.rows(step.path);
    sheet.marks.push(
      text({ x, y: box.y - 6, text: 'Σ', size: textSizes.s, align: 'end', face: 'math' }),
    );
    if (cellHeight < LEAST) return;
    const every = cellHeight < LINE ? 2 : 1;
    for (let row = 0; row < layout.rows; row += every) {
      const sum = sums[rowNumber(result, row)]!;
      const fine = isOne(sum);
      sheet.marks.push(
        text({
          x,
          y: cornerOf(result, { row, column: 0 }).y + cellHeight / 2 + 4,
          text: rounded(sum, 2),
          size: textSizes.xs,
          face: 'mono',
          align: 'end',
          colour: fine ? 'soft' : 'danger',
          strong: !fine,
        }),
      );
    }
  },
};

/** The number of a row among all rows of its step. */
export function rowNumber({ layout, step }: Grid, row: number): number {
  const index = layout.index(row, 0);
  return step.shape.slice(0, -1).reduce((at, size, axis) => at * size + index[axis]!, 0);
}

/** The rows of a slice that should sum to 1 and do not, and those that see no key: their weights are all 0. */
export function rowsOff(
  steps: FigureSteps,
  result: Grid,
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
