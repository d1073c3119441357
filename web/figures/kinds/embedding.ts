import type { Step } from '../../engine/types/index.js';
import { textSizes } from '../../styles/sizes.js';
import type { Figure, FigureOptions, FigureSteps, Grid, PlacedGrid } from '../figure.js';
import { valueAt } from '../layout/grid.js';
import type { Kind } from '../kind.js';
import { shortened } from '../layout/labels.js';
import { curve, linkMark, middleOf } from '../layout/links.js';
import { rectangle, text, type Mark } from '../marks.js';
import { travellers } from '../layout/moves.js';
import { cellBox, clamp, cornerOf, digitWidth, isSeen } from '../layout/place.js';
import { Sheet, TITLE_HEIGHT } from '../layout/sheet.js';

const LARGE = { width: 52, height: 34 };
/** The lines from the ids to the table, and from there to the result. */
const LINKS = { wide: 46, narrow: 14 };
const LABEL = 12;

/** The ids with their tokens, the table, the result: a line from each id to the row it reads, and to where that is written. */
function lookup(steps: FigureSteps, options: FigureOptions): Figure {
  const sheet = new Sheet(steps, options);
  const step = steps.step(options.selection.paths[0]!)!;
  const [ids, table] = sheet.inputs(step) as [Step, Step];
  // Beside their tokens the ids are numbers.
  const column: Grid = { ...sheet.read(ids, { transposed: true }), words: [] };
  const grids = placedGrids(sheet, column, sheet.read(table), sheet.read(step));
  const read = rowsRead(grids);
  const chosen = sheet.chosen(grids.result).row ?? sheet.chosen(grids.ids).row;
  const { moment } = options;
  sheet.put(grids.ids);
  sheet.rowLabels(grids.ids, grids.ids.box.x);
  sheet.put(grids.table);
  fadeOthers(sheet, grids.table, new Set(read));
  tableLabels(sheet, grids.table, read, chosen);
  for (const row of order(read, chosen)) link(sheet, grids, row, read[row]!, row === chosen);
  sheet.put(grids.result, { opacity: clamp(moment * 5 - 4, 0, 1) });
  sheet.columnLabels(grids.result, sheet.header(grids.result, grids.result.cellWidth));
  const { result } = grids;
  const blocks = read.map((from, row) => ({
    row,
    rows: 1,
    column: 0,
    columns: result.layout.columns,
    from: { ...cellBox(grids.table, { row: from, column: 0 }), width: grids.table.box.width },
  }));
  const { box } = grids.table;
  const clip = { ...result.box, x: box.x, y: 0, height: box.y + box.height + result.box.height };
  clip.width = result.box.x + result.box.width - box.x;
  sheet.marks.push({ type: 'group', clip, marks: travellers(result, blocks, moment) });
  return { ...sheet.finish(), duration: 500 };
}

interface Grids {
  ids: PlacedGrid;
  table: PlacedGrid;
  result: PlacedGrid;
}

function placedGrids(sheet: Sheet, ids: Grid, table: Grid, result: Grid): Grids {
  const { size, measure, detail } = sheet.options;
  const { rows, columns } = result.layout;
  const links = sheet.isNarrow ? LINKS.narrow : LINKS.wide;
  const tokens = sheet.gutter(ids.rowLabels);
  const word = Math.max(22, digitWidth(ids, 0, measure));
  const names = namesOf(sheet, table);
  const across = Math.max(
    sheet.leastWidth([table], 0),
    Math.min(sheet.isNarrow ? 26 : 110, columns * 14),
  );
  const tableX = tokens + word + links + names;
  const x = tableX + across + links;
  const room = size.width - x - 3;
  const least = sheet.leastWidth([result], columns > 16 ? sheet.leastCell : 1);
  const cellWidth = detail === 'digits' ? LARGE.width : clamp(room / columns, least, LARGE.width);
  const y = 2 * TITLE_HEIGHT + sheet.header(result, cellWidth).whole;
  const free = size.height - y - 4;
  const most = cellWidth < 20 ? 26 : LARGE.height;
  const cellHeight = clamp(free / rows, sheet.leastHeight(rows), most);
  const tableHeight = Math.min(free, Math.max(rows * cellHeight, table.layout.rows * 20));
  const own = { y, cellHeight };
  sheet.title({ ...ids, transposed: false }, 0, 0, size.width, TITLE_HEIGHT - 2);
  sheet.title(table, tableX, TITLE_HEIGHT - 2, size.width - tableX);
  return {
    ids: sheet.place(ids, { ...own, name: 'ids', x: tokens + 1, cellWidth: word }),
    table: sheet.place(table, {
      name: 'table',
      x: tableX,
      y,
      cellWidth: across / columns,
      cellHeight: tableHeight / table.layout.rows,
      bare: across / columns < 24,
    }),
    result: sheet.place(result, {
      ...own,
      name: 'result',
      isResult: true,
      x,
      cellWidth,
      seen: room,
      scroller: 'columns',
    }),
  };
}

/** The width of the names of the table's rows. */
const namesOf = (sheet: Sheet, { rowLabels }: Grid): number =>
  Math.min(sheet.gutter(rowLabels), sheet.isNarrow ? 40 : 106);

/** The row of the table that each id names; `ids` in a column. */
export function rowsRead({ ids, table }: { ids: Grid; table: Grid }): number[] {
  const rows = Array.from({ length: table.layout.rows }, (_, row) => row);
  return ids.rowLabels.map((_, row) => {
    const id = valueAt(ids, row, 0);
    const place = rows.findIndex((each) => each === id);
    return Math.max(0, place);
  });
}

/** The chosen row comes last, over all others. */
function order(read: readonly number[], chosen: number | undefined): number[] {
  const rows = read.map((_, row) => row).filter((row) => row !== chosen);
  return chosen === undefined || chosen >= read.length ? rows : [...rows, chosen];
}

/** Rows of the table that no id names step back. */
function fadeOthers(sheet: Sheet, table: PlacedGrid, read: ReadonlySet<number>): void {
  const { box, cellHeight } = table;
  let d = '';
  for (let row = 0; row < table.layout.rows; row += 1) {
    if (read.has(row) || !isSeen(table, row)) continue;
    const { y } = cornerOf(table, { row, column: 0 });
    d += rectangle({ ...box, y, height: cellHeight });
  }
  if (!d) return;
  const faded: Mark = { type: 'path', d, fill: 'ground', opacity: 0.62 };
  sheet.marks.push({ type: 'group', clip: box, marks: [faded] });
}

/** Names of the rows: all of them where there is room, else of those that are read. */
function tableLabels(
  sheet: Sheet,
  table: PlacedGrid,
  read: readonly number[],
  chosen: number | undefined,
): void {
  const { box, cellHeight, rowLabels } = table;
  const { measure } = sheet.options;
  const current = chosen === undefined ? undefined : read[chosen];
  const all = cellHeight >= LABEL ? rowLabels.map((_, row) => row) : [...new Set(read)];
  const ordered = all.filter((row) => row !== current).sort((a, b) => a - b);
  const shown: number[] = [];
  for (const row of current === undefined ? ordered : [current, ...ordered]) {
    if (!isSeen(table, row)) continue;
    if (shown.every((other) => Math.abs(other - row) * cellHeight >= LABEL)) shown.push(row);
  }
  for (const row of shown) {
    const strong = row === current;
    sheet.marks.push(
      text({
        x: box.x - 6,
        y: cornerOf(table, { row, column: 0 }).y + cellHeight / 2 + 4,
        text: shortened(rowLabels[row] ?? '', namesOf(sheet, table) - 8, measure),
        size: textSizes.xs,
        align: 'end',
        colour: strong || read.includes(row) ? 'ink' : 'soft',
        strong,
      }),
    );
  }
}

/** From an id to the row of the table, and from there to the row of the result. */
function link(
  sheet: Sheet,
  { ids, table, result }: Grids,
  row: number,
  from: number,
  strong: boolean,
): void {
  const names = namesOf(sheet, table);
  const y = middleOf(table, from);
  const paths = [
    curve(ids.box.x + ids.box.width + 1, middleOf(ids, row), table.box.x - names + 2, y),
    curve(table.box.x + table.box.width + 1, y, result.box.x - 2, middleOf(result, row)),
  ];
  sheet.marks.push(linkMark(paths.join(''), strong));
}

export const kind: Kind = { ops: ['embedding'], figure: lookup };
