// Matrices and biases that are given one for each head, as one: the core knows only combined ones.

import { fail, shapeText } from '../errors.js';
import { countOf, floats, largestRank, toNumbers, type Numbers } from '../tensors.js';
import type { PerHead, TensorLike } from '../types/index.js';

/** How the parts of all heads lie in the whole: W_q side by side, W_o one below the other, b_q one after the other. */
export type Arrangement = 'columns' | 'rows' | 'vector';

/**
 * What is given for each head, in a list, joined; anything else as it is given. Throws `heads` if the list has not one
 * part for each head, and `shape` if they differ in shape.
 */
export function joined(
  given: PerHead | undefined,
  argument: string,
  heads: number,
  arrangement: Arrangement,
): TensorLike | undefined {
  const axes = arrangement === 'vector' ? 1 : 2;
  const parts = partsOf(given, argument, axes);
  // eslint-disable-next-line own/no-arithmetic-on-data -- one tensor, as it was given
  if (!parts) return given as TensorLike | undefined;
  const first = parts[0]?.shape ?? [];
  if (parts.length !== heads) {
    fail('heads', argument, `${parts.length} parts`, `${heads}, one for each of the heads`);
  }
  parts.forEach(({ shape }, i) => {
    const name = `${argument}[${i}]`;
    if (shape.length !== axes) fail('rank', name, shapeText(shape), `${axes} axes`);
    if (!same(shape, first)) {
      fail('shape', name, shapeText(shape), `${shapeText(first)}, as the first head's`);
    }
  });
  return arrangement === 'columns' ? sideBySide(parts, first) : below(parts, first);
}

/** Nested arrays with one more axis than a part has, or a list of tensors. */
function partsOf(given: unknown, argument: string, axes: number): Numbers[] | undefined {
  if (!Array.isArray(given) || axesOf(given[0]) !== axes) return undefined;
  if (Array.isArray(given[0])) return slicesOf(toNumbers(given as TensorLike, argument));
  return Array.from(given as readonly TensorLike[], (part, i) =>
    toNumbers(part, `${argument}[${i}]`),
  );
}

/** Along the first axis. */
function slicesOf({ shape: [count = 0, ...shape], data }: Numbers): Numbers[] {
  const size = countOf(shape);
  return Array.from({ length: count }, (_, i) => ({
    shape,
    data: Array.prototype.slice.call(data, i * size, (i + 1) * size) as number[],
  }));
}

/** Of numbers in any form; 0 of what has none. A list may hold itself. */
function axesOf(value: unknown, most = largestRank): number {
  if (Array.isArray(value)) return most === 0 ? 0 : 1 + axesOf(value[0], most - 1);
  if (ArrayBuffer.isView(value)) return 1;
  if (typeof value !== 'object' || value === null) return 0;
  const { shape } = value as { shape?: unknown };
  return Array.isArray(shape) ? shape.length : 0;
}

const same = (a: readonly number[], b: readonly number[]) =>
  a.length === b.length && a.every((size, axis) => size === b[axis]);

/** [D, d] of each head → [D, h·d]. */
function sideBySide(parts: readonly Numbers[], [rows = 0, width = 0]: readonly number[]) {
  const columns = parts.length * width;
  const data = floats(rows * columns);
  parts.forEach((part, head) => {
    for (let row = 0; row < rows; row++) {
      for (let i = 0; i < width; i++) {
        data[row * columns + head * width + i] = part.data[row * width + i] ?? NaN;
      }
    }
  });
  return { shape: [rows, columns], data };
}

/** [d, D] of each head → [h·d, D]; [d] → [h·d]. */
function below(parts: readonly Numbers[], [rows = 0, ...others]: readonly number[]) {
  const size = countOf([rows, ...others]);
  const data = floats(parts.length * size);
  parts.forEach((part, head) => data.set(part.data, head * size));
  return { shape: [parts.length * rows, ...others], data };
}
