// Relaxed SIMD in Node: version 20 knows it behind a flag; later ones without, and they may not know the flag.

import { setFlagsFromString } from 'node:v8';

// (v128, v128, v128) → v128, by f32x4.relaxed_madd.
const asked = Uint8Array.from(
  Buffer.from('0061736d0100000001080160037b7b7b017b030201000a0d010b00200020012002fd85020b', 'hex'),
);

const flags = WebAssembly.validate(asked) ? [] : ['--experimental-wasm-relaxed-simd'];

/** From now on this process compiles modules with relaxed SIMD. */
export function knowRelaxedSimd() {
  flags.forEach((flag) => setFlagsFromString(flag));
}

/** Whether the tests are those of the relaxed modules: scripts/test/node.mjs --relaxed. */
export const testsRelaxed = process.env.ATTENTION_SIMD === 'relaxed';

/** For another process of Node that loads the modules of the tests. */
export const nodeFlags = testsRelaxed ? flags : [];
