// Step 4: what bundlers, Node and editors read: the readable modules, the declarations of types, and the manifest of the
// elements.

import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import * as prettier from 'prettier';
import ts from 'typescript';
import { mustRun, root } from '../lib/run.mjs';
import { writeIfChanged } from '../lib/files.mjs';
import { elementDeclarations, elementsDeclaration } from './element-types.mjs';
import { bundleCommand } from './command.mjs';
import { makeCommonJs } from './commonjs.mjs';
import { manifestOf, readElements } from './elements.mjs';
import { elementEntries } from './entries.mjs';
import { addReact, makeModules } from './modules.mjs';
import { reactDeclaration } from './react.mjs';

/** What the compiler declares, of which the package gets what its entries lead to. */
const compiled = join(root, 'build/types');
const types = join(root, 'lib/types');

export async function buildTypes() {
  // The compiler writes again only what has changed.
  const tsc = 'node_modules/typescript/bin/tsc';
  await mustRun(process.execPath, [tsc, '-p', 'tsconfig.package.json'], { quiet: true });
  await makeModules();
  const elements = await readElements(compiled);
  addReact(elements);
  for (const entry of Object.keys(elementEntries())) {
    const own = elements.filter((element) => element.entry === entry);
    await declare(entry, elementDeclarations(entry, own, compiled));
  }
  await declare('elements', elementsDeclaration(elements));
  await declare('react', reactDeclaration(elements));
  cpSync(join(root, 'scripts/build/frameworks'), compiled, { recursive: true });
  copyDeclarations([
    'engine/index',
    'engine/worker/worker',
    ...Object.keys(elementEntries()),
    'jsx',
    'react',
    'vue',
    'svelte',
  ]);
  await makeCommonJs(elements);
  await bundleCommand();
  writeIfChanged('dist/custom-elements.json', manifestOf(elements));
}

async function declare(name, text) {
  const filepath = `build/types/${name}.d.ts`;
  const options = await prettier.resolveConfig(join(root, filepath));
  writeIfChanged(filepath, await prettier.format(text, { ...options, filepath }));
}

/** Brands are for our own checks: in the package a computed number is a number. */
const withoutBrands = {
  'engine/types/computed.d.ts': `/** A number that a kernel computed. */
export type Computed = number;
export type Numbers = Float32Array;
export type Doubles = Float64Array;
`,
};

/** Copies declarations and all that they lead to. */
function copyDeclarations(names) {
  rmSync(types, { recursive: true, force: true });
  const found = new Set(names.map((name) => join(compiled, `${name}.d.ts`)));
  for (const path of found) {
    const copy = path.replace(compiled, types);
    mkdirSync(dirname(copy), { recursive: true });
    const plain = withoutBrands[relative(compiled, path)];
    if (plain) writeFileSync(copy, plain);
    else copyFileSync(path, copy);
    const { importedFiles } = ts.preProcessFile(readFileSync(path, 'utf8'), true, true);
    for (const { fileName } of importedFiles)
      if (fileName.startsWith('.'))
        found.add(join(dirname(path), fileName).replace(/\.js$/, '.d.ts'));
  }
}
