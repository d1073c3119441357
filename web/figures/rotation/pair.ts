import type { RotationExplanation } from '../../engine/types/index.js';
import type { Computed } from '../../engine/types/computed.js';
import type { FigureSteps, Grid } from '../figure.js';
import { cellNumber, valueAt } from '../layout/grid.js';

/** Two numbers of a row that turn together: where they stand before, and after. */
export interface Pair<Of extends Grid = Grid> {
  before: Of;
  after: Of;
  row: number;
  /** The column of the first number. */
  first: number;
}

/** What becomes of a pair. */
export interface Turn {
  before: readonly [Computed, Computed];
  after: readonly [Computed, Computed];
  rule: RotationExplanation;
}

/** How many pairs there are: the second number of each stands so many columns behind the first. */
export const halfOf = ({ layout }: Grid): number => layout.columns / 2;

export function turnOf(steps: Pick<FigureSteps, 'explain'>, pair: Pair): Turn | undefined {
  const { before, after, row, first } = pair;
  const rule = steps.explain({ path: after.step.path, index: after.layout.index(row, first) });
  if (rule?.rule !== 'rotation') return undefined;
  const point = (grid: Grid): [Computed, Computed] => [
    valueAt(grid, row, first),
    valueAt(grid, row, first + halfOf(grid)),
  ];
  return { before: point(before), after: point(after), rule };
}

/** The labels of its two columns. */
export const columnsOf = ({ after, first }: Pair): [string, string] => [
  after.columnLabels[first] ?? '',
  after.columnLabels[first + halfOf(after)] ?? '',
];

/** The pair before and after, as `(0.30, -0.44)`. */
export function pointTexts(
  { before, after }: Pair,
  turn: Turn,
  decimals: number,
): [string, string] {
  const written = (grid: Grid, [a, b]: readonly [Computed, Computed]): string =>
    `(${cellNumber(grid, a, decimals)}, ${cellNumber(grid, b, decimals)})`;
  return [written(before, turn.before), written(after, turn.after)];
}
