// Exits with 0 when the module given is valid, has the relaxed operation that was asked for, by its final number,
// and no other: an LLVM of early 2026 made relaxed operations, with another NaN, of pmin and pmax too.

import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';

const module = readFileSync(process.argv[2]);
const count = (...opcode) =>
  module.toString('latin1').split(String.fromCharCode(0xfd, ...opcode)).length - 1;
const found = {
  relaxed_madd: count(0x85, 0x02),
  mul: count(0xe6, 0x01),
  pmin: count(0xea, 0x01),
  pmax: count(0xeb, 0x01),
};
// Node 20 knows relaxed SIMD behind a flag; later ones know it without, and may no longer know the flag.
if (!WebAssembly.validate(module)) setFlagsFromString('--experimental-wasm-relaxed-simd');
const good = WebAssembly.validate(module) && Object.values(found).every((times) => times === 1);
if (!good) console.error(found);
process.exit(good ? 0 : 1);
