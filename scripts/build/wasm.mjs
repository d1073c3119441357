// Step 1: the C++ core and its bindings as a wasm module, laid where web/engine imports it.

import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, mustRun, root } from '../lib/run.mjs';
import { writeIfChanged } from '../lib/steps.mjs';

export const wasmFile = 'web/engine/wasm/attention-playground.wasm';

const glueTypes = `/** Emscripten's glue: starts one instance of the module. */
export default function createModule(options?: object): Promise<unknown>;
`;

/** Configures (a fraction of a second when nothing changed) and builds one target of the wasm preset. */
export async function buildWasmTarget(target) {
  await mustRun('cmake', ['--preset', 'wasm'], { quiet: true });
  await mustRun('cmake', ['--build', '--preset', 'wasm', '--target', target], { quiet: true });
}

export async function buildWasm() {
  await buildWasmTarget('attention-playground');
  const built = join(root, 'build/wasm/attention-playground');
  if (!existsSync(`${built}.wasm`)) throw new Failure('The wasm build made no module');
  writeIfChanged('web/engine/generated/module.js', readFileSync(`${built}.js`));
  writeIfChanged('web/engine/generated/module.d.ts', glueTypes);
  writeIfChanged(wasmFile, readFileSync(`${built}.wasm`));
}

/** The module beside a bundle, as `new URL('./wasm/attention-playground.wasm', …)` expects it. */
export function copyWasmTo(folder) {
  mkdirSync(join(root, folder, 'wasm'), { recursive: true });
  copyFileSync(join(root, wasmFile), join(root, folder, 'wasm/attention-playground.wasm'));
}
