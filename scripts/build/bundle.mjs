// Step 3: the npm package's JavaScript. Shared code goes into one chunk, so that a page that uses both
// the API and the element still has one engine.

import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { Failure, root } from '../lib/run.mjs';
import { copyWasmTo } from './wasm.mjs';

/** esbuild prints its own errors; a stack trace would only hide them. */
export async function runEsbuild(options) {
  try {
    await esbuild.build({
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

/** Names of the panels: each is a separate entry, loaded only by the pages that show it. */
export function panelNames() {
  return readdirSync(join(root, 'web/panels'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .filter((name) => existsSync(join(root, 'web/panels', name, 'index.ts')));
}

export async function bundle() {
  removeBundles();
  await runEsbuild({
    entryPoints: {
      index: join(root, 'web/engine/index.ts'),
      element: join(root, 'web/playground/index.ts'),
      worker: join(root, 'web/engine/worker.ts'),
      ...Object.fromEntries(
        panelNames().map((name) => [
          `panels/${name}`,
          join(root, 'web/panels', name, 'index.ts'),
        ]),
      ),
    },
    outdir: join(root, 'dist'),
    // Chunks lie beside `index.js`, as do all modules that load a file by a relative address.
    chunkNames: '[name]-[hash]',
    splitting: true,
    minify: true,
    target: 'es2022',
    // The engine reads its file with node:fs under Node; a browser never reaches that.
    external: ['node:*'],
    legalComments: 'linked',
  });
  copyWasmTo('dist');
}

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
    if (name !== 'types') rmSync(join(dist, name), { recursive: true });
  }
}
