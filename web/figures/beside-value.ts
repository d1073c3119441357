import type { Step } from '../engine/types/index.js';
import type {
  Figure,
  FigureMaker,
  FigureOptions,
  FigureSteps,
  PlacedGrid,
  Selection,
} from './figure.js';
import { Sheet, TITLE_HEIGHT } from './layout/sheet.js';

const GAP = 22;
/** What a name of the value needs, however few columns it has. */
const TITLE = 76;

/** A gradient, the tensor that it belongs to, and how they are drawn. */
interface Pair {
  steps: FigureSteps;
  options: FigureOptions;
  gradient: Step;
  value: Step;
}

/**
 * The figure of a gradient with the tensor that it belongs to beside its result: the same cells, row beside row, and what
 * is chosen in one is marked in both. In little room it stands below.
 */
export function besideValue(make: FigureMaker): FigureMaker {
  return (steps, options) => {
    // Of several lanes it is the current one's.
    const gradient = steps.step(options.selection.current)!;
    const value =
      gradient.gradient?.of === undefined ? undefined : steps.step(gradient.gradient.of);
    if (!value) return make(steps, options);
    const selection = markedInBoth(options.selection, gradient, value);
    const pair = { steps, options: { ...options, selection }, gradient, value };
    const base = new Sheet(steps, options).isNarrow ? undefined : sharingRoom(pair, make);
    return base ? right(pair, base) : below(pair, make(steps, pair.options));
  };
}

/** The gradient's figure in so little room that as much of the value is seen beside it; undefined if there is too little for both. */
function sharingRoom({ steps, options, gradient }: Pair, make: FigureMaker): Figure | undefined {
  const { width, height } = options.size;
  const part = (room: number): Figure =>
    make(steps, {
      ...options,
      narrow: false,
      beyond: 0,
      size: { width: Math.floor(room), height },
    });
  let room = (width - GAP) / 2;
  let best: Figure | undefined;
  // Operands shrink to strips where there is less room, so that the share of the result is not known before.
  for (let least = room, most = width - GAP - TITLE, i = 0; i < 5; i += 1) {
    const figure = part(room);
    const needed = figure.width + GAP + Math.max(TITLE, resultOf(figure, gradient).box.width);
    if (needed <= width) [best, least] = [figure, room];
    else most = room;
    room = (least + most) / 2;
  }
  return best;
}

const resultOf = ({ grids }: Figure, { path }: Step): PlacedGrid =>
  grids.find((grid) => grid.isResult && grid.step.path === path)!;

/** The cell that is chosen in the gradient or in the value, as if it were an operand of the other. */
function markedInBoth(selection: Selection, gradient: Step, value: Step): Selection {
  const { active } = selection;
  const paths = [gradient.path, value.path];
  if (!active || !paths.includes(active.path)) return selection;
  const { index } = active;
  const other = paths.find((path) => path !== active.path);
  return {
    ...selection,
    operandsIn: (path) => [
      ...selection.operandsIn(path),
      ...(path === other ? [{ path, index }] : []),
    ],
  };
}

function right(pair: Pair, base: Figure): Figure {
  const { box } = resultOf(base, pair.gradient);
  const x = Math.max(base.width, box.x + box.width) + GAP;
  // Names of operands may be as long as there is room: here it ends at the value.
  const marks = base.marks.map((mark) =>
    mark.type === 'title' ? { ...mark, width: Math.min(mark.width, x - mark.x - 6) } : mark,
  );
  return withValue(pair, { ...base, marks }, { x, y: box.y });
}

/** With names of its rows, as nothing stands beside them. */
function below(pair: Pair, base: Figure): Figure {
  const sheet = new Sheet(pair.steps, pair.options);
  const { box, cellWidth } = resultOf(base, pair.gradient);
  const header = sheet.header(sheet.read(pair.value), cellWidth).whole;
  const y = base.height + TITLE_HEIGHT + header + 4;
  return withValue(pair, base, { x: box.x, y, labelled: true });
}

interface ValuePosition {
  x: number;
  y: number;
  labelled?: boolean;
}

/** The value in cells like those of the gradient; both are scrolled together. */
function withValue(
  { steps, options, gradient, value }: Pair,
  base: Figure,
  { x, y, labelled = false }: ValuePosition,
): Figure {
  const sheet = new Sheet(steps, options);
  sheet.marks.push(...base.marks);
  sheet.grids.push(...base.grids);
  const { cellWidth, cellHeight, box, scroller } = resultOf(base, gradient);
  const seen = box.width;
  const grid = sheet.read(value);
  const placed = sheet.put(
    sheet.place(grid, {
      name: 'value',
      hasUnit: true,
      x,
      y,
      cellWidth,
      cellHeight,
      seen,
      ...(scroller && { scroller }),
    }),
  );
  const header = sheet.header(grid, cellWidth);
  // A gradient in cells too narrow for labels leaves no room above the value for them, either.
  if (y >= header.whole + TITLE_HEIGHT) sheet.columnLabels(placed, header);
  if (labelled) sheet.rowLabels(placed, x);
  const top = y - header.whole - TITLE_HEIGHT - 2;
  sheet.title(grid, x, Math.max(0, top), Math.max(TITLE, seen));
  const whole = sheet.finish();
  return { ...whole, duration: base.duration, overhang: Math.max(base.overhang, whole.overhang) };
}
