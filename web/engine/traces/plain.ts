// Numbers as JSON has them, to the last bit, and back.

import { describe, fail, shapeText } from '../errors.js';
import { countOf, toShape, type Numbers as Checked } from '../tensors.js';
import type { Computed, Numbers } from '../types/computed.js';
import type { NoJsonNumber, PlainTensor, Tensor } from '../types/index.js';

const names: readonly string[] = ['NaN', 'Infinity', '-Infinity', '-0'] satisfies NoJsonNumber[];

/** The shortest decimal that is the same float; its name if JSON has no number for it. */
export function plainNumber(value: Computed): Computed | NoJsonNumber {
  if (Object.is(value, -0)) return '-0';
  if (!Number.isFinite(value)) return String(value) as NoJsonNumber;
  if (Number.isInteger(value)) return value;
  for (let digits = 6; digits <= 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}

/** How many are written between two pauses: about a millisecond. */
const atATime = 2048;

export function* plainData(data: Numbers): Generator<undefined, PlainTensor['data']> {
  const written: PlainTensor['data'] = [];
  for (let first = 0; first < data.length; first += atATime) {
    for (const value of data.subarray(first, first + atATime)) written.push(plainNumber(value));
    yield;
  }
  return written;
}

export function plainTensor({ shape, data }: Tensor): PlainTensor {
  return { shape: [...shape], data: Array.from(data, plainNumber) };
}

/** Reads a number that `plainNumber` wrote. */
export function toNumber(value: unknown, argument: string): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'string' && names.includes(value)) return Number(value);
  return fail('type', argument, describe(value), `numbers, or one of ${names.join(', ')}`);
}

/** Reads a tensor that `plainTensor` wrote: the numbers of a shape. */
export function toFloats(data: unknown, sizes: unknown, argument: string): Checked {
  if (!Array.isArray(sizes)) fail('type', argument, describe(sizes), 'a shape: a list of sizes');
  if (!Array.isArray(data)) fail('type', argument, describe(data), 'a list of numbers');
  const shape = toShape(sizes, argument);
  const count = countOf(shape);
  const { length } = data;
  if (length !== count) {
    fail('size', argument, `${describe(length)} numbers`, `${count} for ${shapeText(shape)}`);
  }
  const numbers = new Float32Array(count);
  for (let i = 0; i < count; i++) numbers[i] = toNumber(data[i], argument);
  return { shape, data: numbers };
}
