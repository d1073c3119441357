// Step 1: the C++ core and its bindings as two wasm modules, put where web/engine imports them; and, if the toolchain can
// build it, each with relaxed SIMD, which web/engine uses in JavaScript engines that support it.

import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Failure, mustRun, root, run } from '../lib/run.mjs';
import { writeIfChanged } from '../lib/files.mjs';
import { assetsSource } from './assets.mjs';

const filesOf = (name) => ({
  name,
  wasm: `web/engine/generated/wasm/${name}.wasm`,
  relaxed: `web/engine/generated/wasm/${name}-relaxed.wasm`,
});
/** The first module, and its superset that trains; each also with relaxed SIMD. One glue serves all. */
const first = filesOf('attention-playground');
const training = filesOf('attention-playground-training');
const modules = [first, training];
export const { wasm: wasmFile, relaxed: relaxedWasmFile } = first;
export const { wasm: trainingWasmFile, relaxed: relaxedTrainingWasmFile } = training;
export const glueFile = 'web/engine/generated/module.js';
export const assetsFile = 'web/engine/generated/assets.ts';

const glueTypes = `/** Emscripten's glue: starts one instance of the module. */
export default function createModule(options?: object): Promise<unknown>;
`;

/** Configures (a fraction of a second when nothing changed) and builds targets of the wasm preset, side by side. */
export async function buildWasmTarget(...targets) {
  await mustRun('cmake', ['--preset', 'wasm'], { quiet: true });
  await mustRun('cmake', ['--build', '--preset', 'wasm', '--target', ...targets], { quiet: true });
}

/** The folder of the relaxed modules, or why there are none. */
async function buildRelaxed() {
  // CMake makes the folder if the toolchain can build them.
  const folder = join(root, 'build/wasm/relaxed');
  if (!existsSync(folder)) return { problem: 'this toolchain cannot build it' };
  for (const { name } of modules) {
    const build = ['--build', '--preset', 'wasm', '--target', `${name}-relaxed`];
    const { code, output } = await run('cmake', build, { quiet: true });
    if (code !== 0) return { problem: `it does not build\n${output.trimEnd()}\n ` };
    if (readFileSync(join(folder, `${name}.js`), 'utf8') !== glueOf(name)) {
      return { problem: 'its glue is not that of the strict module' };
    }
  }
  return { folder };
}

const builtFolder = join(root, 'build/wasm');
const glueOf = (name) => readFileSync(join(builtFolder, `${name}.js`), 'utf8');

const importsOf = (bytes) => WebAssembly.Module.imports(new WebAssembly.Module(bytes));

/** Refuses a module that needs a function of the glue which the first one, whose glue it gets, does not. */
function checkGlue(bytes, firstBytes) {
  const names = importsOf(firstBytes).map(({ name }) => name);
  const other = importsOf(bytes).find(({ name }) => !names.includes(name));
  if (other) throw new Failure(`The glue of the first module has no ${other.name}`);
}

export async function buildWasm() {
  await buildWasmTarget(...modules.map(({ name }) => name));
  writeIfChanged(glueFile, glueOf(first.name));
  writeIfChanged(glueFile.replace(/js$/, 'd.ts'), glueTypes);
  const { folder, problem } = await buildRelaxed();
  const builtFile = (from, { name }) => readFileSync(join(from, `${name}.wasm`));
  for (const each of modules) {
    const bytes = builtFile(builtFolder, each);
    checkGlue(bytes, builtFile(builtFolder, first));
    writeIfChanged(each.wasm, bytes);
    if (folder) writeIfChanged(each.relaxed, builtFile(folder, each));
    else rmSync(join(root, each.relaxed), { force: true });
  }
  if (problem) console.log(`  relaxed SIMD: ${problem}; the strict module serves everywhere`);
  writeIfChanged(assetsFile, assetsSource(Boolean(folder)));
}

/** Copies the modules beside a bundle, where `new URL('./wasm/attention-playground.wasm', …)` looks for them. */
export function copyWasmTo(folder) {
  mkdirSync(join(root, folder, 'wasm'), { recursive: true });
  for (const file of modules.flatMap(({ wasm, relaxed }) => [wasm, relaxed])) {
    const copy = join(root, folder, 'wasm', basename(file));
    if (existsSync(join(root, file))) copyFileSync(join(root, file), copy);
    else rmSync(copy, { force: true });
  }
}
