import { describe, fail } from './errors.js';
import type { RawTensor } from './module.js';
import type { MaskLike, Nested, ResidentTensor, Tensor, TensorLike } from './types.js';

/** Checked numbers, row-major, ready to be copied into wasm memory. */
export interface Numbers {
  shape: readonly number[];
  data: ArrayLike<number>;
}

const largestRank = 6;
const largestCount = 2 ** 29 - 1;

export function toTensor({ shape, data }: RawTensor): Tensor {
  return { shape: Array.from(shape), data };
}

/** Checks a tensor that somebody gave; the core checks its numbers and what its shape has to fit. */
export function toNumbers(value: TensorLike | undefined, argument: string): Numbers {
  if (value === undefined) fail('missing', argument, 'nothing', 'a tensor');
  if (Array.isArray(value)) return flatten(value as Nested<number>, argument, 'number');
  if (isResident(value)) {
    if (value.disposed) fail('disposed', argument, 'a disposed tensor', 'one that is not');
    return { shape: value.shape, data: value.read() };
  }
  const { shape, data } = shaped(value, argument);
  if (!(data instanceof Float32Array || data instanceof Float64Array)) {
    requireLeaves(data, 'number', argument);
  }
  return { shape, data: data as ArrayLike<number> };
}

/** Booleans and bytes (may attend) become what is added to the scores: 0 or −∞. Floats stay. */
export function toMask(value: MaskLike, argument: string): Numbers {
  if (Array.isArray(value)) {
    const boolean = typeof firstLeaf(value, 0) === 'boolean';
    return boolean
      ? additive(flatten(value as Nested<boolean>, argument, 'boolean'))
      : toNumbers(value as TensorLike, argument);
  }
  if (isResident(value)) return toNumbers(value, argument);
  const { shape, data } = shaped(value, argument);
  if (data instanceof Uint8Array) return additive({ shape, data });
  if (Array.isArray(data) && typeof data[0] === 'boolean') {
    requireLeaves(data, 'boolean', argument);
    return additive({ shape, data: data as ArrayLike<number | boolean> });
  }
  return toNumbers(value as TensorLike, argument);
}

function additive({
  shape,
  data,
}: {
  shape: readonly number[];
  data: ArrayLike<number | boolean>;
}) {
  return { shape, data: Float32Array.from(data, (sees) => (sees ? 0 : -Infinity)) };
}

/** Checks `{ shape, data }` and that the two fit. */
function shaped(value: unknown, argument: string): { shape: number[]; data: ArrayLike<unknown> } {
  const { shape, data } = (typeof value === 'object' && value !== null ? value : {}) as Record<
    string,
    unknown
  >;
  const listed = ArrayBuffer.isView(data) || Array.isArray(data);
  if (!Array.isArray(shape) || !listed || data instanceof DataView) {
    fail('type', argument, describe(value), '{ shape, data } or nested arrays');
  }
  const count = requireShape(shape, argument);
  const elements = data as unknown as ArrayLike<unknown>;
  if (count !== elements.length) {
    fail('size', argument, `${elements.length} elements`, `${count} for (${shape.join(', ')})`);
  }
  return { shape: [...(shape as number[])], data: elements };
}

/** Checks the sizes and returns their product. */
export function requireShape(shape: readonly unknown[], argument: string): number {
  if (shape.length > largestRank) {
    fail('rank', argument, `${shape.length} axes`, `at most ${largestRank} axes`);
  }
  let count = 1;
  for (const size of shape) {
    if (!Number.isInteger(size) || (size as number) < 0) {
      fail('shape', argument, `[${shape.map(describe).join(', ')}]`, 'whole sizes of 0 or more');
    }
    if ((size as number) > largestCount) {
      fail('overflow', argument, `(${shape.join(', ')})`, 'at most 2^29 − 1 elements');
    }
    count *= size as number;
  }
  if (count > largestCount) {
    fail('overflow', argument, `(${shape.join(', ')})`, 'at most 2^29 − 1 elements');
  }
  return count;
}

/** Checks a plain list of numbers that is to fill a shape. */
export function requireNumbers(data: ArrayLike<number>, shape: readonly number[]): void {
  const listed = ArrayBuffer.isView(data) || Array.isArray(data);
  const whole = data instanceof BigInt64Array || data instanceof BigUint64Array;
  if (!listed || whole || data instanceof DataView) {
    fail('type', 'data', describe(data), 'a list of numbers');
  }
  const count = requireShape(shape, 'shape');
  if (data.length !== count) {
    fail('size', 'data', `${data.length} elements`, `${count} for (${shape.join(', ')})`);
  }
  if (Array.isArray(data)) requireLeaves(data, 'number', 'data');
}

/** Resident tensors are told by what they can do: a copy of this module may have made them. */
function isResident(value: unknown): value is ResidentTensor {
  return typeof value === 'object' && value !== null && 'read' in value && 'dispose' in value;
}

function requireLeaves(data: ArrayLike<unknown>, type: 'number' | 'boolean', argument: string) {
  for (let i = 0; i < data.length; i++) {
    if (typeof data[i] !== type) fail('type', argument, describe(data[i]), `${type}s only`);
  }
}

function firstLeaf(value: unknown, depth: number): unknown {
  return Array.isArray(value) && depth <= largestRank ? firstLeaf(value[0], depth + 1) : value;
}

function flatten<T extends number | boolean>(
  nested: Nested<T>,
  argument: string,
  type: 'number' | 'boolean',
): { shape: number[]; data: T[] } {
  const shape: number[] = [];
  for (let level: unknown = nested; Array.isArray(level); level = level[0]) {
    if (shape.length === largestRank) {
      fail('rank', argument, 'more than 6 nested arrays', 'at most 6 axes');
    }
    shape.push(level.length);
  }
  const data: T[] = [];
  const visit = (value: unknown, depth: number): void => {
    if (depth === shape.length) {
      if (typeof value !== type) fail('type', argument, describe(value), `${type}s only`);
      data.push(value as T);
      return;
    }
    if (!Array.isArray(value) || value.length !== shape[depth]) {
      fail('size', argument, describe(value), `an array of ${shape[depth]}: rows of equal length`);
    }
    for (let i = 0; i < value.length; i++) visit(value[i], depth + 1);
  };
  visit(nested, 0);
  return { shape, data };
}
