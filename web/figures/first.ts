import type { OperationName } from '../engine/types.js';
import type { Figure, FigureOptions, FigureSteps } from './figure.js';
import type * as Every from './index.js';
import { kind as elementwise } from './kinds/elementwise.js';
import { withLabelRoom } from './label-room.js';

// The first view shows the attention weights; until another step is shown, the figures of the other operations need not be there.

let every: typeof Every | undefined;
const first = withLabelRoom(elementwise.figure);

/** Called once the script with every figure is there. */
export function bringFigures(figures: typeof Every): void {
  every = figures;
}

/** Whether the figure of an operation is there. */
export const hasFigure = (op: OperationName): boolean =>
  every !== undefined || elementwise.ops.includes(op);

/** The figure of the chosen step, or of the steps of one stop; undefined if it is not there. */
export function figure(steps: FigureSteps, options: FigureOptions): Figure | undefined {
  const step = steps.step(options.selection.paths[0]!)!;
  return hasFigure(step.op) ? (every?.figure ?? first)(steps, options) : undefined;
}

/** Whether this operation's figure takes all steps of a stop, a lane each. */
export const drawsLanes = (op: OperationName): boolean => every?.drawsLanes(op) ?? false;
