// Files of parameters: read.

import { describe, fail } from '../errors.js';
import { withHandles, type Handles } from '../module/handles.js';
import type { Memory } from '../module/memory.js';
import { textIn } from '../module/utf8.js';
import { isOf } from '../options/values.js';
import type { FileTensor, SafetensorsFile } from '../types/index.js';

// In the order of the core's own list: src/attention_playground/checkpoint/safetensors.hpp.
const readTypes = ['F32', 'F16', 'BF16'];

/** The length of the header, before it. */
const lengthBytes = 8;

interface Entry {
  dtype: string;
  shape: number[];
  data_offsets: [begin: number, end: number];
}

/** See AttentionPlayground. */
export function readSafetensors(
  memory: Memory,
  given: unknown,
  argument = 'bytes',
): SafetensorsFile {
  const bytes = bytesOf(given);
  if (!bytes)
    fail(
      'type',
      argument,
      describe(given),
      'an ArrayBuffer or a Uint8Array: await readFile(path), await (await fetch(url)).arrayBuffer()',
    );
  return withHandles(memory, (handles) => {
    const { module } = memory;
    const place = hold(handles, bytes, argument);
    memory.unwrap(module.checkSafetensors(place, bytes.length));
    // So it is JSON, of exactly these fields.
    const { length, header } = headerOf(bytes);
    const { __metadata__: metadata, ...entries } = header;
    const tensors = Object.entries(entries as Record<string, Entry>).map(
      ([name, { dtype, shape, data_offsets: offsets }]): [string, FileTensor] => {
        const type = readTypes.indexOf(dtype);
        if (type < 0) return [name, { dtype, shape, data: undefined }];
        const begin = lengthBytes + length + offsets[0];
        const count = shape.reduce((product, size) => product * size, 1);
        const data = memory.unwrap(module.numbersOfFile(place, begin, count, type));
        return [name, { dtype, shape, data }];
      },
    );
    return {
      // Some programs write null.
      metadata: (metadata ?? {}) as Record<string, string>,
      tensors: Object.fromEntries(tensors),
    };
  });
}

function headerOf(bytes: Uint8Array) {
  const { buffer, byteOffset } = bytes;
  const length = Number(new DataView(buffer, byteOffset).getBigUint64(0, true));
  const text = textIn(bytes.subarray(lengthBytes, lengthBytes + length));
  return { length, header: JSON.parse(text) as Record<string, unknown> };
}

export function bytesOf(given: unknown): Uint8Array | undefined {
  // Of any frame: where tests run in one of their own, files that were read are of another.
  if (isOf('Uint8Array')(given)) return given as Uint8Array;
  return isOf('ArrayBuffer')(given) ? new Uint8Array(given as ArrayBuffer) : undefined;
}

/** The bytes in wasm memory, for the duration of the call. */
export function hold(handles: Handles, bytes: Uint8Array, argument: string) {
  const place = handles.borrow([Math.ceil(bytes.length / 4)], argument);
  handles.memory.module.HEAPU8.set(bytes, place.first * 4);
  return place.handle;
}
