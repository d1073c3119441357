/** Where a value stands on a line. This file turns data into positions, and prints none of them. */

import type { Extent } from '../../styles/colour-scales.js';
import type { Computed, Numbers } from '../../engine/types/computed.js';

/** Where a value stands on an axis whose ends are at the pixels `from` (low) and `to` (high). */
export function pixel(value: Computed, { low, high }: Extent, from: number, to: number): number {
  return from + ((value - low) / (high - low || 1)) * (to - from);
}

/** Numbers at equal distances from the low to the high end, for a legend. */
export function levels({ low, high }: Extent, count: number): Numbers {
  return Float32Array.from({ length: count }, (_, i) => low + ((high - low) * i) / (count - 1));
}
