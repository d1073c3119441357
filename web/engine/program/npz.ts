// NumPy's .npz: a zip of .npy files, stored without compression.

import type { Tensor } from '../types/index.js';
import { littleEndian, shapeTuple } from './numbers.js';

const encoder = new TextEncoder();

/** A .npy file, version 1.0: its header fills a multiple of 64 bytes. */
function npy({ shape, data }: Tensor): Uint8Array {
  const facts = `{'descr': '<f4', 'fortran_order': False, 'shape': ${shapeTuple(shape)}, }`;
  const length = 64 * Math.ceil((10 + facts.length + 1) / 64) - 10;
  const header = encoder.encode(`${facts.padEnd(length - 1)}\n`);
  const magic = [0x93, ...encoder.encode('NUMPY'), 1, 0, length & 0xff, length >> 8];
  return joined([Uint8Array.from(magic), header, littleEndian(data)]);
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (crcTable[(sum ^ byte) & 0xff] as number) ^ (sum >>> 8);
  return ~sum >>> 0;
}

/** Numbers of two or four bytes, the lowest byte first. */
function fields(list: readonly (readonly [value: number, bytes: 2 | 4])[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(list.reduce((sum, [, bytes]) => sum + bytes, 0)));
  let at = 0;
  for (const [value, bytes] of list) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

/** 1980-01-01, the first day that a zip knows: equal programs are equal files. */
const firstDay = 0x21;

/** A zip of tensors by name. */
export function npz(tensors: readonly (readonly [name: string, tensor: Tensor])[]): Uint8Array {
  const files: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const [name, tensor] of tensors) {
    const file = encoder.encode(`${name}.npy`);
    const bytes = npy(tensor);
    const shared = fields([
      ...([
        [20, 2],
        [0x800, 2],
        [0, 2],
        [0, 2],
        [firstDay, 2],
      ] as const),
      ...([
        [crc32(bytes), 4],
        [bytes.length, 4],
        [bytes.length, 4],
      ] as const),
      ...([
        [file.length, 2],
        [0, 2],
      ] as const),
    ]);
    const local = joined([fields([[0x04034b50, 4]]), shared, file, bytes]);
    const place = fields([
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [at, 4],
    ]);
    directory.push(
      joined([
        fields([
          [0x02014b50, 4],
          [20, 2],
        ]),
        shared,
        place,
        file,
      ]),
    );
    files.push(local);
    at += local.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const count = tensors.length;
  const counts = [
    [0, 2],
    [0, 2],
    [count, 2],
    [count, 2],
    [size, 4],
    [at, 4],
    [0, 2],
  ] as const;
  return joined([...files, ...directory, fields([[0x06054b50, 4], ...counts])]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
