// Step 1: the C++ core and its bindings as two wasm modules, put where web/engine imports them; and, if the toolchain can
// build it, each with relaxed SIMD, which web/engine uses in JavaScript engines that support it.

import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Failure, mustRun, root } from '../lib/run.mjs';
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

/** A fraction of a second when nothing changed. */
const configure = () => mustRun('cmake', ['--preset', 'wasm'], { quiet: true });

const buildTargets = (...targets) =>
  mustRun('cmake', ['--build', '--preset', 'wasm', '--target', ...targets], { quiet: true });

const builtFolder = join(root, 'build/wasm');
const relaxedFolder = join(builtFolder, 'relaxed');
const glueOf = (name, folder = builtFolder) => readFileSync(join(folder, `${name}.js`), 'utf8');

/**
 * Builds all modules, side by side. Resolves to whether relaxed ones are among them: if the toolchain can build them, CMake
 * makes a folder.
 */
async function buildModules() {
  await configure();
  const names = modules.map(({ name }) => name);
  const hasRelaxed = existsSync(relaxedFolder);
  await buildTargets(...names, ...(hasRelaxed ? names.map((name) => `${name}-relaxed`) : []));
  for (const name of hasRelaxed ? names : []) {
    if (glueOf(name, relaxedFolder) !== glueOf(name)) {
      throw new Failure(`The glue of ${name} with relaxed SIMD is not that of the strict module`);
    }
  }
  return hasRelaxed;
}

const importsOf = (bytes) => WebAssembly.Module.imports(new WebAssembly.Module(bytes));

/** Refuses a module that needs a function of the glue which the first one, whose glue it gets, does not. */
function checkGlue(bytes, firstBytes) {
  const names = importsOf(firstBytes).map(({ name }) => name);
  const other = importsOf(bytes).find(({ name }) => !names.includes(name));
  if (other) throw new Failure(`The glue of the first module has no ${other.name}`);
}

export async function buildWasm() {
  const hasRelaxed = await buildModules();
  writeIfChanged(glueFile, glueOf(first.name));
  writeIfChanged(glueFile.replace(/js$/, 'd.ts'), glueTypes);
  const builtFile = (from, { name }) => readFileSync(join(from, `${name}.wasm`));
  for (const each of modules) {
    const bytes = builtFile(builtFolder, each);
    checkGlue(bytes, builtFile(builtFolder, first));
    writeIfChanged(each.wasm, bytes);
    if (hasRelaxed) writeIfChanged(each.relaxed, builtFile(relaxedFolder, each));
    else rmSync(join(root, each.relaxed), { force: true });
  }
  if (!hasRelaxed) console.log('  relaxed SIMD: this toolchain cannot build it');
  writeIfChanged(assetsFile, assetsSource(hasRelaxed));
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
