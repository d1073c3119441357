import { arrange } from '../layout/arrange.js';
import type { Figure, FigureOptions, FigureSteps, Grid, PlacedGrid } from '../figure.js';
import type { Kind } from '../kind.js';
import type { CellsMark, Mark } from '../marks.js';
import { gridMarks } from '../layout/grid-marks.js';
import { clamp, cornerOf } from '../layout/place.js';
import { Sheet, TITLE_HEIGHT } from '../layout/sheet.js';

/** The mask falls onto the scores as hatching; the scores before stand beside, and the masks too on request. */
function mask(steps: FigureSteps, options: FigureOptions): Figure {
  const sheet = new Sheet(steps, options);
  const step = steps.step(options.selection.paths[0]!)!;
  const [scores, ...masks] = sheet.inputs(step);
  const { moment, apart } = options;
  const below = apart ? 0 : masks.length * (TITLE_HEIGHT + 2) + 4;
  const settled = clamp(moment * 4 - 3, 0, 1);
  const shown = [scores!, ...(apart ? masks : [])];
  const { operands, result } = arrange(sheet, step, shown, {
    below,
    result: { opacity: settled },
  });
  if (moment < 1) fall(sheet, operands[0]!, result, moment, 1 - settled);
  let y = result.box.y + result.box.height + 4;
  const links = apart ? [] : masks;
  for (const one of links) {
    const { x } = result.box;
    sheet.sign('+', x + 6, y + TITLE_HEIGHT / 2);
    sheet.title(sheet.read(one), x + 18, y, Math.max(120, options.size.width - x - 18));
    y += TITLE_HEIGHT + 2;
  }
  return { ...withFoot(sheet.finish(), y), duration: 450 };
}

const withFoot = (figure: Figure, height: number): Figure => ({
  ...figure,
  height: Math.max(figure.height, Math.ceil(height)),
});

/** The scores as they were, and the hatching on its way down to them. */
function fall(
  sheet: Sheet,
  scores: PlacedGrid,
  result: PlacedGrid,
  moment: number,
  opacity: number,
): void {
  const { box } = result;
  const before: PlacedGrid = { ...result, values: scores.values, before: undefined };
  sheet.marks.push({ type: 'group', opacity, marks: gridMarks(before, sheet.options) });
  sheet.marks.push({
    type: 'group',
    clip: box,
    marks: [{ type: 'group', dy: (moment - 1) * box.height, marks: hatching(scores, result) }],
  });
}

/** Runs of cells that the mask has hidden, row by row. */
function hatching(scores: Grid, result: PlacedGrid): Mark[] {
  const { rows, columns } = result.layout;
  const isHidden = (at: number): boolean =>
    result.values[at] === -Infinity && scores.values[at] !== -Infinity;
  const marks: CellsMark[] = [];
  for (let row = 0; row < rows; row += 1) {
    let count = 0;
    for (let column = 0; column <= columns; column += 1) {
      if (column < columns && isHidden(row * columns + column)) count += 1;
      else if (count > 0) {
        marks.push(hidden(result, row, column - count, count));
        count = 0;
      }
    }
  }
  return marks;
}

function hidden(result: PlacedGrid, row: number, column: number, count: number): CellsMark {
  return {
    type: 'cells',
    ...cornerOf(result, { row, column }),
    width: count * result.cellWidth,
    height: result.cellHeight,
    rows: 1,
    columns: count,
    values: new Float32Array(count).fill(-Infinity),
    scale: result.scale,
    size: 0,
  };
}

export const kind: Kind = { ops: ['mask'], figure: mask };
