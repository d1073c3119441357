// The module that knows where the wasm modules are. Bundlers copy a file if its address is a literal beside
// `import.meta.url`, so the addresses are written for each layout: a bundle has the files beside it, the readable modules
// have them in dist/wasm. Only a module that was built may be named.

const relaxed = (folder) => `import { supportsRelaxedSimd } from '../relaxed.js';

/** The module with relaxed SIMD, if the JavaScript engine supports it. */
export const relaxedWasm: (() => URL | undefined) | undefined = () =>
  supportsRelaxedSimd()
    ? new URL('${folder}attention-playground-relaxed.wasm', import.meta.url)
    : undefined;
`;

const noRelaxed = `/** No module with relaxed SIMD was built. */
export const relaxedWasm: (() => URL | undefined) | undefined = undefined;
`;

/** TypeScript; `folder` leads to the wasm modules. */
export function assetsSource(folder, hasRelaxed) {
  return `// Written by the build: see scripts/build/assets.mjs.

${hasRelaxed ? relaxed(folder) : noRelaxed}
export const strictWasm = (): URL => new URL('${folder}attention-playground.wasm', import.meta.url);
`;
}
