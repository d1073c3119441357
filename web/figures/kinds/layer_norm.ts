import type { Computed } from '../../engine/types/computed.js';
import { textSizes } from '../../styles/sizes.js';
import { rounded } from '../../trace/numbers.js';
import { pixel } from '../chart/line.js';
import type { Figure, FigureOptions, FigureSteps, Grid, PlacedGrid } from '../figure.js';
import { valueAt } from '../layout/grid.js';
import type { Kind } from '../kind.js';
import { rowLabelMarks } from '../layout/labels.js';
import { rectangle, text, type Mark } from '../marks.js';
import { clamp, cornerOf } from '../layout/place.js';
import { jointExtent } from '../layout/shared-scale.js';
import { Sheet, TITLE_HEIGHT } from '../layout/sheet.js';
import { rowNumber } from '../layout/row-sums.js';

const LARGE = { width: 52, height: 30 };
const FLAT = 26;
/** The columns of μ and σ. */
const COLUMN = 48;
/** A row of γ or β. */
const STRIP = 13;
/** Rows of x that have numbers beside them; else those of the result have. */
const DIGITS = 11;
/** The two lines of dots: those of the chosen row before, and after. */
const DOTS = { height: 90, gap: 18, line: 22, radius: 2.6 };

/** x above, with the mean and the deviation of each row; γ and β right above the result; one row as dots. */
function norm(steps: FigureSteps, options: FigureOptions): Figure {
  const sheet = new Sheet(steps, options);
  const step = steps.step(options.selection.paths[0]!)!;
  const [x, ...parameters] = sheet.inputs(step).map((input) => sheet.read(input)) as [Grid];
  const result = sheet.read(step);
  const places = placesOf(sheet, x, parameters, result);
  const { gutter, cellWidth, room, header, line } = places;
  const shared = { x: gutter + 1, cellWidth, seen: room, scroller: 'columns' };
  const { moment } = options;
  let y = TITLE_HEIGHT;
  const above = sheet.place(x, { ...shared, name: 'x', y, cellHeight: places.above });
  sheet.title(x, shared.x, 0, room);
  sheet.put(above);
  if (above.cellHeight >= 9) sheet.rowLabels(above, gutter);
  y += above.box.height;
  for (const [i, grid] of parameters.entries()) {
    sheet.title(grid, shared.x, y + 2, room, TITLE_HEIGHT - 4);
    sheet.sign(i === 0 ? '×' : '+', gutter - 10, y + TITLE_HEIGHT + line / 2 - 2);
    y += TITLE_HEIGHT;
    const strip = { ...shared, name: `parameter ${i}`, y, cellHeight: line, bare: true };
    sheet.put(sheet.place(grid, strip), { opacity: 0.3 + 0.7 * moment });
    y += line;
  }
  y += header.whole + 6;
  const after = sheet.place(result, {
    ...shared,
    name: 'result',
    isResult: true,
    y,
    cellHeight: places.cellHeight,
  });
  sheet.put(after, { opacity: clamp(moment * 2 - 0.6, 0, 1), dy: (moment - 1) * 14 });
  sheet.rowLabels(after, gutter);
  sheet.columnLabels(after, header);
  statistics(sheet, above, places.above >= places.digits ? above : after);
  if (places.hasDots) dots(sheet, above, after, y + after.box.height + DOTS.gap);
  return { ...sheet.finish(), duration: 500 };
}

interface Places {
  gutter: number;
  room: number;
  cellWidth: number;
  /** The height of a row of x, and of the result. */
  above: number;
  cellHeight: number;
  header: ReturnType<Sheet['header']>;
  /** The height of γ and of β, and the least of a row of x that has numbers beside it. */
  line: number;
  digits: number;
  hasDots: boolean;
}

function placesOf(sheet: Sheet, x: Grid, parameters: readonly Grid[], result: Grid): Places {
  const { size, detail } = sheet.options;
  const { rows, columns } = result.layout;
  const line = Math.max(STRIP, sheet.leastRow);
  const digits = Math.max(DIGITS, sheet.leastRow);
  const gutter = Math.max(24, sheet.gutter(result.rowLabels));
  const room = size.width - gutter - 2 * COLUMN - 4;
  const least = sheet.leastWidth([x, ...parameters, result], columns > 16 ? sheet.leastCell : 1);
  const cellWidth = detail === 'digits' ? LARGE.width : clamp(room / columns, least, LARGE.width);
  const header = sheet.header(result, cellWidth);
  const free =
    size.height - TITLE_HEIGHT - parameters.length * (TITLE_HEIGHT + line) - header.whole - 12;
  const most = cellWidth < 20 ? FLAT : LARGE.height;
  const isChosen = sheet.chosen(result).row !== undefined || sheet.chosen(x).row !== undefined;
  const hasDots = isChosen && free - DOTS.height - DOTS.gap >= 2 * rows * (digits + 2);
  const height = free - (hasDots ? DOTS.height + DOTS.gap : 0);
  const equal = height / (2 * rows);
  const isStrip = equal < digits;
  const strip = Math.min(equal, Math.max(24, sheet.strip - 16) / rows);
  return {
    gutter,
    room,
    cellWidth,
    above: isStrip ? strip : clamp(equal, 3, most),
    cellHeight: clamp(isStrip ? height / rows - strip : equal, sheet.leastHeight(rows), most),
    header,
    line,
    digits,
    hasDots,
  };
}

/** The mean and the deviation of each row of x, in two columns. */
function statistics(sheet: Sheet, x: PlacedGrid, beside: PlacedGrid): void {
  const { means, deviations } = sheet.steps.rows(x.step.path);
  const { box, cellHeight } = beside;
  const chosen = sheet.chosen(beside).row ?? sheet.chosen(x).row;
  const columns = [
    { sign: 'μ', values: means },
    { sign: 'σ', values: deviations },
  ];
  columns.forEach(({ sign, values }, i) => {
    const right = box.x + box.width + (i + 1) * COLUMN - 4;
    const numbers = beside.rowLabels.map((_, row) => rounded(values[rowNumber(x, row)]!, 2));
    const top = (row: number): number => cornerOf(beside, { row, column: 0 }).y;
    const place = { top, x: right, width: COLUMN, cellHeight, face: 'mono' } as const;
    sheet.marks.push(
      text({ x: right, y: box.y - 5, text: sign, size: textSizes.s, face: 'math', align: 'end' }),
      ...rowLabelMarks(numbers, place, sheet.options.measure, chosen),
    );
  });
}

/** The numbers of the chosen row on one axis: around their mean, and what they become: around 0. */
function dots(sheet: Sheet, x: PlacedGrid, result: PlacedGrid, top: number): void {
  const row = sheet.chosen(result).row ?? sheet.chosen(x).row;
  if (row === undefined) return;
  const { moment } = sheet.options;
  const axis = jointExtent(x.extent, result.extent);
  const left = result.box.x;
  const at = (value: Computed): number => pixel(value, axis, left + 6, left + result.box.width - 6);
  const { means, deviations } = sheet.steps.rows(x.step.path);
  const number = rowNumber(x, row);
  const [middle, one, zero] = [at(means[number]!), at(deviations[number]!), at(0)];
  const lines = [
    { y: top + DOTS.line / 2, middle, wide: one - zero, name: 'x' },
    { y: top + DOTS.height - DOTS.line, middle: zero, wide: at(1) - zero, name: 'y' },
  ] as const;
  sheet.marks.push(...lines.flatMap((line) => axisMarks(sheet, line, result)));
  const [from, to] = lines;
  let paths = '';
  let points = '';
  for (let column = 0; column < x.layout.columns; column += 1) {
    const start = at(valueAt(x, row, column));
    const end = at(valueAt(result, row, column));
    const [px, py] = [start + (end - start) * moment, from.y + (to.y - from.y) * moment];
    paths += `M${start} ${from.y}L${px} ${py}`;
    points += point(start, from.y) + (moment > 0 ? point(px, py) : '');
  }
  sheet.marks.push(
    { type: 'path', d: paths, stroke: 'soft', width: 0.75, opacity: 0.35 },
    { type: 'path', d: points, fill: 'ink', opacity: 0.55 },
  );
}

interface DotLine {
  y: number;
  middle: number;
  /** How many pixels one deviation is long. */
  wide: number;
  name: string;
}

/** The line, its mean, and one deviation to both sides as far as the line goes. */
function axisMarks(sheet: Sheet, { y, middle, wide, name }: DotLine, { box }: PlacedGrid): Mark[] {
  const high = DOTS.line / 2 - 2;
  const isFirst = name === 'x';
  const style = { size: textSizes.xs, face: 'math', align: 'middle' } as const;
  const labels = isFirst ? ['μ', 'μ−σ', 'μ+σ'] : ['0', '−1', '1'];
  const below = isFirst ? y - high - 3 : y + high + 12;
  const ends = [box.x, box.x + box.width] as const;
  const texts = labels
    .map((label, i) => text({ ...style, x: middle + [0, -wide, wide][i]!, y: below, text: label }))
    .filter(({ x }) => x >= ends[0] && x <= ends[1]);
  const [low, end] = [middle - wide, middle + wide].map((at) => clamp(at, ...ends));
  const apart = sheet.options.measure('μ−σ', style.size, 'math') + 2;
  return [
    { type: 'path', d: `M${box.x} ${y}h${box.width}`, stroke: 'line', width: 1 },
    {
      type: 'path',
      d: rectangle({ x: low!, y: y - high, width: end! - low!, height: 2 * high }),
      fill: 'accent',
      opacity: 0.12,
    },
    { type: 'path', d: `M${middle} ${y - high}v${2 * high}`, stroke: 'accent', width: 1.5 },
    ...(wide > apart ? texts : texts.slice(0, 1)),
  ];
}

const point = (x: number, y: number): string => {
  const { radius: r } = DOTS;
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
};

export const kind: Kind = { ops: ['layer_norm'], figure: norm };
