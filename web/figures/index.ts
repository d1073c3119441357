import { besideValue } from './beside-value.js';
import { kinds } from './generated/kinds.js';
import { plain } from './layout/plain.js';
import { withLabelRoom } from './layout/label-room.js';
import type { OperationName } from '../engine/types/index.js';
import type { Figure, FigureOptions, FigureSteps } from './figure.js';

/** The figure of the chosen step, or of the steps of one stop. */
export function figure(steps: FigureSteps, options: FigureOptions): Figure {
  const step = steps.step(options.selection.paths[0]!)!;
  const own = withLabelRoom(kinds[step.op]?.figure ?? plain);
  return withLabelRoom(besideValue(own))(steps, options);
}

/** Whether this operation's figure takes all steps of a stop, a lane each. */
export const drawsLanes = (op: OperationName): boolean => kinds[op]?.lanes ?? false;
