import type { TensorSpan } from './core-module.js';
import { countOf } from '../tensors.js';

// A sentence's tensors are small and recur in the same shapes: allocating them for each call would take as long as
// attention over them.
const largestCount = 2 ** 13; // 32 kB each
const mostTensors = 12;

/** Small tensors in wasm memory that no call is using; the one given back last is at the end. */
export class Pool {
  readonly #free: TensorSpan[] = [];

  /** A tensor of this shape, with numbers of an earlier call. */
  take(shape: readonly number[]): TensorSpan | undefined {
    const free = this.#free;
    for (let at = free.length - 1; at >= 0; at--) {
      const place = free[at];
      if (!place || !sameShape(place.shape, shape)) continue;
      // Moved one by one: `splice` would allocate an array.
      for (; at + 1 < free.length; at++) free[at] = free[at + 1] as TensorSpan;
      free.pop();
      return place;
    }
    return undefined;
  }

  /** Keeps a tensor that is no longer used; returns one that it has no room for, which the caller deletes. */
  give(place: TensorSpan): TensorSpan | undefined {
    if (place.count > largestCount) return place;
    this.#free.push(place);
    return this.#free.length > mostTensors ? this.#free.shift() : undefined;
  }
}

/** Whether tensors of this shape are kept. */
export function isPooled(shape: readonly number[]): boolean {
  return countOf(shape) <= largestCount;
}

function sameShape(a: readonly number[], b: readonly number[]): boolean {
  if (a.length !== b.length) return false;
  for (let axis = 0; axis < a.length; axis++) if (a[axis] !== b[axis]) return false;
  return true;
}
