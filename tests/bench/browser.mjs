// The run in Debian's Chromium. The page is not cross-origin isolated, as few pages are: with isolation
// jax-js would use all cores. The clock is coarser for it (0.1 ms), which turns of 20 ms make good.

import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { openSite } from '../browser/support/site.mjs';
import { processor, versions } from './node.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));
const folder = join(here, 'node_modules/.cache/page');

const wasmFiles = [
  'onnxruntime-web/dist/ort-wasm-simd-threaded.wasm',
  '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm',
];

async function writePage() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true });
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
}

export async function runInBrowser({ onRecord, onProblem, ...options }) {
  await writePage();
  const site = await openSite({ folder });
  try {
    const page = await site.newPage();
    await page.exposeFunction('reportRecord', onRecord);
    await page.exposeFunction('reportProblem', onProblem);
    await page.goto(site.url);
    await page.waitForFunction(() => globalThis.runBench !== undefined);
    const run = await page.evaluate((given) => globalThis.runBench(given), {
      ...options,
      versions,
    });
    for (const problem of page.problems) onProblem(problem);
    const platform = `Chromium ${site.browser.version()}`;
    return { processor: processor(), platform, ...run };
  } finally {
    await site.close();
  }
}
