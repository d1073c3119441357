// The module that names the wasm modules, which lie beside it in `wasm/`. Bundlers copy a file if its address is a literal
// beside `import.meta.url`; only a file that was built may be named.

const address = (file) => `new URL('./wasm/${file}.wasm', import.meta.url)`;

/** TypeScript. */
export function assetsSource(hasRelaxed) {
  const relaxed = (file) => (hasRelaxed ? `() => ${address(file)}` : 'undefined');
  return `// Written by the build: see scripts/build/assets.mjs.

export const strictWasm = (): URL => ${address('attention-playground')};
export const trainingWasm = (): URL => ${address('attention-playground-training')};

/** The same with relaxed SIMD; undefined if the toolchain could not build them. */
export const relaxedWasm: (() => URL) | undefined = ${relaxed('attention-playground-relaxed')};
export const relaxedTrainingWasm: (() => URL) | undefined = ${relaxed('attention-playground-training-relaxed')};
`;
}
