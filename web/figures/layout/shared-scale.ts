import type { Extent } from '../../styles/colour-scales.js';
import type { Grid } from '../figure.js';
import { powerOf, scaleOf } from './grid.js';

/** Two grids in one scale: equal numbers have equal colours. */
export function sharingScale(one: Grid, other: Grid): [Grid, Grid] {
  const extent = jointExtent(one.extent, other.extent);
  const shared = ({ step, scale }: Grid): Partial<Grid> => ({
    extent,
    scale: scaleOf(step, extent, scale.root),
    power: powerOf(step, extent),
  });
  return [
    { ...one, ...shared(one) },
    { ...other, ...shared(other) },
  ];
}

export const jointExtent = (a: Extent, b: Extent): Extent => ({
  low: a.low < b.low ? a.low : b.low,
  high: a.high > b.high ? a.high : b.high,
});
