// NumPy's .npz: a zip of .npy files, stored without compression.

import { atOnce } from '../turns.js';
import type { Tensor } from '../types/index.js';
import { littleEndian, shapeTuple } from './numbers.js';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A .npy file, version 1.0: its header fills a multiple of 64 bytes. */
function npy({ shape, data }: Tensor): Uint8Array<ArrayBuffer> {
  const facts = `{'descr': '<f4', 'fortran_order': False, 'shape': ${shapeTuple(shape)}, }`;
  const length = 64 * Math.ceil((10 + facts.length + 1) / 64) - 10;
  const header = utf8(`${facts.padEnd(length - 1)}\n`);
  const magic = [0x93, ...utf8('NUMPY'), 1, 0, length & 0xff, length >> 8];
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
function fields(list: readonly Field[]): Uint8Array<ArrayBuffer> {
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

/** Named tensors, each made when its turn comes. */
type Named = Iterable<readonly [name: string, tensor: Tensor]>;

/** A zip of tensors by name. */
export const npz = (tensors: Named): Uint8Array => joined(atOnce(npzPieces(tensors)));

/** The same in pieces that follow each other, a file a turn. */
export function* npzPieces(tensors: Named): Generator<undefined, Uint8Array<ArrayBuffer>[]> {
  const files: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let at = 0;
  for (const [name, tensor] of tensors) {
    const file = utf8(`${name}.npy`);
    const bytes = npy(tensor);
    const shared = sharedHeader(file, bytes);
    const local = joined([fields([[0x04034b50, 4]]), shared, file, bytes]);
    directory.push(joined([fields(inDirectory), shared, fields([...placed, [at, 4]]), file]));
    files.push(local);
    at += local.length;
    yield;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const { length: count } = files;
  const end = fields([
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [count, 2],
    [count, 2],
    [size, 4],
    [at, 4],
    [0, 2],
  ]);
  return [...files, ...directory, end];
}

type Field = readonly [value: number, bytes: 2 | 4];

/** Of an entry of the directory: its mark and the version that wrote it; then no comment, disk 0, no attributes. */
const inDirectory: readonly Field[] = [
  [0x02014b50, 4],
  [20, 2],
];
const placed: readonly Field[] = [
  [0, 2],
  [0, 2],
  [0, 2],
  [0, 4],
];

/** What stands both before a file and in the directory. */
const sharedHeader = (name: Uint8Array, bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  fields([
    [20, 2],
    [0x800, 2],
    [0, 2],
    [0, 2],
    [firstDay, 2],
    [crc32(bytes), 4],
    [bytes.length, 4],
    [bytes.length, 4],
    [name.length, 2],
    [0, 2],
  ]);

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
