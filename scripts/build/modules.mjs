// lib/modules: what Node and bundlers read, one readable module for each source, with Lit as a dependency. The compiler makes
// them; this is the rest.

import { copyFileSync, cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import * as esbuild from 'esbuild';
import ts from 'typescript';
import { root } from '../lib/run.mjs';
import { filesBelow, writeIfChanged } from '../lib/files.mjs';
import { elementEntries } from './entries.mjs';
import { componentName, reactModule } from './react.mjs';
import { glueFile } from './wasm.mjs';

export const modulesFolder = 'lib/modules';

/**
 * The entries for bundlers. Before version 8, Vite's development server merges the .js entries of packages into files
 * elsewhere, from where neither the wasm nor the worker is found. It leaves alone packages whose entry is .jsx.
 */
const bundlerEntry = (
  exported,
  name,
) => `// Not .js, so that Vite's development server does not move this package away from its wasm.
export ${exported} from './${name}.js';
`;

/** Sources that say where a file lies, and what they are called beside those files, in `dist`. */
export const outside = {
  'web/engine/generated/assets.ts': 'assets.js',
  'web/kit/formulas/math-font-file.ts': 'fonts.js',
  'web/learned/model-files.ts': 'models.js',
  'web/playground/take/script-file.ts': 'script.js',
};

/** The wasm and the font are there once, beside the complete bundles; what names them stands beside them. */
function standOutside(name, source, module) {
  const target = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
  const { outputText } = ts.transpileModule(source, { compilerOptions: target });
  writeIfChanged(`dist/${name}`, outputText);
  const up = relative(dirname(module), 'dist').split(sep).join('/');
  writeIfChanged(module, `export * from '${up}/${name}';\n`);
  rmSync(join(root, `${module}.map`), { force: true });
}

/** The glue decodes texts where Jest has put a DOM without TextDecoder, as `textIn` does (web/engine/module/utf8.ts). */
const inAnyDom = (glue) =>
  glue.replace(
    /\bnew TextDecoder\b/g,
    "new (globalThis.TextDecoder ?? process.getBuiltinModule('node:util').TextDecoder)",
  );

const compiled = join(root, 'build/modules');
const sourceOf = (path) =>
  path.replace(compiled, join(root, 'web')).replace(/\.js(\.map)?$/, '.ts');

/** Takes what the compiler has made of the sources that there are, without what bundlers warn of, and adds the rest. */
export async function makeModules() {
  rmSync(join(root, modulesFolder), { recursive: true, force: true });
  const filter = (path) => existsSync(sourceOf(path));
  cpSync(compiled, join(root, modulesFolder), { recursive: true, filter });
  for (const path of filesBelow(modulesFolder).filter((name) => name.endsWith('.js'))) {
    const text = readFileSync(join(root, path), 'utf8');
    // In a module `this` is undefined.
    writeIfChanged(path, text.replace('(this && this.__decorate) || ', ''));
  }
  const generated = `${modulesFolder}/engine/generated`;
  const glue = readFileSync(join(root, glueFile), 'utf8');
  writeIfChanged(`${generated}/module.js`, (await esbuild.transform(inAnyDom(glue))).code);
  for (const [source, name] of Object.entries(outside)) {
    const module = source.replace(/^web/, modulesFolder).replace(/\.ts$/, '.js');
    standOutside(name, readFileSync(join(root, source), 'utf8'), module);
  }
  for (const source of Object.values({ ...elementEntries(), engine: 'web/engine/index.ts' })) {
    writeIfChanged(
      source.replace(/^web/, modulesFolder).replace(/\.ts$/, '.jsx'),
      bundlerEntry('*', 'index'),
    );
  }
  writeIfChanged(
    `${modulesFolder}/types-only.js`,
    '// Its declarations are all there is.\nexport {};\n',
  );
  const instead = 'server-component.js';
  copyFileSync(join(root, 'scripts/build', instead), join(root, modulesFolder, instead));
}

/** The components of React, which need the elements' names. */
export function addReact(elements) {
  writeIfChanged(`${modulesFolder}/react.js`, reactModule(elements));
  // Next knows no `export *` of what is the browser's.
  const names = elements.map(({ declaration: { tagName } }) => componentName(tagName));
  const exported = `{ ${names.join(', ')} }`;
  writeIfChanged(`${modulesFolder}/react.jsx`, bundlerEntry(exported, 'react'));
}
