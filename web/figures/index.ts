import { besideValue } from './beside-value.js';
import { kinds } from './generated/kinds.js';
import { plain } from './layout/plain.js';
import type { Figure, FigureOptions, FigureSteps, FigureMaker } from './figure.js';
import { isNarrow } from './layout/sheet.js';

/** The most that turned labels take of a figure's width; longer ones are shortened. */
const MOST = 0.15;
/** Cells that are narrower bring the last label nearer to the edge. */
const SLACK = 2;

/** A figure whose matrices leave room on the right for its turned labels, where these reach beyond the last column. */
function withLabelRoom(make: FigureMaker): FigureMaker {
  return (steps, options) => {
    const figure = make(steps, options);
    const { size, beyond = 0 } = options;
    const more = Math.min(figure.overhang + SLACK, (size.width + beyond) * MOST - beyond);
    if (figure.overhang <= 0 || more <= 0) return figure;
    return make(steps, {
      ...options,
      narrow: isNarrow(options),
      beyond: beyond + more,
      size: { ...size, width: size.width - more },
    });
  };
}

/** The figure of the chosen step, or of the steps of one stop. */
export function figure(steps: FigureSteps, options: FigureOptions): Figure {
  const step = steps.step(options.selection.paths[0]!)!;
  const own = withLabelRoom(kinds[step.op]?.figure ?? plain);
  return withLabelRoom(besideValue(own))(steps, options);
}
