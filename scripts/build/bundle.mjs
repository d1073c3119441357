// Step 3: the npm package's JavaScript. Shared code goes into one chunk, so that a page that uses both
// the API and the element still has one engine.

import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { root } from '../lib/run.mjs';
import { copyWasmTo } from './wasm.mjs';

export async function bundle() {
  removeBundles();
  await esbuild.build({
    entryPoints: {
      index: join(root, 'web/engine/index.ts'),
      element: join(root, 'web/elements/index.ts'),
      worker: join(root, 'web/engine/worker.ts'),
    },
    outdir: join(root, 'dist'),
    // Chunks lie beside the entries: an address relative to a module is the same in all of them.
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    // The engine reads its file with node:fs under Node; a browser never gets there.
    external: ['node:*'],
    legalComments: 'linked',
    logLevel: 'warning',
    tsconfig: join(root, 'tsconfig.base.json'),
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
