import type { Simd } from '../types/index.js';

// prettier-ignore
const usesRelaxedSimd = Uint8Array.of(
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, // a module
  1, 8, 1, 0x60, 3, 0x7b, 0x7b, 0x7b, 1, 0x7b, // of one type: (v128, v128, v128) → v128
  3, 2, 1, 0, // and one function of it,
  10, 13, 1, 11, 0, 0x20, 0, 0x20, 1, 0x20, 2, 0xfd, 0x85, 2, 11, // which is f32x4.relaxed_madd
);

/** Whether this JavaScript engine supports relaxed SIMD. */
export function supportsRelaxedSimd(): boolean {
  return WebAssembly.validate(usesRelaxedSimd);
}

/** Which of the two a module is; the build marks relaxed ones: cmake/relaxed_simd_module.mjs. */
export function simdOf(module: WebAssembly.Module): Simd {
  const marks = WebAssembly.Module.customSections(module, 'relaxed-simd');
  return marks.length > 0 ? 'relaxed' : 'strict';
}
