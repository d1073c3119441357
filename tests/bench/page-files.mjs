// The folder of the page that measures in Chromium: the built package, the peers' modules and one bundle.

import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = fileURLToPath(new URL('.', import.meta.url));
const folder = join(here, 'node_modules/.cache/page');

const wasmFiles = [
  'onnxruntime-web/dist/ort-wasm-simd-threaded.wasm',
  '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm',
];

export async function writePage() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(join(here, '../../dist'), join(folder, 'dist'), { recursive: true });
  for (const file of wasmFiles) {
    cpSync(join(here, 'node_modules', file), join(folder, file.split('/').at(-1)));
  }
  await build({
    entryPoints: [join(here, 'page.mjs')],
    outfile: join(folder, 'page.js'),
    bundle: true,
    format: 'esm',
    target: 'es2022',
    // Peers look for them only where they find themselves in Node.
    external: ['node:*'],
    logLevel: 'error',
  });
  const script = '<script type="module" src="page.js"></script>';
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><meta charset="utf-8" /><link rel="icon" href="data:," />${script}`,
  );
  return folder;
}
