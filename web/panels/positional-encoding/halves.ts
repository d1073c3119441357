import type { ColumnOrder } from '../../figures/figure.js';
import type { Texts } from './texts/en.js';

/**
 * The columns as many implementations have them, all sines and then all cosines: an order in which the same numbers are
 * shown.
 */
export function halvesOf(t: Texts, dModel: number): ColumnOrder {
  const all = Array.from({ length: dModel }, (_, column) => column);
  const half = (odd: number): number[] => all.filter((column) => column % 2 === odd);
  return { columns: [half(0), half(1)], names: [t.sineHalf, t.cosineHalf] };
}
