import type { Step } from '../../engine/types/index.js';
import type { Figure, FigureOptions, FigureSteps, Grid, PlacedGrid } from '../figure.js';
import type { Kind } from '../kind.js';
import { curve, linkMark, middleOf } from '../layout/links.js';
import { clamp } from '../layout/place.js';
import { Sheet, TITLE_HEIGHT } from '../layout/sheet.js';
import { rowsRead } from './embedding.js';

const LARGE = { width: 52, height: 34 };
/** The table keeps this width, however long the names of its rows are. */
const LEAST = 24;
const LINKS = { wide: 46, narrow: 16 };

/** What each word passes back, and the row of the table that it is added to: a line from one to the other. */
function scatter(steps: FigureSteps, options: FigureOptions): Figure {
  const sheet = new Sheet(steps, options);
  const step = steps.step(options.selection.paths[0]!)!;
  const [gradient, ids] = sheet.inputs(step) as [Step, Step];
  const result = sheet.read(step);
  const words = sheet.read(gradient);
  const { strip, table } = placedGrids(sheet, words, result);
  sheet.put(strip);
  sheet.rowLabels(strip, strip.box.x);
  sheet.title(words, strip.box.x, 0, table.box.x - strip.box.x - 8);
  const chosen = sheet.chosen(table).row;
  rowsRead({ ids: sheet.read(ids, { transposed: true }), table }).forEach((to, row) => {
    link(sheet, strip, table, row, to, to === chosen);
  });
  sheet.put(table, { opacity: clamp(options.moment * 2 - 0.6, 0, 1) });
  sheet.rowLabels(table, sheet.gutter(result.rowLabels));
  sheet.columnLabels(table, sheet.header(result, table.cellWidth));
  return { ...sheet.finish(), duration: 500 };
}

function placedGrids(
  sheet: Sheet,
  words: Grid,
  result: Grid,
): { strip: PlacedGrid; table: PlacedGrid } {
  const { size, detail } = sheet.options;
  const { rows, columns } = result.layout;
  const left = sheet.gutter(words.rowLabels) + 1;
  const across = Math.min(sheet.strip, columns * 14);
  const links = sheet.isNarrow ? LINKS.narrow : LINKS.wide;
  const x = left + across + links + sheet.gutter(result.rowLabels);
  const room = Math.max(LEAST, size.width - x - 3);
  const least = sheet.leastWidth([result], columns > 16 ? sheet.leastCell : 1);
  const cellWidth = detail === 'digits' ? LARGE.width : clamp(room / columns, least, LARGE.width);
  const y = TITLE_HEIGHT + sheet.header(result, cellWidth).whole;
  const free = size.height - y - 4;
  const most = cellWidth < 20 ? 26 : LARGE.height;
  const height = (count: number): number => clamp(free / count, sheet.leastHeight(count), most);
  return {
    strip: sheet.place(words, {
      name: 'gradient',
      input: 0,
      x: left,
      y,
      cellWidth: across / columns,
      cellHeight: height(words.layout.rows),
      bare: true,
    }),
    table: sheet.place(result, {
      name: 'result',
      isResult: true,
      x,
      y,
      cellWidth,
      cellHeight: height(rows),
      seen: room,
      scroller: 'columns',
    }),
  };
}

/** From a word's gradient past the names of the table's rows to one of them. */
function link(
  sheet: Sheet,
  from: PlacedGrid,
  to: PlacedGrid,
  row: number,
  at: number,
  strong: boolean,
): void {
  const end = to.box.x - sheet.gutter(to.rowLabels);
  const d = curve(from.box.x + from.box.width + 1, middleOf(from, row), end, middleOf(to, at));
  sheet.marks.push(linkMark(d, strong));
}

export const kind: Kind = { ops: ['embedding_backward'], figure: scatter };
