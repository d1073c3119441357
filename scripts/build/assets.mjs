// The module that names the wasm modules, which lie beside it in `wasm/`. Bundlers copy a file if its address is a literal
// beside `import.meta.url`; only a file that was built may be named.

const relaxed = (engine) => `import { supportsRelaxedSimd } from '${engine}/module/relaxed.js';

/** The module with relaxed SIMD, if the JavaScript engine supports it. */
export const relaxedWasm: (() => URL | undefined) | undefined = () =>
  supportsRelaxedSimd()
    ? new URL('./wasm/attention-playground-relaxed.wasm', import.meta.url)
    : undefined;
export const relaxedTrainingWasm: (() => URL | undefined) | undefined = () =>
  supportsRelaxedSimd()
    ? new URL('./wasm/attention-playground-training-relaxed.wasm', import.meta.url)
    : undefined;
`;

const noRelaxed = `/** No module with relaxed SIMD was built. */
export const relaxedWasm: (() => URL | undefined) | undefined = undefined;
export const relaxedTrainingWasm: (() => URL | undefined) | undefined = undefined;
`;

/** TypeScript; `engine` leads to the modules of web/engine. */
export function assetsSource(hasRelaxed, engine = '..') {
  return `// Written by the build: see scripts/build/assets.mjs.

${hasRelaxed ? relaxed(engine) : noRelaxed}
export const strictWasm = (): URL => new URL('./wasm/attention-playground.wasm', import.meta.url);
export const trainingWasm = (): URL =>
  new URL('./wasm/attention-playground-training.wasm', import.meta.url);
`;
}
