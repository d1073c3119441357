import type { Place } from './memory.js';

// A sentence's tensors are small and come again and again in the same shapes: making them anew for each call would
// take as long as attention over them.
const largestCount = 2 ** 13; // 32 kB each
const mostTensors = 12;

/** Small tensors of wasm memory that are between two calls. */
export class Pool {
  readonly #free: Place[] = [];

  /** One of this shape, its numbers those of an earlier call. */
  take(shape: readonly number[]): Place | undefined {
    const at = this.#free.findIndex((place) => sameShape(place.shape, shape));
    return at < 0 ? undefined : this.#free.splice(at, 1)[0];
  }

  /** Keeps a tensor that is over with; the one it has no room for any more has to be deleted. */
  give(place: Place): Place | undefined {
    if (!isPooled(place.shape)) return place;
    this.#free.unshift(place);
    return this.#free.length > mostTensors ? this.#free.pop() : undefined;
  }
}

/** Whether tensors of this shape are kept. */
export function isPooled(shape: readonly number[]): boolean {
  return shape.reduce((product, size) => product * size, 1) <= largestCount;
}

function sameShape(a: readonly number[], b: readonly number[]): boolean {
  if (a.length !== b.length) return false;
  for (let axis = 0; axis < a.length; axis++) if (a[axis] !== b[axis]) return false;
  return true;
}
