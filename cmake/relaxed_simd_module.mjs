// Makes a linked module with relaxed SIMD one that today's engines take, and marks it, so that web/engine can tell it
// from a strict one:
//   node relaxed_simd_module.mjs MODULE.wasm
// clang 14 and Debian's Binaryen 108 give f32x4.relaxed_madd the number that it had in 2022. Its final number is as long,
// and its operands are the same, in the same order.

import { readFileSync, writeFileSync } from 'node:fs';
import {
  encoded,
  forEachInstruction,
  markOf,
  moduleOf,
  sectionsOf,
} from '../scripts/lib/wasm-binary.mjs';

const simd = 0xfd;
const of2022 = 0xaf;
const final = 0x105;

const [file] = process.argv.slice(2);
const module = readFileSync(file);
let found = 0;
forEachInstruction(module, ({ prefix, opcode, at }) => {
  if (prefix !== simd || (opcode !== of2022 && opcode !== final)) return;
  encoded(final).copy(module, at + 1);
  found++;
});
if (found === 0) throw new Error(`${file} has no f32x4.relaxed_madd`);
writeFileSync(file, moduleOf(module, [...sectionsOf(module), markOf('relaxed-simd')]));
