// The bytes that a visitor has to load, after gzip, against the budgets that CI enforces.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { panelNames } from './entries.mjs';
import { siteFolder } from './site.mjs';
import { relaxedTrainingWasmFile, relaxedWasmFile, trainingWasmFile, wasmFile } from './wasm.mjs';
import { root } from '../lib/run.mjs';

export const budgets = {
  wasm: 150_000,
  training: 230_000,
  /** Of a layer of random parameters. */
  firstView: 430_000,
  /** Of the page as it opens, on a trained model, with that. */
  learnedView: 520_000,
};

export function gzipSize(file) {
  return gzipSync(readFileSync(file), { level: 9 }).length;
}

/** [{ name, bytes, budget }] of the modules built: the first and the one that trains, each also relaxed if it is there. */
export function wasmSizes() {
  const files = [
    ['wasm', wasmFile, budgets.wasm],
    ['wasm, relaxed SIMD', relaxedWasmFile, budgets.wasm],
    ['wasm, training', trainingWasmFile, budgets.training],
    ['wasm, training, relaxed SIMD', relaxedTrainingWasmFile, budgets.training],
  ];
  return files
    .filter(([, file]) => existsSync(join(root, file)))
    .map(([name, file, budget]) => ({ name, bytes: gzipSize(join(root, file)), budget }));
}

// Loaded only on demand: the site's search, the worker for long sequences, the other steps and their face of formulas, the
// memory of a view, what to look at in an example, right beside wrong, the tools of a
// figure, the other views of weights, the settings, the walk as a program, gradients, the module for training, the styles of
// prose.
const onDemand =
  /LocalSearch|localSearch|worker|training|\/(more-steps|ap-math|memory|examples|fault|right|tools|weights|settings-panel|cell-editor|program|downhill|texts|prose)[.-]/;
// Loaded with a trained model: the map of its Transformer, what is said of it, and its own file, if it is the one that is opened.
const withModel = /\/(map|strip|learned)[.-]|\/referent-emergent[.-]\w+\.safetensors$/;

/** Scripts, styles and modules that the text of a file names, as paths in the site. */
function references(text, path, base) {
  const names = text.matchAll(/["'`(]([^"'`()\s]+\.(?:js|css|wasm|woff2|safetensors))["'`)]/g);
  const here = new URL(path, 'http://site/');
  return [...names]
    .map(([, name]) => new URL(name, here).pathname.slice(1))
    .map((name) => (`/${name}`.startsWith(base) ? name.slice(base.length - 1) : name));
}

/**
 * The files that the first page can request by itself, each with its size: an upper bound, as everything
 * that its scripts name is counted, with a trained model if `learned`. The tests measure what a browser really loads.
 */
export function staticFirstView(siteFolder, { page = 'index.html', learned = false } = {}) {
  const base = process.env.SITE_BASE ?? '/';
  const seen = new Map();
  const visit = (path) => {
    const file = join(siteFolder, path);
    const isOfModel = withModel.test(`/${path}`);
    const isLater = isOfModel ? !learned : onDemand.test(path) || path.endsWith('.safetensors');
    if (seen.has(path) || isLater || !existsSync(file)) return;
    seen.set(path, gzipSize(file));
    if (/\.(wasm|woff2|safetensors)$/.test(path)) return;
    for (const name of references(readFileSync(file, 'utf8'), path, base)) visit(name);
  };
  visit(page);
  // A browser loads either the strict or the relaxed module, and one language: the larger one counts.
  for (const either of [/\.wasm$/, /\/(english|chinese)[.-]/]) {
    const files = [...seen].filter(([path]) => either.test(path));
    for (const [path] of files.sort(([, a], [, b]) => b - a).slice(1)) seen.delete(path);
  }
  return seen;
}

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

/** npm run sizes: what is built, [{ name, bytes, budget? }]. */
function sizes() {
  const dist = join(root, 'dist');
  const scripts = readdirSync(dist).filter((name) => name.endsWith('.js'));
  const files = [...scripts, ...panelNames().map((name) => `panels/${name}.js`)];
  const rows = files.map((name) => ({ name: `dist/${name}`, bytes: gzipSize(join(dist, name)) }));
  const view = (name, budget, options) => {
    const parts = [...staticFirstView(siteFolder, options).values()];
    return { name, bytes: parts.reduce((sum, size) => sum + size, 0), budget };
  };
  return [
    ...rows,
    ...wasmSizes(),
    view('first view, at most', budgets.firstView, {}),
    view('first view with its model, at most', budgets.learnedView, { learned: true }),
  ];
}

/** Prints the sizes, and which are over their budget. */
export function printSizes() {
  for (const { name, bytes, budget } of sizes()) {
    const limit = budget ? `of ${kilobytes(budget)}${bytes > budget ? '  OVER BUDGET' : ''}` : '';
    console.log(`  ${name.padEnd(36)} ${kilobytes(bytes).padStart(9)} gzip  ${limit}`);
  }
}
