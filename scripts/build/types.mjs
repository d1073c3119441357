// Step 4: what bundlers, Node and editors read: dist/modules, readable and with Lit as a dependency; the type declarations;
// and the manifest of the elements.

import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as esbuild from 'esbuild';
import * as prettier from 'prettier';
import ts from 'typescript';
import { mustRun, root } from '../lib/run.mjs';
import { filesBelow, writeIfChanged } from '../lib/steps.mjs';
import { assetsSource } from './assets.mjs';
import { namedModules } from './declarations.mjs';
import { elementEntries } from './entries.mjs';
import { elementDeclaration } from './element-types.mjs';
import { jsxDeclaration, svelteDeclaration, vueDeclaration } from './framework-types.mjs';
import { manifestOf, readElements } from './manifest.mjs';
import { relaxedWasmFile } from './wasm.mjs';

/** Entries with nothing but types. */
const frameworks = { jsx: jsxDeclaration, vue: vueDeclaration, svelte: svelteDeclaration };

const tsc = 'node_modules/typescript/bin/tsc';
const compiled = join(root, 'build/types');
const modules = join(root, 'dist/modules');
const types = join(root, 'dist/types');

export async function buildTypes() {
  for (const folder of [compiled, modules, types]) rmSync(folder, { recursive: true, force: true });
  await mustRun(process.execPath, [tsc, '-p', 'tsconfig.package.json'], { quiet: true });
  await finishModules();
  const elements = await readElements(compiled);
  for (const element of elements) {
    await writeFormatted(join(compiled, `${element.entry}.d.ts`), elementDeclaration(element, compiled));
  }
  for (const [name, declarationOf] of Object.entries(frameworks)) {
    await writeFormatted(join(compiled, `${name}.d.ts`), declarationOf(elements));
  }
  copyDeclarations();
  write(join(root, 'dist/custom-elements.json'), manifestOf(elements));
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

async function writeFormatted(path, text) {
  const options = await prettier.resolveConfig(join(root, 'package.json'));
  write(path, await prettier.format(text, { ...options, filepath: path }));
}

/**
 * The entries for bundlers. Before version 8, Vite's development server merges the .js entries of packages into files
 * elsewhere, from where neither the wasm nor the worker is found. It leaves alone packages whose entry is .jsx.
 */
const bundlerEntry = `// Not .js, so that Vite's development server does not move this package away from its wasm.
export * from './index.js';
`;

/** Adds what the compiler does not make, and takes away what bundlers warn of. */
async function finishModules() {
  for (const path of filesBelow('dist/modules').filter((name) => name.endsWith('.js'))) {
    const text = readFileSync(join(root, path), 'utf8');
    // In a module `this` is undefined.
    writeIfChanged(path, text.replace('(this && this.__decorate) || ', ''));
  }
  const generated = join(modules, 'engine/generated');
  const glue = readFileSync(join(root, 'web/engine/generated/module.js'), 'utf8');
  write(join(generated, 'module.js'), (await esbuild.transform(glue)).code);
  // The wasm is there once, beside the complete bundles; what names it stands beside it.
  const assets = assetsSource(existsSync(join(root, relaxedWasmFile)), './modules/engine');
  const target = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
  write(
    join(root, 'dist/assets.js'),
    ts.transpileModule(assets, { compilerOptions: target }).outputText,
  );
  write(join(generated, 'assets.js'), "export * from '../../../assets.js';\n");
  rmSync(join(generated, 'assets.js.map'));
  for (const source of Object.values({ ...elementEntries(), engine: 'web/engine/index.ts' })) {
    write(source.replace(/^web/, modules).replace(/\.ts$/, '.jsx'), bundlerEntry);
  }
  write(join(modules, 'types-only.js'), '// Its declarations are all there is.\nexport {};\n');
}

/** Copies the declarations that an entry leads to. */
function copyDeclarations() {
  const seen = new Set(['engine/index', 'engine/worker/worker', ...Object.keys({ ...elementEntries(), ...frameworks })].map((name) => join(compiled, `${name}.d.ts`)));
  for (const path of seen) {
    const copy = path.replace(compiled, types);
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(path, copy);
    for (const named of namedModules(path)) seen.add(named);
  }
}

/** Checks all of web/ strictly, and rejects unused code. */
export async function typecheck() {
  for (const project of ['tsconfig.json', 'web/site/tsconfig.json']) {
    await mustRun(process.execPath, [tsc, '-p', project], { quiet: true });
  }
}
