// Step 1: the C++ core and its bindings as a wasm module, put where web/engine imports it; and, if the toolchain can
// build it, a second module with relaxed SIMD, which web/engine uses in JavaScript engines that support it.

import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Failure, mustRun, root, run } from '../lib/run.mjs';
import { writeIfChanged } from '../lib/steps.mjs';
import { assetsSource } from './assets.mjs';

export const wasmFile = 'web/engine/wasm/attention-playground.wasm';
export const relaxedWasmFile = 'web/engine/wasm/attention-playground-relaxed.wasm';
export const assetsFile = 'web/engine/generated/assets.ts';

const glueTypes = `/** Emscripten's glue: starts one instance of the module. */
export default function createModule(options?: object): Promise<unknown>;
`;

/** Configures (a fraction of a second when nothing changed) and builds one target of the wasm preset. */
export async function buildWasmTarget(target) {
  await mustRun('cmake', ['--preset', 'wasm'], { quiet: true });
  await mustRun('cmake', ['--build', '--preset', 'wasm', '--target', target], { quiet: true });
}

/** The folder of the relaxed module, or why there is none. */
async function buildRelaxed(strictGlue) {
  // CMake makes the folder if the toolchain can build this module.
  const folder = join(root, 'build/wasm/relaxed');
  if (!existsSync(folder)) return { problem: 'this toolchain cannot build it' };
  const target = 'attention-playground-relaxed';
  const build = ['--build', '--preset', 'wasm', '--target', target];
  const { code, output } = await run('cmake', build, { quiet: true });
  if (code !== 0) return { problem: `it does not build\n${output.trimEnd()}\n ` };
  const glue = readFileSync(join(folder, 'attention-playground.js'));
  if (!glue.equals(strictGlue)) return { problem: 'its glue is not that of the strict module' };
  return { folder };
}

export async function buildWasm() {
  await buildWasmTarget('attention-playground');
  const built = join(root, 'build/wasm/attention-playground');
  if (!existsSync(`${built}.wasm`)) throw new Failure('The wasm build made no module');
  const glue = readFileSync(`${built}.js`);
  writeIfChanged('web/engine/generated/module.js', glue);
  writeIfChanged('web/engine/generated/module.d.ts', glueTypes);
  writeIfChanged(wasmFile, readFileSync(`${built}.wasm`));

  const { folder, problem } = await buildRelaxed(glue);
  if (folder) {
    writeIfChanged(relaxedWasmFile, readFileSync(join(folder, 'attention-playground.wasm')));
  } else {
    rmSync(join(root, relaxedWasmFile), { force: true });
    console.log(`  relaxed SIMD: ${problem}; the strict module serves everywhere`);
  }
  writeIfChanged(assetsFile, assetsSource(Boolean(folder)));
}

/** Copies the modules beside a bundle, where `new URL('./wasm/attention-playground.wasm', …)` looks for them. */
export function copyWasmTo(folder) {
  mkdirSync(join(root, folder, 'wasm'), { recursive: true });
  for (const file of [wasmFile, relaxedWasmFile]) {
    const copy = join(root, folder, 'wasm', basename(file));
    if (existsSync(join(root, file))) copyFileSync(join(root, file), copy);
    else rmSync(copy, { force: true });
  }
}
