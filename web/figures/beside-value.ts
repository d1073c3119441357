import type { Step } from '../engine/types.js';
import type { Figure, FigureMaker, FigureOptions, FigureSteps, PlacedGrid } from './figure.js';
import { Sheet, TITLE_HEIGHT } from './sheet.js';

const GAP = 22;
/** What a name of the value needs, however few columns it has. */
const TITLE = 76;

/**
 * The figure of a gradient with the tensor that it belongs to beside its result: the same cells, row beside row, and what
 * is chosen in one is marked in both. In little room it stands below.
 */
export function besideValue(make: FigureMaker): FigureMaker {
  return (steps, options) => {
    const step = steps.step(options.selection.paths[0]!)!;
    const value = step.gradient?.of === undefined ? undefined : steps.step(step.gradient.of);
    if (!value) return make(steps, options);
    const marked = { ...options, selection: markedInBoth(options, step, value) };
    const whole = make(steps, marked);
    const result = resultOf(whole, step);
    if (!result) return whole;
    if (new Sheet(steps, options).isNarrow) return below(steps, marked, whole, result, value);
    const base = sharingRoom(make, steps, marked, step);
    return right(steps, marked, base, resultOf(base, step)!, value);
  };
}

/** The gradient's figure in so little room that as much of the value is seen beside it. */
function sharingRoom(
  make: FigureMaker,
  steps: FigureSteps,
  options: FigureOptions,
  step: Step,
): Figure {
  const { width, height } = options.size;
  const part = (room: number): Figure =>
    make(steps, { ...options, narrow: false, size: { width: Math.floor(room), height } });
  let room = (width - GAP) / 2;
  let best: Figure | undefined;
  // Operands shrink to strips where there is less room, so that the share of the result is not known before.
  for (let least = room, most = width - GAP - TITLE, i = 0; i < 5; i += 1) {
    const figure = part(room);
    const needed = figure.width + GAP + Math.max(TITLE, resultOf(figure, step)!.box.width);
    if (needed <= width) [best, least] = [figure, room];
    else most = room;
    room = (least + most) / 2;
  }
  return best ?? part((width - GAP) / 2);
}

const resultOf = ({ grids }: Figure, { path }: Step): PlacedGrid | undefined =>
  grids.find((grid) => grid.isResult && grid.step.path === path);

/** The cell that is chosen in the gradient or in the value, as if it were an operand of the other. */
function markedInBoth(
  { selection }: FigureOptions,
  gradient: Step,
  value: Step,
): FigureOptions['selection'] {
  const { active } = selection;
  const other =
    active?.path === gradient.path
      ? value.path
      : active?.path === value.path
        ? gradient.path
        : undefined;
  if (!active || other === undefined) return selection;
  const { index } = active;
  return {
    ...selection,
    operandsIn: (path) => [
      ...selection.operandsIn(path),
      ...(path === other ? [{ path, index }] : []),
    ],
  };
}

function right(
  steps: FigureSteps,
  options: FigureOptions,
  base: Figure,
  result: PlacedGrid,
  value: Step,
): Figure {
  const x = Math.max(base.width, result.box.x + result.box.width) + GAP;
  // Names of operands may be as long as there is room: here it ends at the value.
  const marks = base.marks.map((mark) =>
    mark.type === 'title' ? { ...mark, width: Math.min(mark.width, x - mark.x - 6) } : mark,
  );
  return withValue(steps, options, { ...base, marks }, value, {
    x,
    y: result.box.y,
    cellWidth: result.cellWidth,
    cellHeight: result.cellHeight,
    seen: result.box.width,
    scroller: result.scroller,
    labelled: false,
  });
}

function below(
  steps: FigureSteps,
  options: FigureOptions,
  base: Figure,
  result: PlacedGrid,
  value: Step,
): Figure {
  const sheet = new Sheet(steps, options);
  const header = sheet.header(sheet.read(value), result.cellWidth).whole;
  return withValue(steps, options, base, value, {
    x: result.box.x,
    y: base.height + TITLE_HEIGHT + header + 4,
    cellWidth: result.cellWidth,
    cellHeight: result.cellHeight,
    seen: result.box.width,
    scroller: result.scroller,
    labelled: true,
  });
}

interface ValuePlace {
  x: number;
  y: number;
  cellWidth: number;
  cellHeight: number;
  seen: number;
  /** Both are scrolled together. */
  scroller: string | undefined;
  /** Whether its rows have their names. */
  labelled: boolean;
}

function withValue(
  steps: FigureSteps,
  options: FigureOptions,
  base: Figure,
  value: Step,
  { labelled, scroller, ...where }: ValuePlace,
): Figure {
  const sheet = new Sheet(steps, options);
  sheet.marks.push(...base.marks);
  sheet.grids.push(...base.grids);
  const grid = sheet.read(value);
  const placed = sheet.put(
    sheet.place(grid, { ...where, name: 'value', hasUnit: true, ...(scroller && { scroller }) }),
  );
  const header = sheet.header(grid, where.cellWidth);
  sheet.columnLabels(placed, header);
  if (labelled) sheet.rowLabels(placed, where.x);
  const top = where.y - header.whole - TITLE_HEIGHT - 2;
  sheet.title(grid, where.x, Math.max(0, top), Math.max(TITLE, where.seen));
  return { ...sheet.finish(), duration: base.duration };
}
