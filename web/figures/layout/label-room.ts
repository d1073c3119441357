import type { FigureMaker } from '../figure.js';
import { isNarrow } from './sheet.js';

/** The most that turned labels take of a figure's width; longer ones are shortened. */
const MOST = 0.15;
/** Cells that are narrower bring the last label nearer to the edge. */
const SLACK = 2;

/** A figure whose matrices leave room on the right for its turned labels, where these reach beyond the last column. */
export function withLabelRoom(make: FigureMaker): FigureMaker {
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
