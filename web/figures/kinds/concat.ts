import type { Step } from '../../engine/types/index.js';
import { fill } from '../../i18n/fill.js';
import { arrange } from '../layout/arrange.js';
import type { Figure, FigureOptions, FigureSteps, Grid, PlacedGrid } from '../figure.js';
import { ribbon, together, widePlaced } from '../layout/joined.js';
import type { Kind } from '../kind.js';
import { bend, curve, linkMark, middleOf } from '../layout/links.js';
import type { Box, Colour } from '../marks.js';
import { sourceOf, travelling } from '../layout/moves.js';
import { cellBox, clamp, cornerOf } from '../layout/place.js';
import { Sheet, TITLE_HEIGHT } from '../layout/sheet.js';

const LARGE = { width: 52, height: 34 };
const LINK = 30;

/** Split, concat, append: parts of one matrix, along its rows or its columns. */
function pieces(steps: FigureSteps, options: FigureOptions): Figure {
  const sheet = new Sheet(steps, options);
  const step = steps.step(options.selection.paths[0]!)!;
  const inputs = sheet.inputs(step).filter(({ shape }) => !shape.includes(0));
  const { layout } = sheet.read(step);
  const axis = Number(step.attributes.axis ?? -1);
  const along = axis < 0 ? axis + step.shape.length : axis;
  if (layout.rowAxes.includes(along)) sideways(sheet, step, inputs);
  else if (!layout.columnAxes.includes(along)) arrange(sheet, step, inputs);
  else if (step.op === 'split') window(sheet, step, inputs[0]!);
  else together(sheet, step, inputs.map(headOf(sheet)));
  return { ...sheet.finish(), duration: 400 };
}

const headOf =
  ({ options }: Sheet) =>
  (step: Step, i: number) => ({
    step,
    head: step.scope.head ?? i,
    name: fill(options.words.ui.head, { n: (step.scope.head ?? i) + 1 }),
  });

/** Some columns of a matrix: the whole as a strip, and the part below it in large. */
function window(sheet: Sheet, step: Step, source: Step): void {
  const { moment, size } = sheet.options;
  const from = sheet.read(source);
  const { rows, columns } = from.layout;
  const high = sheet.stripOf(rows);
  const own = { ...sheet.read(step), scale: from.scale };
  const result = widePlaced(sheet, own, { above: TITLE_HEIGHT + high + LINK });
  const { x } = result.box;
  const whole = sheet.place(from, {
    name: 'source',
    x,
    y: TITLE_HEIGHT,
    cellWidth: Math.min((size.width - x - 3) / columns, 24),
    cellHeight: high / rows,
    bare: true,
  });
  sheet.title(from, x, 0, size.width - x);
  sheet.put(whole);
  const start = whole.layout.locate(sourceOf(step, [source], result.layout.index(0, 0))!.index)!;
  const { head } = step.scope;
  const colour: Colour = head === undefined ? 'accent' : `head-${head}`;
  const part = { ...cellBox(whole, start), height: high };
  part.width = result.layout.columns * whole.cellWidth;
  const { whole: above } = sheet.header(result, result.cellWidth);
  ribbon(sheet, part, { ...result.box, y: result.box.y - above - 2 }, colour);
  frame(sheet, part, colour);
  sheet.put(result, { opacity: clamp(moment * 5 - 4, 0, 1) });
  sheet.marks.push({
    type: 'group',
    clip: { x, y: 0, width: size.width - x, height: size.height },
    marks: travelling(result, [whole], [source], result.layout.columns, moment),
  });
}

function frame(sheet: Sheet, { x, y, width, height }: Box, stroke: Colour): void {
  const d = `M${x} ${y}h${width}v${height}h${-width}z`;
  sheet.marks.push({ type: 'path', d, stroke, width: 2 });
}

/** Parts along the rows: the inputs one above the other, the result on the right, and where the rows go. */
function sideways(sheet: Sheet, step: Step, inputs: readonly Step[]): void {
  const { options } = sheet;
  const { moment } = options;
  const own = sheet.read(step);
  // The same number has the same colour: that of the larger matrix.
  const whole = step.op === 'split' ? sheet.read(inputs[0]!) : own;
  const { scale } = whole;
  const grids = inputs.map((input) => ({ ...sheet.read(input), scale }));
  const result = { ...own, scale };
  const { sources, target } = sides(sheet, grids, result);
  const labels = sheet.gutter(result.rowLabels);
  sources.forEach((source, i) => {
    const { x, y } = source.box;
    if (i === 0) sheet.title(grids[i]!, x, 0, options.size.width - x);
    else sheet.title(grids[i]!, x, y - TITLE_HEIGHT, target.box.x - labels - x);
    sheet.rowLabels(source, source.box.x);
    sheet.put(source);
  });
  flows(sheet, step, inputs, sources, target, labels);
  sheet.put(target, { opacity: clamp(moment * 5 - 4, 0, 1) });
  sheet.rowLabels(target, labels);
  sheet.columnLabels(target, sheet.header(result, target.cellWidth));
  const { box } = target;
  sheet.marks.push({
    type: 'group',
    clip: { x: 0, y: 0, width: box.x + box.width, height: options.size.height },
    marks: travelling(target, sources, inputs, result.layout.columns, moment),
  });
}

function sides(
  sheet: Sheet,
  grids: readonly Grid[],
  result: Grid,
): { sources: PlacedGrid[]; target: PlacedGrid } {
  const { size, detail } = sheet.options;
  const { rows, columns } = result.layout;
  const gutter = Math.max(0, ...grids.map((grid) => sheet.gutter(grid.rowLabels)));
  const labels = sheet.gutter(result.rowLabels);
  const across = Math.min(sheet.isNarrow ? 40 : 100, columns * 14);
  const x = gutter + across + (sheet.isNarrow ? 20 : 44) + labels;
  const room = size.width - x - 3;
  const least = sheet.leastWidth([result], columns > 16 ? sheet.leastCell : 1);
  const cellWidth = detail === 'digits' ? LARGE.width : clamp(room / columns, least, LARGE.width);
  const y = TITLE_HEIGHT + sheet.header(result, cellWidth).whole;
  const most = cellWidth < 20 ? 26 : LARGE.height;
  const target = sheet.place(result, {
    name: 'result',
    isResult: true,
    x,
    y,
    cellWidth,
    cellHeight: clamp((size.height - y - 4) / rows, sheet.leastHeight(rows), most),
    seen: room,
    scroller: 'columns',
  });
  const total = grids.reduce((sum, { layout }) => sum + layout.rows, 0);
  const free = size.height - y - (grids.length - 1) * (TITLE_HEIGHT + 6) - 4;
  const cellHeight = clamp(free / total, 1, Math.min(18, target.cellHeight));
  let top = y;
  const sources = grids.map((grid, i) => {
    const place = { x: gutter + 1, y: top, cellWidth: across / grid.layout.columns, cellHeight };
    top += grid.layout.rows * cellHeight + TITLE_HEIGHT + 6;
    return sheet.place(grid, { ...place, name: `source ${i}`, bare: cellHeight < 16 });
  });
  return { sources, target };
}

/** From the rows read to the rows written: one band for each run of rows, and a line for the chosen row. */
function flows(
  sheet: Sheet,
  step: Step,
  inputs: readonly Step[],
  sources: readonly PlacedGrid[],
  target: PlacedGrid,
  labels: number,
): void {
  const x = target.box.x - labels - 2;
  const chosen = sheet.chosen(target).row;
  let open: { source: PlacedGrid; from: number; row: number; rows: number } | undefined;
  const close = (): void => {
    if (!open) return;
    const { source, from, row, rows } = open;
    const read = cornerOf(source, { row: from, column: 0 }).y;
    const written = cornerOf(target, { row, column: 0 }).y;
    const right = source.box.x + source.box.width + 2;
    const ends = [read + rows * source.cellHeight, written + rows * target.cellHeight] as const;
    const d = `${curve(right, read, x, written)}V${ends[1]}${bend(x, right, ends[1], ends[0])}z`;
    sheet.marks.push({ type: 'path', d, fill: 'soft', opacity: 0.12 });
    open = undefined;
  };
  for (let row = 0; row < target.layout.rows; row += 1) {
    const found = sourceOf(step, inputs, target.layout.index(row, 0));
    const source = found && sources[found.input];
    const from = found && source?.layout.locate(found.index)?.row;
    if (!source || from === undefined) continue;
    if (open?.source === source && open.from + open.rows === from) open.rows += 1;
    else {
      close();
      open = { source, from, row, rows: 1 };
    }
    if (row !== chosen) continue;
    const right = source.box.x + source.box.width + 2;
    const d = curve(right, middleOf(source, from), x, middleOf(target, row));
    sheet.marks.push(linkMark(d, true));
  }
  close();
}

export const kind: Kind = { ops: ['split', 'concat', 'append'], figure: pieces };
