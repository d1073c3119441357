// How cost grows, from measured points.

import { median } from '../timing.mjs';

/** Points that an engine did not refuse, as [size, value]. */
export const curveOf = (points, by, engine, measure) =>
  points
    .map((point) => [point[by], point[engine]?.[measure]])
    .filter(([, value]) => value !== undefined);

/**
 * What a value is multiplied by when the size doubles, over the upper half of the sizes, where what a call costs at any size
 * matters less: the median of the slopes between all pairs, as single points may be off. And the size from which on.
 */
export function doublingOf(curve) {
  const upper = curve.slice(-Math.ceil(curve.length / 2));
  const slopes = upper.flatMap(([size, value], i) =>
    upper.slice(i + 1).map(([other, next]) => Math.log(next / value) / Math.log(other / size)),
  );
  return { from: upper[0][0], times: 2 ** median(slopes) };
}

/** The last size at which memory still is what the first one takes. */
export function steadyUntil(curve) {
  const grown = curve.findIndex(([, bytes]) => bytes !== curve[0][1]);
  return curve.at(grown < 0 ? -1 : grown - 1)[0];
}
