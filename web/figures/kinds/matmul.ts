import type { Step } from '../../engine/types/index.js';
import { chooseSizes, leastLeft, SMALL, type Lane, type Sizes } from '../layout/corner-sizes.js';
import type { Figure, FigureOptions, FigureSteps, PlacedGrid } from '../figure.js';
import { valueAt } from '../layout/grid.js';
import type { Mark } from '../marks.js';
import { text } from '../marks.js';
import { textSizes } from '../../styles/sizes.js';
import { clamp, type Where } from '../layout/place.js';
import { SCROLLBAR, Sheet, TITLE_HEIGHT, type Moved } from '../layout/sheet.js';
import type { Kind } from '../kind.js';
import { PRODUCTS } from '../products.js';

const GAP = 18;
const BIAS = 14;
/** Between the title of the left operand and the upper operand. */
const TITLE_GAP = 8;
/** The two lines of a chosen row and column that are drawn out of their strips. */
const LINE = 14;

/**
 * A matrix product: row beside row, column above column; the chosen row and column meet in the chosen cell. Several
 * products of one stop (queries, keys, values) stand side by side.
 */
function corner(steps: FigureSteps, options: FigureOptions): Figure {
  const sheet = new Sheet(steps, options);
  const lanes = fittingLanes(sheet, readLanes(sheet));
  const several = lanes.length > 1;
  const room =
    options.size.width -
    lanes.reduce((sum, lane, i) => sum + (lane.shared ? 0 : lane.gutter) + (i > 0 ? GAP : 0), 0);
  const outside =
    TITLE_HEIGHT * (several ? 2 : 1) + (lanes.some(({ bias }) => bias) ? biasHeight(sheet) + 4 : 0);
  const sizes = chooseSizes(sheet, lanes, room, outside);
  const { moment } = options;
  const settle = { opacity: clamp(moment * 2 - 0.6, 0, 1) };
  const lefts = lanes.filter(({ shared }) => !shared).length;
  const seen = (room - lefts * sizes.left) / lanes.length;
  const top = TITLE_HEIGHT + sizes.above + (outside - TITLE_HEIGHT) + sizes.header;
  let x = 0;
  let left: PlacedGrid | undefined;
  lanes.forEach((lane, i) => {
    if (i > 0) x += GAP;
    if (!lane.shared) {
      left = putLeft(sheet, lane, { x, y: top }, sizes, { dx: (moment - 1) * 18 });
      x += sizes.left + lane.gutter;
    }
    const result = putResult(
      sheet,
      lane,
      { x, y: top, seen, several, name: String(i) },
      sizes,
      settle,
    );
    if (!lane.shared) sheet.rowLabels(result, lane.gutter);
    putAbove(sheet, lane, result, sizes, { dy: (moment - 1) * 18 });
    meet(sheet, left!, result, lane.shared);
    putBias(sheet, lane, result, sizes, { dy: (moment - 1) * 18 });
    x += result.box.width;
  });
  if (lanes.length === 1 && sheet.leastRow === 0) drawOut(sheet, lanes[0]!);
  return sheet.finish();
}

function readLanes(sheet: Sheet): Lane[] {
  const { selection } = sheet.options;
  const lanes = selection.paths.flatMap((path) => sheet.steps.step(path) ?? []);
  return lanes.map((step, i) => {
    const [a, b, c] = sheet.inputs(step) as [Step, Step, Step | undefined];
    const result = sheet.read(step);
    const joined = step.op === 'rows_matmul';
    const left = sheet.read(a, { joined, transposed: joined || step.op === 'transposed_matmul' });
    const above = sheet.read(b, { joined, transposed: step.op === 'matmul_transposed' });
    const inner = isWords(above.rowLabels) && above.layout.rows <= SMALL ? above.rowLabels : [];
    return {
      left,
      alone: lanes.length === 1,
      shared: i > 0 && lanes[i - 1]!.inputs[0] === step.inputs[0],
      above,
      bias: c && sheet.read(c),
      result,
      title: sheet.leastTitle(above),
      gutter: Math.max(
        sheet.gutter(result.rowLabels),
        sheet.gutter(inner),
        sheet.leastTitle(left) + TITLE_GAP - leastLeft(sheet, left.layout.columns),
        24,
      ),
    };
  });
}

/** All lanes where each can show 16 columns; else that of the current step. */
function fittingLanes(sheet: Sheet, lanes: readonly Lane[]): readonly Lane[] {
  const { size, selection } = sheet.options;
  const needed = lanes.reduce((sum, { shared, gutter, result }, i) => {
    const columns = Math.min(SMALL, result.layout.columns) * sheet.leastCell;
    return sum + (shared ? 0 : sheet.strip + gutter) + columns + (i > 0 ? GAP : 0);
  }, 0);
  if (needed <= size.width) return lanes;
  const current = lanes.find(({ result }) => result.step.path === selection.current) ?? lanes[0]!;
  return [{ ...current, shared: false }];
}

const isWords = (labels: readonly string[]): boolean => labels.some((label) => /\D/.test(label));

interface At {
  x: number;
  y: number;
}

function putLeft(sheet: Sheet, lane: Lane, at: At, sizes: Sizes, moved: Moved): PlacedGrid {
  const { left } = lane;
  const cellWidth = sizes.left / left.layout.columns;
  const grid = sheet.place(left, {
    ...at,
    name: `left ${left.step.path}`,
    input: 0,
    cellWidth,
    cellHeight: sizes.cellHeight,
    bare: cellWidth < 15,
  });
  sheet.put(grid, moved);
  const header = sheet.header(left, cellWidth);
  // Turned words would reach those beside the upper operand, which say the same.
  const isNamed = header.turned && header.height > sizes.header && namesRows(lane, sizes);
  const isLabelled = isWords(left.columnLabels) && cellWidth >= 9 && !isNamed;
  if (isLabelled) sheet.columnLabels(grid, header);
  const foot = at.y - (isLabelled ? header.height : 2);
  const high = Math.min(36, foot);
  // Words beside the upper operand reach down to it.
  const beside = namesRows(lane, sizes) ? sheet.gutter(lane.above.rowLabels) : TITLE_GAP;
  sheet.title(left, at.x, foot - high, sizes.left + lane.gutter - beside, high);
  return grid;
}

/** Whether words stand beside the rows of the upper operand. */
function namesRows({ above }: Lane, sizes: Sizes): boolean {
  return isWords(above.rowLabels) && sizes.above / above.layout.rows >= 10;
}

function putResult(
  sheet: Sheet,
  { result }: Lane,
  at: At & { seen: number; several: boolean; name: string },
  sizes: Sizes,
  moved: Moved,
): PlacedGrid {
  const grid = sheet.place(result, {
    x: at.x,
    y: at.y,
    name: `result ${at.name}`,
    isResult: true,
    cellWidth: sizes.cellWidth,
    cellHeight: sizes.cellHeight,
    seen: at.seen,
    scroller: `columns ${at.name}`,
  });
  sheet.put(grid, moved);
  const header = sheet.header(result, sizes.cellWidth);
  sheet.columnLabels(grid, header);
  if (at.several) {
    const y = at.y - sizes.header - TITLE_HEIGHT;
    sheet.title(result, at.x, y, grid.box.width);
  }
  return grid;
}

function putAbove(sheet: Sheet, lane: Lane, result: PlacedGrid, sizes: Sizes, moved: Moved): void {
  const { above } = lane;
  const { box, name } = result;
  const cellHeight = sizes.above / above.layout.rows;
  const grid = sheet.place(above, {
    ...columnsOf(result),
    y: TITLE_HEIGHT,
    name: `above ${name}`,
    input: 1,
    cellHeight,
    bare: cellHeight < 15,
  });
  sheet.put(grid, moved);
  sheet.title(above, box.x, 0, lane.alone ? Math.max(box.width, 200) : box.width + GAP - 4);
  if (namesRows(lane, sizes)) sheet.rowLabels(grid, lane.gutter);
}

const biasHeight = (sheet: Sheet): number => Math.max(BIAS, sheet.leastRow);

/** Above what runs from the upper operand into the chosen cell, which would change its colours. */
function putBias(
  sheet: Sheet,
  { bias }: Lane,
  result: PlacedGrid,
  sizes: Sizes,
  moved: Moved,
): void {
  if (!bias) return;
  const y = TITLE_HEIGHT + sizes.above + 4;
  const high = biasHeight(sheet);
  sheet.put(
    sheet.place(bias, {
      ...columnsOf(result),
      y,
      name: `bias ${result.name}`,
      input: 2,
      cellHeight: high,
      bare: true,
    }),
    moved,
  );
  sheet.sign('+', result.box.x - 12, y + high / 2);
}

/** The columns of a result, for what stands above it. */
function columnsOf({
  box,
  cellWidth,
  scroller,
}: PlacedGrid): Pick<Where, 'x' | 'cellWidth' | 'seen' | 'scroller'> {
  return { x: box.x, cellWidth, seen: box.width, ...(scroller && { scroller }) };
}

/** The chosen row and column run into the chosen cell. */
function meet(sheet: Sheet, left: PlacedGrid, result: PlacedGrid, isShared: boolean): void {
  const active = sheet.activeIn(result);
  const above = sheet.grids.find(({ name }) => name === `above ${result.name}`);
  if (!active || !above) return;
  if (!isShared) sheet.band(left, result, active, 'row');
  sheet.band(above, result, active, 'column');
}

/** From strips, the row and the column of the chosen cell are drawn out, number above number. */
function drawOut(sheet: Sheet, { left, above, result }: Lane): void {
  const active = sheet.activeIn(result);
  const inner = left.layout.columns;
  const { width, height } = sheet.options.size;
  const foot = Math.max(...sheet.grids.map(({ box }) => box.y + box.height));
  const y = foot + SCROLLBAR + 10;
  if (!active || inner <= SMALL || y + 2 * LINE + 10 > height) return;
  const axis = result.columnAxis && sheet.options.words.axes[result.columnAxis];
  const names = [
    left.rowLabels[active.row]!,
    [axis, result.columnLabels[active.column]].filter(Boolean).join(' '),
  ];
  const long = names.map((name) => sheet.options.measure(name, textSizes.xs, 'sans'));
  const x = Math.max(30, ...long) + 8;
  const cell = clamp((width - x) / inner, 1, 14);
  const lines: Mark[] = [left, above].flatMap((grid, i): Mark[] => [
    text({
      x: x - 6,
      y: y + i * (LINE + 4) + 11,
      text: names[i]!,
      size: textSizes.xs,
      align: 'end',
    }),
    {
      type: 'cells',
      x,
      y: y + i * (LINE + 4),
      width: inner * cell,
      height: LINE,
      rows: 1,
      columns: inner,
      values:
        i === 0
          ? left.values.slice(active.row * inner, (active.row + 1) * inner)
          : Float32Array.from(
              Array.from({ length: inner }, (_, k) => valueAt(above, k, active.column)),
            ),
      scale: grid.scale,
      size: textSizes.xs,
    },
  ]);
  sheet.marks.push(...lines);
}

export const kind: Kind = {
  ops: PRODUCTS,
  figure: corner,
};
