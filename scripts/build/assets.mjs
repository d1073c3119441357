// The module that names the wasm modules, which lie beside it in `wasm/`. Bundlers copy a file if its address is a literal
// beside `import.meta.url`; only a file that was built may be named.

const address = (file) => `new URL('./wasm/${file}.wasm', import.meta.url)`;

/** TypeScript. */
export function assetsSource(hasRelaxed) {
  const relaxed = (file) => (hasRelaxed ? `() => ${address(file)}` : 'undefined');
  return `// Written by the build: see scripts/build/assets.mjs.

import type { Asset } from '../module/asset.js';

export const strictWasm = (): Asset => ${address('attention-playground')};
export const trainingWasm = (): Asset => ${address('attention-playground-training')};

/** The same with relaxed SIMD; undefined if the toolchain could not build them. */
export const relaxedWasm: (() => Asset) | undefined = ${relaxed('attention-playground-relaxed')};
export const relaxedTrainingWasm: (() => Asset) | undefined = ${relaxed('attention-playground-training-relaxed')};
`;
}
