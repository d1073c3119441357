// Figures about a whole tensor: src/attention_playground/ops/summary.hpp.

import { describe, fail } from '../errors.js';
import { withHandles } from '../module/handles.js';
import type { Memory } from '../module/memory.js';
import type { TraceHandle } from '../module/core-module.js';
import { readOptions } from '../options/read.js';
import { histogram as table } from '../options/tables.js';
import { whole } from '../options/values.js';
import type {
  Extent,
  Histogram,
  HistogramOptions,
  RowSummary,
  TensorLike,
} from '../types/index.js';

const empty: Extent = { low: Infinity, high: -Infinity, reach: 0 };

export function extent(memory: Memory, x: TensorLike): Extent {
  return withHandles(memory, (handles) => {
    const numbers = memory.unwrap(memory.module.extent(handles.tensor(x, 'x')));
    return closed(toExtent(numbers));
  });
}

/** The common extent of some steps. */
export function extentOfSteps(
  memory: Memory,
  trace: TraceHandle,
  places: readonly number[],
): Extent {
  let found = empty;
  for (const place of places) {
    found = toExtent(memory.unwrap(trace.extent(place, found.low, found.high)));
  }
  return closed(found);
}

function toExtent([low, high, reach]: Float64Array): Extent {
  return { low, high, reach } as Extent;
}

/** 0 everywhere if there is no finite number. */
function closed(found: Extent): Extent {
  return found.low <= found.high ? found : { low: 0, high: 0, reach: 0 };
}

/** `open` gives the trace after the options are read, as reading them may dispose it. */
export function histogram(
  memory: Memory,
  open: () => TraceHandle,
  place: number,
  given: HistogramOptions,
): Histogram {
  const { bins, reach } = readOptions(table, given);
  const numbers = memory.unwrap(open().histogram(place, bins, reach));
  const [largest = 0, outside = 0, ...rest] = numbers;
  return { counts: rest.slice(0, bins), edges: rest.slice(bins), largest, outside };
}

/** Sum, mean and deviation of each row along an axis, from 0. */
export function rowSummary(
  memory: Memory,
  trace: TraceHandle,
  place: number,
  axis: number,
): RowSummary {
  const numbers = memory.unwrap(trace.rows(place, axis));
  const rows = numbers.length / 3;
  return {
    sums: numbers.slice(0, rows),
    means: numbers.slice(rows, 2 * rows),
    deviations: numbers.slice(2 * rows),
  };
}

/** Axes of a shape of this rank as a set of bits. */
export function axisBits(axes: unknown, rank: number): number {
  if (!Array.isArray(axes)) fail('type', 'axes', describe(axes), 'a list of axes');
  let bits = 0;
  for (const axis of axes) bits |= 1 << whole(axis, undefined, 'axes', 0, rank - 1);
  return bits;
}
