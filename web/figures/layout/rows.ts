import type { Step } from '../../engine/types/index.js';
import { axisNames, isBroadcast } from '../../trace/axes.js';
import { matrixLayout } from '../../trace/layout.js';
import type { FigureSteps, Grid, Selection } from '../figure.js';

/** The rows of a slice, without its numbers. */
export type Rows = Pick<Grid, 'step' | 'layout' | 'rowLabels'>;

export function rowsOf(
  steps: FigureSteps,
  step: Step,
  selection: Pick<Selection, 'batch' | 'head'>,
  every: string,
): Rows {
  const layout = matrixLayout(step, selection);
  const axis = layout.rowAxes.at(-1);
  const rowLabels =
    axis === undefined ? [''] : placeNames(steps, step, axis, selection.batch, every);
  return { step, layout, rowLabels };
}

export function placeNames(
  steps: FigureSteps,
  step: Step,
  axis: number,
  batch: number,
  every: string,
): string[] {
  const name = axisNames(step)[axis];
  const size = step.shape[axis]!;
  if (isBroadcast(step, axis)) return [every];
  const names = steps.namesAlong(step, axis, batch);
  return Array.from(
    { length: size },
    (_, i) => names?.[i] ?? (size === 1 && !name ? '' : String(name === 'batch' ? i + 1 : i)),
  );
}
