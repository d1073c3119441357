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
    const width = Math.max(TITLE, Math.min(result.box.width, options.size.width / 2));
    const share = (width + GAP) / (whole.width + width + GAP);
    const narrow = { ...marked.size, width: Math.floor(options.size.width * (1 - share)) };
    const beside = make(steps, { ...marked, size: narrow });
    return right(steps, marked, beside, resultOf(beside, step)!, value);
  };
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
  return withValue(steps, options, base, value, {
    x,
    y: result.box.y,
    cellWidth: result.cellWidth,
    cellHeight: result.cellHeight,
    seen: Math.max(TITLE, options.size.width - x - 4),
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
    seen: options.size.width - result.box.x - 4,
    labelled: true,
  });
}

interface ValuePlace {
  x: number;
  y: number;
  cellWidth: number;
  cellHeight: number;
  seen: number;
  /** Whether its rows have their names. */
  labelled: boolean;
}

function withValue(
  steps: FigureSteps,
  options: FigureOptions,
  base: Figure,
  value: Step,
  { labelled, ...where }: ValuePlace,
): Figure {
  const sheet = new Sheet(steps, options);
  sheet.marks.push(...base.marks);
  sheet.grids.push(...base.grids);
  const grid = sheet.read(value);
  const placed = sheet.put(
    sheet.place(grid, { ...where, name: 'value', scroller: 'columns of the value' }),
  );
  const header = sheet.header(grid, where.cellWidth);
  sheet.columnLabels(placed, header);
  if (labelled) sheet.rowLabels(placed, where.x);
  const top = where.y - header.whole - TITLE_HEIGHT - 2;
  sheet.title(grid, where.x, Math.max(0, top), Math.max(TITLE, where.seen));
  return { ...sheet.finish(), duration: base.duration };
}
