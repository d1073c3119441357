import type { Step } from '../../engine/types/index.js';
import type { Figure, FigureOptions, FigureSteps, Grid, PlacedGrid } from '../figure.js';
import type { Kind } from '../kind.js';
import { rectangle, type Mark } from '../marks.js';
import { echo } from '../layout/grid-marks.js';
import { cellBox, clamp } from '../layout/place.js';
import { sharingScale } from '../layout/shared-scale.js';
import { Sheet, TITLE_HEIGHT, UNIT_HEIGHT } from '../layout/sheet.js';
import { halfOf, type Pair } from '../rotation/pair.js';
import { putTurn, putTurns, turnSizes } from '../rotation/panel.js';

const LARGE = { width: 52, height: 34 };
const FLAT = 26;
/** The bracket over the two columns that turn together. */
const BRACKET = 8;
/** The chosen pair stands beside the matrices if their columns keep this width, else below them. */
const COLUMN = 18;
const GAP = 22;
/** With the dial below, so that it is in sight: the height of the numbers before, and the least of a row after. */
const ABOVE_DIAL = { strip: 24, row: 6 };

/** Before above after, column below column, with the chosen pair of numbers as a point that is turned. */
function rotate(steps: FigureSteps, options: FigureOptions): Figure {
  const sheet = new Sheet(steps, options);
  const step = steps.step(options.selection.paths[0]!)!;
  const [source] = sheet.inputs(step) as [Step];
  const places = placesOf(sheet, sharingScale(sheet.read(source), sheet.read(step)));
  const { before, after } = putGrids(sheet, places);
  const pair = chosenPair(sheet, before, after);
  for (const grid of [before, after]) sheet.marks.push(pairMark(grid, pair));
  const turned = sheet.activeIn(before);
  if (turned) sheet.marks.push(...echo(after, turned));
  sheet.marks.push(bracket(after, pair, places.header.whole));
  const { x, y, width, height } = after.box;
  const right = x + width + GAP;
  if (places.isBeside) putTurns(sheet, pair, { x: right, y: before.box.y });
  else putTurn(sheet, pair, { x, y: y + height + UNIT_HEIGHT });
  const figure = sheet.finish();
  const whole = places.isBeside ? right + turnSizes.width : 0;
  return { ...figure, width: Math.max(figure.width, whole), duration: 700 };
}

interface Places {
  grids: readonly [before: Grid, after: Grid];
  gutter: number;
  room: number;
  cellWidth: number;
  /** The height of a row before, and after. */
  above: number;
  cellHeight: number;
  header: ReturnType<Sheet['header']>;
  /** Whether the chosen pair is drawn beside the matrices. */
  isBeside: boolean;
}

function placesOf(sheet: Sheet, grids: readonly [Grid, Grid]): Places {
  const { size, detail } = sheet.options;
  const [, result] = grids;
  const { rows, columns } = result.layout;
  const gutter = Math.max(24, sheet.gutter(result.rowLabels));
  const whole = size.width - gutter - 4;
  const left = whole - turnSizes.width - GAP;
  const isBeside = left >= Math.min(columns, 16) * COLUMN;
  const room = isBeside ? left : whole;
  const least = sheet.leastWidth(grids, columns > 16 ? sheet.leastCell : 1);
  const cellWidth = detail === 'digits' ? LARGE.width : clamp(room / columns, least, LARGE.width);
  const header = sheet.header(result, cellWidth);
  const foot = isBeside ? 0 : turnSizes.height;
  const free = size.height - 2 * TITLE_HEIGHT - BRACKET - header.whole - foot - UNIT_HEIGHT - 6;
  const equal = free / (2 * rows);
  const isStrip = equal < sheet.leastHeight(rows);
  const strip = isBeside ? sheet.strip : ABOVE_DIAL.strip;
  const leastRow = isBeside
    ? sheet.leastHeight(rows)
    : Math.min(sheet.leastHeight(rows), ABOVE_DIAL.row);
  const most = cellWidth < 20 ? FLAT : LARGE.height;
  return {
    grids,
    gutter,
    room,
    cellWidth,
    above: isStrip ? strip / rows : Math.min(equal, most),
    cellHeight: clamp(isStrip ? (free - strip) / rows : equal, leastRow, most),
    header,
    isBeside,
  };
}

function putGrids(
  sheet: Sheet,
  { grids, gutter, room, cellWidth, above, cellHeight, header }: Places,
): { before: PlacedGrid; after: PlacedGrid } {
  const [source, result] = grids.map(inHalves) as [Grid, Grid];
  const { moment } = sheet.options;
  const shared = { x: gutter + 1, cellWidth, seen: room, scroller: 'columns' };
  const y = TITLE_HEIGHT;
  const before = sheet.place(source, { ...shared, name: 'before', y, cellHeight: above });
  const next = y + before.box.height + 4;
  const after = sheet.place(result, {
    ...shared,
    name: 'result',
    isResult: true,
    y: next + TITLE_HEIGHT + BRACKET + header.whole,
    cellHeight,
  });
  sheet.title(source, shared.x, 0, room);
  sheet.put(before);
  if (before.cellHeight >= 9) sheet.rowLabels(before, gutter);
  sheet.title(result, shared.x, next, room);
  sheet.sign('↓', gutter - 12, next + TITLE_HEIGHT / 2);
  sheet.put(after, { opacity: clamp(moment * 2 - 0.6, 0, 1), dy: (moment - 1) * 14 });
  sheet.rowLabels(after, gutter);
  sheet.columnLabels(after, header);
  return { before, after };
}

/** A line divides the first numbers of the pairs from the second ones. */
const inHalves = (grid: Grid): Grid => ({
  ...grid,
  layout: { ...grid.layout, group: halfOf(grid) },
});

/** The chosen row, and the pair of the chosen cell; else the first ones that are turned. */
function chosenPair(sheet: Sheet, before: PlacedGrid, after: PlacedGrid): Pair {
  const [a, b] = [sheet.chosen(after), sheet.chosen(before)];
  const row = a.row ?? b.row ?? Math.min(1, after.layout.rows - 1);
  return { before, after, row, first: (a.column ?? b.column ?? 0) % halfOf(after) };
}

/** Outlines of the two columns that turn together. */
function pairMark(grid: PlacedGrid, { first }: Pair): Mark {
  const { box } = grid;
  const d = [first, first + halfOf(grid)]
    .map((column) => {
      const { x, width } = cellBox(grid, { row: 0, column });
      return rectangle({ x, width, y: box.y - 1, height: box.height + 2 });
    })
    .join('');
  const clip = { ...box, x: box.x - 1, y: box.y - 2, width: box.width + 2, height: box.height + 4 };
  const lines: Mark = { type: 'path', d, stroke: 'accent', width: 1, opacity: 0.8 };
  return { type: 'group', clip, marks: [lines] };
}

/** From one column of a pair to the other, above their labels. */
function bracket(grid: PlacedGrid, { first }: Pair, labels: number): Mark {
  const { box, cellWidth } = grid;
  const [from, to] = [first, first + halfOf(grid)].map(
    (column) => cellBox(grid, { row: 0, column }).x + cellWidth / 2,
  ) as [number, number];
  const y = box.y - labels;
  const d = `M${from} ${y}v${3 - BRACKET}H${to}v${BRACKET - 3}`;
  const clip = { ...box, y: y - BRACKET, height: BRACKET + 1 };
  const line: Mark = { type: 'path', d, stroke: 'accent', width: 1.5 };
  return { type: 'group', clip, marks: [line] };
}

export const kind: Kind = { ops: ['rotate'], figure: rotate };
