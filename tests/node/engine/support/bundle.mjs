// The engine made afresh from web/engine, with the settings of the npm package: tests never meet an old dist/.

import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runEsbuild } from '../../../../scripts/build/bundle.mjs';
import { entries } from '../../../../scripts/build/entries.mjs';
import {
  relaxedTrainingWasmFile,
  relaxedWasmFile,
  trainingWasmFile,
  wasmFile,
} from '../../../../scripts/build/wasm.mjs';
import { root } from '../../../../scripts/lib/run.mjs';
import { knowRelaxedSimd, testsRelaxed } from './relaxed.mjs';

/**
 * Bundles into a folder of its own, removed when the process ends: { folder, url, wasm, trainingWasm }. The modules are
 * the strict ones, unless `simd` is 'relaxed', or the tests are run for these: then they stand in the place of the strict.
 */
export async function bundleEngine({
  entry = 'index',
  plugins = [],
  simd = testsRelaxed ? 'relaxed' : 'strict',
} = {}) {
  const isRelaxed = simd === 'relaxed';
  if (isRelaxed) knowRelaxedSimd();
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
  cpSync(join(root, isRelaxed ? relaxedWasmFile : wasmFile), wasm);
  const trainingWasm = join(folder, 'wasm/attention-playground-training.wasm');
  cpSync(join(root, isRelaxed ? relaxedTrainingWasmFile : trainingWasmFile), trainingWasm);
  const url = pathToFileURL(join(folder, `${entry}.js`)).href;
  return { folder, url, wasm, trainingWasm };
}
