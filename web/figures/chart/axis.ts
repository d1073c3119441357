/** Axes of charts: where a number stands. This file turns data into positions, and prints none of them. */

import type { Extent } from '../../styles/colour-scales.js';
import { brief } from '../../trace/numbers.js';
import type { Computed } from '../../engine/types/computed.js';
import { pixel } from './line.js';

/** Parts of a line: where a bar begins, how long it is, and where 0 is. */
export interface Bar {
  from: number;
  long: number;
  zero: number;
}

/** A bar from 0 to a value, on a line that shows an extent and 0. */
export function barOf(value: Computed, extent: Extent): Bar {
  const line = { low: Math.min(0, extent.low), high: Math.max(0, extent.high) };
  const at = (place: Computed): number => pixel(place, line, 0, 1);
  return { from: at(Math.min(0, value)), long: Math.abs(at(value) - at(0)), zero: at(0) };
}

/** The positions of numbers on an axis, and the numbers written beside it. */
export interface Axis extends Extent {
  place: (value: Computed) => number;
  marks: readonly { value: Computed; text: string }[];
}

/** Where a number stands on an axis whose ends are at the pixels `from` (low) and `to` (high). */
export function pixelOn(axis: Axis, value: Computed, from: number, to: number): number {
  return pixel(axis.place(value), axis, from, to);
}

/** A linear axis that shows an extent, with its ends and 0. */
export function levelAxis({ low, high }: Extent): Axis {
  const levels = low < 0 && high > 0 ? [0, high, low] : [high, low];
  const marks = levels.map((value) => ({ value, text: brief(value) }));
  return { low, high, place: (value) => value, marks };
}

/** A linear axis from 0, with room for a text above the highest number. */
export function plainAxis(values: readonly Computed[]): Axis {
  const highest = Math.max(...values);
  const apart = highest < 1.5 ? 0.5 : 1;
  const marks = [];
  for (let value = 0; value <= highest * 1.05; value += apart) {
    marks.push({ value, text: String(value) });
  }
  return { low: 0, high: highest * 1.15 || 1, place: (value) => value, marks };
}

/** A share of a whole, from 0 to 1. */
export function shareAxis(written: (value: Computed) => string): Axis {
  const marks = [0, 0.5, 1].map((value) => ({ value, text: written(value) }));
  return { low: 0, high: 1.06, place: (value) => value, marks };
}

/** Losses are drawn up to so many times the expected one: what is higher lies at the top. */
const HIGHEST = 1.6;

/** Losses from 0, or by their logarithm, with room above the expected one. */
export function lossAxis(
  lists: readonly ArrayLike<Computed>[],
  { expected, log }: { expected: Computed; log: boolean },
): Axis {
  let lowest = expected;
  let highest = expected;
  for (const list of lists) {
    for (let i = 0; i < list.length; i += 1) {
      const value = list[i]!;
      if (value > 0 && value < lowest) lowest = value;
      if (value > highest && value < Infinity) highest = value;
    }
  }
  const high = Math.min(highest, HIGHEST * expected) * 1.12;
  return log ? decades(lowest, high) : fromZero(high);
}

function fromZero(high: number): Axis {
  const apart = [0.1, 0.2, 0.5, 1, 2].find((step) => high / step <= 5) ?? high / 4;
  const marks = Array.from({ length: Math.floor(high / apart) + 1 }, (_, i) => {
    const value = i * apart;
    return { value, text: String(Number(value.toPrecision(3))) };
  });
  return { low: 0, high, place: (value) => Math.min(value, high), marks };
}

function decades(lowest: Computed, highest: number): Axis {
  const low = Math.floor(Math.max(-6, Math.log10(lowest)));
  const high = Math.log10(highest);
  const marks = Array.from({ length: Math.floor(high) - low + 1 }, (_, i) => {
    const value = Number(`1e${low + i}`);
    return { value, text: String(value) };
  });
  const place = (value: Computed): number =>
    value > 0 ? Math.max(low, Math.min(high, Math.log10(value))) : low;
  return { low, high, place, marks };
}

/**
 * Equal distances for doublings, as on the axis of widths: a number proportional to d_k is a straight line. The axis
 * is linear between two powers of two.
 */
export function doublingAxis(values: readonly Computed[]): Axis {
  const low = Math.floor(Math.min(0, ...values.map(doublings)));
  const high = Math.ceil(Math.max(10, ...values.map(doublings)));
  const marks = [];
  for (let at = 0, value = 1; at <= high; at += 2, value *= 4) {
    marks.push({ value, text: String(value) });
  }
  return { low, high, place: doublings, marks };
}

const LEAST = 1 / 1024; // a variance below this is drawn at the bottom

function doublings(value: Computed): number {
  let rest = Math.max(value, LEAST);
  let place = 0;
  for (; rest >= 2; rest /= 2) place += 1;
  for (; rest < 1; rest *= 2) place -= 1;
  return place + rest - 1;
}
