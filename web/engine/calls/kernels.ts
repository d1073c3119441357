import { describe, fail, shapeText } from '../errors.js';
import { withHandles, type Handles } from '../module/handles.js';
import type { Memory } from '../module/memory.js';
import type { TensorHandle } from '../module/core-module.js';
import { readGiven, readOptions } from '../options/read.js';
import * as tables from '../options/tables.js';
import { real, requireArea, whole } from '../options/values.js';
import { Resident } from './resident.js';
import { countOf, toData, toShape } from '../tensors.js';
import type {
  Into,
  PositionalEncodingOptions,
  ResidentTensor,
  Tensor,
  TensorLike,
} from '../types/index.js';

export function residentTensor(
  memory: Memory,
  shape: readonly number[],
  data?: ArrayLike<number>,
): ResidentTensor {
  if (!Array.isArray(shape)) fail('type', 'shape', describe(shape), 'a list of sizes');
  const sizes = toShape(shape, 'shape');
  const numbers = data === undefined ? undefined : toData(data, sizes);
  const place = memory.borrow(sizes, 'shape');
  memory.module.tensorStays(place.handle);
  const { HEAPF32 } = memory.module;
  if (numbers === undefined) HEAPF32.fill(0, place.first, place.first + place.count);
  else HEAPF32.set(numbers, place.first);
  return new Resident(memory, place);
}

export function matmul(memory: Memory, a: TensorLike, b: TensorLike, into?: Into) {
  return compute(memory, into, (handles, out) =>
    memory.module.matmul(handles.tensor(a, 'a'), handles.weight(b, 'b'), out),
  );
}

export function linear(
  memory: Memory,
  input: TensorLike,
  weight: TensorLike,
  bias: TensorLike | undefined,
  into?: Into,
) {
  return compute(memory, into, (handles, out) =>
    memory.module.linear(
      handles.tensor(input, 'input'),
      handles.weight(weight, 'weight'),
      handles.optional(bias, 'bias'),
      out,
    ),
  );
}

export function softmax(memory: Memory, x: TensorLike, axis: number | undefined, into?: Into) {
  const along = whole(axis, -1, 'axis', -6, 5);
  return compute(memory, into, (handles, out) =>
    memory.module.softmax(handles.tensor(x, 'x'), along, out),
  );
}

export function layerNorm(
  memory: Memory,
  input: TensorLike,
  normalizedShape: number | readonly number[],
  weight: TensorLike | undefined,
  bias: TensorLike | undefined,
  eps: number | undefined,
  into?: Into,
) {
  const sizes = typeof normalizedShape === 'number' ? [normalizedShape] : normalizedShape;
  if (!Array.isArray(sizes)) {
    fail('type', 'normalizedShape', describe(normalizedShape), 'a size or a list of sizes');
  }
  const normalized = toShape(sizes, 'normalizedShape');
  if (countOf(normalized) === 0 || normalized.length === 0) {
    fail('size', 'normalizedShape', shapeText(normalized), 'at least one element');
  }
  const epsilon = real(eps, 1e-5, 'eps');
  if (!(epsilon >= 0 && Math.fround(epsilon) < Infinity)) {
    fail('range', 'eps', describe(epsilon), 'a finite number of 0 or more');
  }
  return compute(memory, into, (handles, out) => {
    const x = handles.operand(input, 'input');
    requireEnding(x.shape, normalized);
    return memory.module.layerNorm(
      x.handle,
      normalized.length,
      handles.optional(weight, 'weight'),
      handles.optional(bias, 'bias'),
      epsilon,
      out,
    );
  });
}

export function positionalEncoding(memory: Memory, options: PositionalEncodingOptions): Tensor {
  const { length, dModel } = readOptions(tables.positionalEncoding, options);
  requireArea(length, dModel, 'length');
  memory.check(memory.module.positionalEncoding(length, dModel));
  return memory.take();
}

export function causalMask(
  memory: Memory,
  queries: number,
  keys: number | undefined,
  offset: number | undefined,
): Tensor {
  const rows = whole(queries, undefined, 'queries', 1);
  const columns = whole(keys, rows, 'keys', 1);
  requireArea(rows, columns, 'queries');
  const shift = whole(offset, 0, 'offset', -(2 ** 30), 2 ** 30);
  memory.check(memory.module.causalMask(rows, columns, shift));
  return memory.take();
}

/** Runs one kernel on operands in wasm memory; the result stays there or is copied. */
function compute(
  memory: Memory,
  into: Into | undefined,
  kernel: (handles: Handles, out: TensorHandle) => TensorHandle,
): Tensor | ResidentTensor {
  const out = into === undefined ? undefined : readGiven(tables.into, into, 'into').out;
  return withHandles(memory, (handles) => {
    memory.check(kernel(handles, handles.out(out)));
    return memory.result(out);
  });
}

function requireEnding(shape: readonly number[], ending: readonly number[]): void {
  const tail = shape.slice(Math.max(shape.length - ending.length, 0));
  if (tail.length !== ending.length || tail.some((size, axis) => size !== ending[axis])) {
    fail('shape', 'input', shapeText(shape), `a shape that ends in ${shapeText(ending)}`);
  }
}
