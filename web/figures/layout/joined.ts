import type { Step } from '../../engine/types/index.js';
import { axisNames } from '../../trace/axes.js';
import type { Grid, PlacedGrid } from '../figure.js';
import { NAME, putCard } from './head-places.js';
import type { Box, Colour } from '../marks.js';
import { sourceOf, travelling } from './moves.js';
import { clamp, cornerOf } from './place.js';
import { TITLE_HEIGHT, type Sheet } from './sheet.js';

const LINK = 26;
const WIDE = 52;
const FLAT = 26;

/** A head, and the step that has its numbers. */
export interface HeadSource {
  step: Step;
  head: number;
  name: string;
}

/** The heads slide from their own places into one matrix, side by side. */
export function together(sheet: Sheet, step: Step, sources: readonly HeadSource[]): void {
  const { options } = sheet;
  const { moment, size, selection } = options;
  const [first] = sources as [HeadSource];
  const grid = sheet.read(first.step, { head: first.head });
  const { rows, columns } = grid.layout;
  const count = sources.length;
  const strip = Math.min(sheet.stripOf(rows), Math.max(20, size.height * 0.13));
  const y = TITLE_HEIGHT + NAME;
  const joined = sheet.read(step);
  const result = widePlaced(sheet, joined, { above: y + strip + LINK });
  const { box } = result;
  const gap = count > 6 ? 5 : 14;
  const wide = (size.width - box.x - 3 - (count - 1) * gap) / count;
  const width = Math.min(wide, columns * result.cellWidth);
  const cards = sources.map((one, i) => {
    const place = { x: box.x + i * (width + gap), y, width, height: strip };
    return putCard(sheet, { ...one, box: place, scale: joined.scale });
  });
  sheet.title(grid, box.x, 0, size.width - box.x);
  const head = headRead(sheet, step) ?? selection.head;
  const chosen = sources.findIndex((one) => one.head === head);
  const to = chosen < 0 ? undefined : columnsBox(result, chosen * columns, columns);
  const top = box.y - sheet.header(result, result.cellWidth).whole - 2;
  const keepsHeads = step.op === 'transpose' || step.op === 'concat';
  if (to && moment >= 1 && keepsHeads)
    ribbon(sheet, cards[chosen]!.box, { ...to, y: top }, `head-${sources[chosen]!.head}`);
  sheet.put(result, { opacity: clamp(moment * 5 - 4, 0, 1) });
  const inputs = sheet.inputs(step);
  sheet.marks.push({
    type: 'group',
    clip: { x: box.x, y: 0, width: size.width - box.x, height: box.y + box.height },
    marks: travelling(result, cards, inputs, columns, moment),
  });
}

/** The head that the active cell was read from. */
function headRead({ steps, options }: Sheet, step: Step): number | undefined {
  const { active } = options.selection;
  if (active?.path !== step.path) return undefined;
  const inputs = step.inputs.flatMap((path) => steps.step(path) ?? []);
  const read = sourceOf(step, inputs, active.index);
  const source = read && inputs[read.input];
  return source && (source.scope.head ?? read.index[axisNames(source).indexOf('head')]);
}

/** The part of some columns that is seen; undefined if none of it is. */
function columnsBox(grid: PlacedGrid, from: number, count: number): Box | undefined {
  const { box, cellWidth } = grid;
  const start = cornerOf(grid, { row: 0, column: from }).x;
  const x = Math.max(box.x, start);
  const end = Math.min(box.x + box.width, start + count * cellWidth);
  return end > x ? { ...box, x, width: end - x } : undefined;
}

/** Runs from the lower edge of a box to the upper edge of another, in a colour. */
export function ribbon(sheet: Sheet, from: Box, to: Box, fill: Colour): void {
  const y = from.y + from.height + 2;
  const middle = (y + to.y) / 2;
  const curve = (start: number, x: number, end: number): string =>
    `C${start} ${middle} ${x} ${middle} ${x} ${end}`;
  const d =
    `M${from.x} ${y}${curve(from.x, to.x, to.y)}h${to.width}` +
    `${curve(to.x + to.width, from.x + from.width, y)}z`;
  sheet.marks.push({ type: 'path', d, fill, opacity: 0.16 });
}

/** A result over the whole width with its labels, below `above` and with `below` kept free; not yet drawn. Labels come with the moment. */
export function widePlaced(
  sheet: Sheet,
  grid: Grid,
  { above, below = 0, moment = 1 }: { above: number; below?: number; moment?: number },
): PlacedGrid {
  const { size, detail } = sheet.options;
  const { rows, columns } = grid.layout;
  const gutter = Math.max(sheet.gutter(grid.rowLabels), 24);
  const room = size.width - gutter - 4;
  const fitting = sheet.leastWidth([grid], columns > 16 ? sheet.leastCell : 1);
  const least = detail === 'digits' ? WIDE : fitting;
  const cellWidth = clamp(room / columns, least, WIDE);
  const header = sheet.header(grid, cellWidth);
  const y = above + header.whole + 4;
  const cellHeight = clamp(
    (size.height - y - below - 4) / rows,
    sheet.leastHeight(rows),
    cellWidth < 20 ? FLAT : 34,
  );
  const result = sheet.place(grid, {
    name: 'result',
    isResult: true,
    x: gutter + 1,
    y,
    cellWidth,
    cellHeight,
    seen: room,
    scroller: 'columns',
  });
  sheet.rowLabels(result, gutter);
  const marks = sheet.marks.length;
  sheet.columnLabels(result, header);
  const labels = sheet.marks.splice(marks);
  sheet.marks.push({ type: 'group', marks: labels, opacity: moment, dy: (moment - 1) * 10 });
  return result;
}
