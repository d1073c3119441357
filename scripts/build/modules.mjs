// dist/modules: what Node and bundlers read, one readable module for each source, with Lit as a dependency. The compiler makes
// them; this is the rest.

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import ts from 'typescript';
import { root } from '../lib/run.mjs';
import { filesBelow, writeIfChanged } from '../lib/steps.mjs';
import { assetsSource } from './assets.mjs';
import { elementEntries } from './entries.mjs';
import { relaxedWasmFile } from './wasm.mjs';

export const modulesFolder = 'dist/modules';

/**
 * The entries for bundlers. Before version 8, Vite's development server merges the .js entries of packages into files
 * elsewhere, from where neither the wasm nor the worker is found. It leaves alone packages whose entry is .jsx.
 */
const bundlerEntry = `// Not .js, so that Vite's development server does not move this package away from its wasm.
export * from './index.js';
`;

/** Adds what the compiler does not make, and takes away what bundlers warn of. */
export async function finishModules() {
  for (const path of filesBelow(modulesFolder).filter((name) => name.endsWith('.js'))) {
    const text = readFileSync(join(root, path), 'utf8');
    // In a module `this` is undefined.
    writeIfChanged(path, text.replace('(this && this.__decorate) || ', ''));
  }
  const generated = `${modulesFolder}/engine/generated`;
  const glue = readFileSync(join(root, 'web/engine/generated/module.js'), 'utf8');
  writeIfChanged(`${generated}/module.js`, (await esbuild.transform(glue)).code);
  // The wasm is there once, beside the complete bundles; what names it stands beside it.
  const assets = assetsSource(existsSync(join(root, relaxedWasmFile)), './modules/engine');
  const target = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
  const { outputText } = ts.transpileModule(assets, { compilerOptions: target });
  writeIfChanged('dist/assets.js', outputText);
  writeIfChanged(`${generated}/assets.js`, "export * from '../../../assets.js';\n");
  rmSync(join(root, generated, 'assets.js.map'));
  for (const source of Object.values({ ...elementEntries(), engine: 'web/engine/index.ts' })) {
    writeIfChanged(source.replace(/^web/, modulesFolder).replace(/\.ts$/, '.jsx'), bundlerEntry);
  }
  writeIfChanged(
    `${modulesFolder}/types-only.js`,
    '// Its declarations are all there is.\nexport {};\n',
  );
}
