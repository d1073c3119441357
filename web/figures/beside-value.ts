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
    // Of several lanes it is the current one's.
    const step = steps.step(options.selection.current)!;
    const value = step.gradient?.of === undefined ? undefined : steps.step(step.gradient.of);
    if (!value) return make(steps, options);
    const marked = { ...options, selection: markedInBoth(options, step, value) };
    if (new Sheet(steps, options).isNarrow)
      return below(steps, marked, make(steps, marked), step, value);
    return right(steps, marked, sharingRoom(make, steps, marked, step), step, value);
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
    const needed = figure.width + GAP + Math.max(TITLE, resultOf(figure, step).box.width);
    if (needed <= width) [best, least] = [figure, room];
    else most = room;
    room = (least + most) / 2;
  }
  return best ?? part((width - GAP) / 2);
}

const resultOf = ({ grids }: Figure, { path }: Step): PlacedGrid =>
  grids.find((grid) => grid.isResult && grid.step.path === path)!;

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
  gradient: Step,
  value: Step,
): Figure {
  const { box } = resultOf(base, gradient);
  const x = Math.max(base.width, box.x + box.width) + GAP;
  // Names of operands may be as long as there is room: here it ends at the value.
  const marks = base.marks.map((mark) =>
    mark.type === 'title' ? { ...mark, width: Math.min(mark.width, x - mark.x - 6) } : mark,
  );
  return withValue(steps, options, { ...base, marks }, gradient, value, { x, y: box.y });
}

/** With names of its rows, as nothing stands beside them. */
function below(
  steps: FigureSteps,
  options: FigureOptions,
  base: Figure,
  gradient: Step,
  value: Step,
): Figure {
  const sheet = new Sheet(steps, options);
  const { box, cellWidth } = resultOf(base, gradient);
  const y = base.height + TITLE_HEIGHT + sheet.header(sheet.read(value), cellWidth).whole + 4;
  return withValue(steps, options, base, gradient, value, { x: box.x, y, labelled: true });
}

interface ValuePlace {
  x: number;
  y: number;
  labelled?: boolean;
}

/** The value in cells like those of the gradient; both are scrolled together. */
function withValue(
  steps: FigureSteps,
  options: FigureOptions,
  base: Figure,
  gradient: Step,
  value: Step,
  { x, y, labelled = false }: ValuePlace,
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
  sheet.columnLabels(placed, header);
  if (labelled) sheet.rowLabels(placed, x);
  const top = y - header.whole - TITLE_HEIGHT - 2;
  sheet.title(grid, x, Math.max(0, top), Math.max(TITLE, seen));
  return { ...sheet.finish(), duration: base.duration };
}
