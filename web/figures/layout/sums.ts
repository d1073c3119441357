import type { Step } from '../../engine/types/index.js';
import { textSizes } from '../../styles/sizes.js';
import { rounded } from '../../trace/numbers.js';
import type { FigureOptions, PlacedGrid } from '../figure.js';
import { text } from '../marks.js';
import { cornerOf, seenColumns } from './place.js';
import { columnNumber, isOne, rowNumber, sumsToOne } from './row-sums.js';
import { SCROLLBAR, type Sheet } from './sheet.js';

const WIDTH = 46;
/** Where sums end, from the right end of their rows. */
export const SUM_END = WIDTH - 6;
/** The height of a line; lower rows have a sum every second one, and those under the least none. */
const LINE = 11;
const LEAST = 6;
/** Of the line of sums below columns. */
const HEIGHT = 24;

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

/** The sum of each column below it, where a page asks for it: columns of weights may sum to anything. */
export const columnSums = {
  room: (step: Step, { columnSums }: FigureOptions): number =>
    columnSums && sumsToOne(step) ? HEIGHT : 0,
  put(sheet: Sheet, result: PlacedGrid): void {
    const { box, cellWidth, step, columnAxis, scroller } = result;
    if (columnAxis !== step.axes.at(-1)) return;
    const y = box.y + box.height + (scroller ? SCROLLBAR : 0) + HEIGHT - 8;
    const { sums } = sheet.steps.rows(step.path, -2);
    sheet.marks.push(
      text({ x: box.x - 6, y, text: 'Σ', size: textSizes.s, align: 'end', face: 'math' }),
    );
    const [first, end] = seenColumns(result);
    for (let column = first; column < end; column += 1) {
      const label = rounded(sums[columnNumber(result, column)]!, 2);
      const x = cornerOf(result, { row: 0, column }).x + cellWidth / 2;
      if (sheet.options.measure(label, textSizes.xs, 'mono') > cellWidth) continue;
      sheet.marks.push(
        text({
          x,
          y,
          text: label,
          size: textSizes.xs,
          face: 'mono',
          align: 'middle',
          colour: 'soft',
        }),
      );
    }
  },
};
