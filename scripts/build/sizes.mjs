// The bytes that a visitor has to load, after gzip, against the budgets that CI enforces.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../lib/run.mjs';
import { entries } from './entries.mjs';
import { singleFile } from './single.mjs';
import { relaxedTrainingWasmFile, relaxedWasmFile, trainingWasmFile, wasmFile } from './wasm.mjs';

export const budgets = {
  wasm: 150_000,
  training: 230_000,
  /** The first with relaxed SIMD, which pages load only if they ask for it. */
  relaxed: 155_000,
  /** All that a page fetches until it is live, its trained model too: tests/browser/site measures it. */
  firstScreen: 430_000,
  workbench: 520_000,
};

const gzipSize = (file) => gzipSync(readFileSync(file), { level: 9 }).length;

/** [{ name, bytes, budget }] of the modules built: the first and the one that trains, each also relaxed if it is there. */
export function wasmSizes() {
  const files = [
    ['wasm', wasmFile, budgets.wasm],
    ['wasm, relaxed SIMD', relaxedWasmFile, budgets.relaxed],
    ['wasm, training', trainingWasmFile, budgets.training],
    ['wasm, training, relaxed SIMD', relaxedTrainingWasmFile, budgets.training],
  ];
  return files
    .filter(([, file]) => existsSync(join(root, file)))
    .map(([name, file, budget]) => ({ name, bytes: gzipSize(join(root, file)), budget }));
}

/** A script of `dist` with all that it imports before it runs. */
function withImports(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  const source = readFileSync(file, 'utf8');
  for (const [, path] of source.matchAll(/\b(?:from|import)"(\.[^"]+)"/g))
    withImports(join(file, '..', path), found);
  return found;
}

/** Prints the size of each entry of the package with what it imports, and of the modules, and which are over their budget. */
export function printSizes() {
  const scripts = Object.keys(entries()).map((name) => {
    const files = withImports(join(root, 'dist', `${name}.js`));
    const bytes = [...files].reduce((sum, file) => sum + gzipSize(file), 0);
    return { name: `dist/${name}.js, ${files.size} files`, bytes };
  });
  const raw = (statSync(join(root, singleFile)).size / 1000).toFixed(1);
  const single = { name: `${singleFile}, ${raw} kB raw`, bytes: gzipSize(join(root, singleFile)) };
  for (const { name, bytes, budget } of [...scripts, single, ...wasmSizes()]) {
    const kilobytes = (size) => `${(size / 1000).toFixed(1)} kB`;
    const limit = budget ? `of ${kilobytes(budget)}${bytes > budget ? '  OVER BUDGET' : ''}` : '';
    console.log(`  ${name.padEnd(58)} ${kilobytes(bytes).padStart(9)} gzip  ${limit}`);
  }
}
