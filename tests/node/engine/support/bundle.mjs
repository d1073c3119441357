// The engine made afresh from web/engine, with the settings of the npm package: tests never meet an old dist/.

import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runEsbuild } from '../../../../scripts/build/bundle.mjs';
import { entries } from '../../../../scripts/build/entries.mjs';
import { trainingWasmFile, wasmFile } from '../../../../scripts/build/wasm.mjs';
import { root } from '../../../../scripts/lib/run.mjs';

/** Bundles into a folder of its own, removed when the process ends: { folder, url, wasm, trainingWasm }. */
export async function bundleEngine({ entry = 'index', plugins = [] } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'attention-engine-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  await runEsbuild({
    entryPoints: { [entry]: join(root, entries()[entry]) },
    outdir: folder,
    minify: true,
    target: 'es2022',
    plugins,
  });
  const wasm = join(folder, 'wasm/attention-playground.wasm');
  cpSync(join(root, wasmFile), wasm);
  const trainingWasm = join(folder, 'wasm/attention-playground-training.wasm');
  cpSync(join(root, trainingWasmFile), trainingWasm);
  const url = pathToFileURL(join(folder, `${entry}.js`)).href;
  return { folder, url, wasm, trainingWasm };
}
