// Step 3: what pages without a bundler load: dist/, complete and minified. Shared code goes into one chunk, so that a page
// that uses both the API and the element still has one engine.

import { cpSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as esbuild from 'esbuild';
import { Failure, root } from '../lib/run.mjs';
import { fileOf, shipped } from '../train/tasks.mjs';
import { fewChunks } from './chunks.mjs';
import { entries } from './entries.mjs';
import { fillPython } from './python.mjs';
import { bundleSingle } from './single.mjs';
import { copyWasmTo } from './wasm.mjs';

/** The face of formulas and its licence; bundles look for it in `fonts` beside them. */
export const mathFontFolder = 'web/kit/formulas/fonts';

/** esbuild prints its own errors; a stack trace would only hide them. */
export async function runEsbuild(options) {
  try {
    return await esbuild.build({
      bundle: true,
      format: 'esm',
      logLevel: 'warning',
      tsconfig: join(root, 'tsconfig.base.json'),
      // package.json's `sideEffects` is about the published files; the sources import modules for their side effects:
      // elements register themselves, texts add themselves.
      ignoreAnnotations: true,
      ...options,
    });
  } catch (error) {
    throw error.errors ? new Failure('The JavaScript does not bundle: see above') : error;
  }
}

export async function bundle() {
  removeBundles();
  const entryPoints = Object.fromEntries(
    Object.entries(entries()).map(([name, source]) => [name, join(root, source)]),
  );
  const options = {
    entryPoints,
    outdir: join(root, 'dist'),
    absWorkingDir: root,
    // Chunks lie beside `index.js`, as do all modules that load a file by a relative address.
    chunkNames: '[name]-[hash]',
    splitting: true,
    minify: true,
    target: 'es2022',
    inject: [join(root, 'scripts/build/without-dom.js')],
    legalComments: 'linked',
  };
  const { metafile } = await runEsbuild({ ...options, metafile: true, write: false });
  await runEsbuild({ ...options, plugins: [fewChunks(metafile, Object.values(entryPoints))] });
  await bundleSingle(runEsbuild);
  copyWasmTo('dist');
  cpSync(join(root, mathFontFolder), join(root, 'dist/fonts'), { recursive: true });
  for (const name of shipped)
    cpSync(fileOf(name), join(root, 'dist/models', basename(fileOf(name))));
  await fillPython();
}

const madeByTypes = new Set([
  'assets.js',
  'fonts.js',
  'models.js',
  'script.js',
  'custom-elements.json',
]);

/** Chunks carry a hash in their names, so those of an earlier build would stay. */
function removeBundles() {
  const dist = join(root, 'dist');
  let names = [];
  try {
    names = readdirSync(dist);
  } catch {
    return;
  }
  for (const name of names) {
    if (!madeByTypes.has(name)) rmSync(join(dist, name), { recursive: true });
  }
}
