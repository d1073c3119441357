import { describe, fail, shapeText } from './errors.js';
import type { RawTensor } from './module/core-module.js';
import type { MaskLike, ResidentTensor, Tensor, TensorLike } from './types/index.js';

// A given value is read once before it is used, an array cell by cell: getters and proxies may return another value
// next time, and may call the engine.

/** Checked numbers, row-major, ready to be copied into wasm memory: a typed array as long as the shape requires. */
export interface Numbers {
  shape: readonly number[];
  data: ArrayLike<number>;
}

export const largestRank = 6;
const largestCount = 2 ** 29 - 1;

export function toTensor({ shape, data }: RawTensor): Tensor {
  return { shape: Array.from(shape), data };
}

/** Checks a tensor that a caller gave; the core checks its numbers and whether its shape fits. */
export function toNumbers(value: TensorLike | undefined, argument: string): Numbers {
  if (value === undefined) fail('missing', argument, 'nothing', 'a tensor');
  if (Array.isArray(value)) return flatten(value, argument, 'number');
  const { shape, count, data } = shaped(value, argument);
  return { shape, data: listed(data, count, 'number', argument) };
}

/** Booleans and bytes (may attend) become numbers to add to the scores: 0 or −∞. Floats stay. */
export function toMask(value: MaskLike, argument: string): Numbers {
  if (Array.isArray(value)) {
    if (typeof firstLeaf(value) !== 'boolean') return flatten(value, argument, 'number');
    return additive(flatten(value, argument, 'boolean'));
  }
  const { shape, count, data } = shaped(value, argument);
  if (data instanceof Uint8Array) return additive({ shape, data });
  if (Array.isArray(data) && typeof data[0] === 'boolean') {
    return additive({ shape, data: listed(data, count, 'boolean', argument) });
  }
  return { shape, data: listed(data, count, 'number', argument) };
}

/** Booleans and bytes (kept) become 1 and 0. Numbers stay: the core checks them. */
export function toKept(value: MaskLike, argument: string): Numbers {
  if (Array.isArray(value)) {
    const type = typeof firstLeaf(value) === 'boolean' ? 'boolean' : 'number';
    return flatten(value, argument, type);
  }
  const { shape, count, data } = shaped(value, argument);
  const type = Array.isArray(data) && typeof data[0] === 'boolean' ? 'boolean' : 'number';
  return { shape, data: listed(data, count, type, argument) };
}

function additive({ shape, data }: Numbers): Numbers {
  const added = floats(countOf(shape));
  for (let i = 0; i < added.length; i++) added[i] = data[i] ? 0 : -Infinity;
  return { shape, data: added };
}

/** Reads `{ shape, data }` of a plain or a resident tensor, and checks that the two fit. A typed array has one axis. */
function shaped(value: unknown, argument: string) {
  if (isTyped(value)) {
    const count = typedLength.call(value);
    return { shape: toShape([count], argument), count, data: value };
  }
  const given = typeof value === 'object' && value !== null ? value : {};
  const resident = isResident(given) ? given : undefined;
  if (resident?.disposed) fail('disposed', argument, 'a disposed tensor', 'one that is not');
  const { shape: sizes } = given as { shape?: unknown };
  const data = resident ? resident.read() : (given as { data?: unknown }).data;
  if (!Array.isArray(sizes) || !isList(data)) {
    fail('type', argument, describe(value), '{ shape, data }, nested arrays, or a list of numbers');
  }
  const shape = toShape(sizes, argument);
  return { shape, count: requireLength(data, shape, argument), data };
}

/** Checks the sizes of a shape and returns a copy. */
export function toShape(sizes: readonly unknown[], argument: string): number[] {
  const { length } = sizes;
  if (!(length <= largestRank)) {
    fail('rank', argument, `${describe(length)} axes`, `at most ${largestRank} axes`);
  }
  const shape: number[] = [];
  for (let axis = 0; axis < length; axis++) shape.push(sizes[axis] as number);
  let count = 1;
  let overflow = false;
  for (const size of shape) {
    if (!Number.isInteger(size) || size < 0) {
      fail('shape', argument, `[${shape.map(describe).join(', ')}]`, 'whole sizes of 0 or more');
    }
    count *= size;
    // A huge size overflows even beside a size of 0.
    overflow ||= size > largestCount || count > largestCount;
  }
  if (overflow) fail('overflow', argument, shapeText(shape), 'at most 2^29 − 1 elements');
  return shape;
}

export function countOf(shape: readonly number[]): number {
  let count = 1;
  for (const size of shape) count *= size;
  return count;
}

/** Checks a plain list of numbers that will fill a shape. */
export function toData(data: ArrayLike<number>, shape: readonly number[]): ArrayLike<number> {
  if (!isList(data) || isBig(data)) fail('type', 'data', describe(data), 'a list of numbers');
  return listed(data, requireLength(data, shape, 'data'), 'number', 'data');
}

function isList(data: unknown): data is ArrayLike<unknown> {
  return Array.isArray(data) || isTyped(data);
}

function isTyped(data: unknown): data is ArrayBufferView & ArrayLike<unknown> {
  return ArrayBuffer.isView(data) && !(data instanceof DataView);
}

function isBig(data: unknown): boolean {
  return data instanceof BigInt64Array || data instanceof BigUint64Array;
}

/** Reads a typed array's true length: a derived class may override `length`. */
const typedLength = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Float32Array.prototype),
  'length',
)?.get as () => number;

/** Throws unless there are as many numbers as the shape requires; returns how many. */
function requireLength(data: ArrayLike<unknown>, shape: readonly number[], argument: string) {
  const length: unknown = Array.isArray(data) ? data.length : typedLength.call(data);
  const count = countOf(shape);
  if (length === count) return count;
  return fail('size', argument, `${describe(length)} elements`, `${count} for ${shapeText(shape)}`);
}

/** A typed array unchanged; an array's elements checked and copied into one. */
function listed(
  data: unknown,
  count: number,
  type: 'number' | 'boolean',
  argument: string,
): ArrayLike<number> {
  const list = data as ArrayLike<unknown>;
  if (isBig(data)) fail('type', argument, describe(data), `${type}s only`);
  // Without elements the array may be detached, and then it cannot be read at all.
  if (!Array.isArray(list) && count > 0) return list as ArrayLike<number>;
  const numbers = floats(count);
  for (let i = 0; i < count; i++) numbers[i] = leaf(list[i], type, argument);
  return numbers;
}

function leaf(value: unknown, type: 'number' | 'boolean', argument: string): number {
  if (typeof value !== type) fail('type', argument, describe(value), `${type}s only`);
  return Number(value);
}

/** Allocates a copy; if the host refuses, it throws an error like the core's. */
export function floats(count: number): Float32Array {
  try {
    return new Float32Array(count);
  } catch {
    return fail('memory', 'shape', `${count} elements`, 'fewer than memory has room for');
  }
}

/** Recognises resident tensors by their methods: another copy of this module may have made them. */
function isResident(value: object): value is ResidentTensor {
  return 'read' in value && 'dispose' in value;
}

function firstLeaf(value: unknown): unknown {
  for (let depth = 0; Array.isArray(value) && depth <= largestRank; depth++) value = value[0];
  return value;
}

function flatten(
  nested: readonly unknown[],
  argument: string,
  type: 'number' | 'boolean',
): { shape: number[]; data: Float32Array } {
  const sizes: unknown[] = [];
  let level: unknown = nested;
  for (; Array.isArray(level); level = level[0]) {
    if (sizes.length === largestRank) {
      fail('rank', argument, 'more than 6 nested arrays', 'at most 6 axes');
    }
    sizes.push(level.length);
  }
  if (!sizes.includes(0)) leaf(level, type, argument);
  const shape = toShape(sizes, argument);
  const data = floats(countOf(shape));
  let filled = 0;
  const visit = (value: unknown, depth: number): void => {
    if (depth === shape.length) {
      data[filled++] = leaf(value, type, argument);
      return;
    }
    const size = shape[depth] ?? 0;
    if (!Array.isArray(value) || value.length !== size) {
      fail('size', argument, describe(value), `an array of ${size}: rows of equal length`);
    }
    for (let i = 0; i < size; i++) visit(value[i], depth + 1);
  };
  visit(nested, 0);
  return { shape, data };
}
