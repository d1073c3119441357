// WebAssembly modules that are assembled here, byte by byte, so that no compiler can take work away or add to it.

export const type = { v128: 0x7b, i32: 0x7f, f32: 0x7d };
export const local = { get: 0x20, set: 0x21, tee: 0x22 };
export const simd = (...opcode) => [0xfd, ...opcode];
export const splat = simd(0x13);
export const firstLane = simd(0x1f, 0);
export const add = simd(0xe4, 0x01);
export const multiply = simd(0xe6, 0x01);

export function unsigned(value) {
  const bytes = [];
  do {
    bytes.push((value & 0x7f) | (value > 0x7f ? 0x80 : 0));
    value >>>= 7;
  } while (value);
  return bytes;
}

const sized = (bytes) => [...unsigned(bytes.length), ...bytes];
const section = (id, bytes) => [id, ...sized(bytes)];

/** An export of the first function or memory. */
const name = (text, kind) => [...unsigned(text.length), ...new TextEncoder().encode(text), kind, 0];

/** Sets local number `index` to four times `value`. */
export function constant(value, index) {
  const bytes = new Uint8Array(Float32Array.of(value).buffer);
  return [0x43, ...bytes, ...splat, local.set, index];
}

export const loop = [0x03, 0x40];

/** Ends a loop that counts local number `index` down to 0. */
export const countDown = (index) => [
  local.get,
  index,
  0x41,
  1,
  0x6b,
  local.tee,
  index,
  0x0d,
  0,
  0x0b,
];

/**
 * A module: `{ run(count: i32) → f32, memory }`. The function's locals after its parameter are vectors, then integers; the memory
 * has `pages`.
 */
export async function instantiate({ vectors, integers = 0, code, pages = 0 }) {
  const groups = [
    ...(vectors ? [[...unsigned(vectors), type.v128]] : []),
    ...(integers ? [[...unsigned(integers), type.i32]] : []),
  ];
  const body = [groups.length, ...groups.flat(), ...code, 0x0b];
  const exported = [name('run', 0), ...(pages ? [name('memory', 2)] : [])];
  const bytes = Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 1, type.i32, 1, type.f32]),
    ...section(3, [1, 0]),
    ...(pages ? section(5, [1, 0, ...unsigned(pages)]) : []),
    ...section(7, [exported.length, ...exported.flat()]),
    ...section(10, [1, ...sized(body)]),
  ]);
  const { instance } = await WebAssembly.instantiate(bytes);
  return instance.exports;
}
