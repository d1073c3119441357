// Step 4: what bundlers, Node and editors read: the readable modules, the declarations of types, and the manifest of the
// elements.

import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import * as prettier from 'prettier';
import { mustRun, root } from '../lib/run.mjs';
import { writeIfChanged } from '../lib/files.mjs';
import { namedModules } from './declarations.mjs';
import { elementEntries } from './entries.mjs';
import { elementDeclaration } from './element-types.mjs';
import { jsxDeclaration, svelteDeclaration, vueDeclaration } from './framework-types.mjs';
import { isWhole } from './last-types.mjs';
import { manifestOf, readElements } from './manifest.mjs';
import { finishModules, modulesFolder } from './modules.mjs';

/** Entries with nothing but types. */
const frameworks = { jsx: jsxDeclaration, vue: vueDeclaration, svelte: svelteDeclaration };

const tsc = 'node_modules/typescript/bin/tsc';
/** What the compiler declares, of which the package gets what its entries lead to. */
const compiled = join(root, 'build/types');
const types = join(root, 'dist/types');
const modules = join(root, modulesFolder);

export async function buildTypes() {
  rmSync(types, { recursive: true, force: true });
  // The compiler writes again only what has changed, unless there is nothing that it could go on with.
  if (!isWhole({ sources: join(root, 'web'), modules, declarations: compiled })) {
    for (const folder of [compiled, modules]) rmSync(folder, { recursive: true, force: true });
  }
  await mustRun(process.execPath, [tsc, '-p', 'tsconfig.package.json'], { quiet: true });
  await finishModules();
  const elements = await readElements(compiled);
  for (const element of elements) {
    const text = elementDeclaration(element, compiled);
    await writeFormatted(`build/types/${element.entry}.d.ts`, text);
  }
  for (const [name, declarationOf] of Object.entries(frameworks)) {
    await writeFormatted(`build/types/${name}.d.ts`, declarationOf(elements));
  }
  copyDeclarations();
  writeIfChanged('dist/custom-elements.json', manifestOf(elements));
}

async function writeFormatted(path, text) {
  const options = await prettier.resolveConfig(join(root, path));
  writeIfChanged(path, await prettier.format(text, { ...options, filepath: path }));
}

/** Brands are for our own checks: in the package a computed number is a number. */
const withoutBrands = {
  'engine/types/computed.d.ts': `/** A number that a kernel computed. */
export type Computed = number;
export type Numbers = Float32Array;
export type Doubles = Float64Array;
`,
};

/** Copies the declarations that an entry leads to. */
function copyDeclarations() {
  const names = Object.keys({ ...elementEntries(), ...frameworks });
  const roots = ['engine/index', 'engine/worker/worker', ...names];
  const seen = new Set(roots.map((name) => join(compiled, `${name}.d.ts`)));
  for (const path of seen) {
    const copy = path.replace(compiled, types);
    mkdirSync(dirname(copy), { recursive: true });
    const plain = withoutBrands[relative(compiled, path)];
    if (plain) writeFileSync(copy, plain);
    else copyFileSync(path, copy);
    for (const named of namedModules(path)) seen.add(named);
  }
}
