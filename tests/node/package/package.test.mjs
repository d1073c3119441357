// The packed package: its files, its programs in Node, what esbuild and TypeScript make of it; packing takes long, so this is one
// file. What takes longer is in package.slow.test.mjs.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { mustRun, run } from '../../../scripts/lib/run.mjs';
import { filesBelow } from '../../../scripts/lib/files.mjs';
import { elementEntries, entries } from '../../../scripts/build/entries.mjs';
import { importedNames, installPacked } from './support/packed.mjs';

const program = `
import { load } from 'attention-playground';
const ap = await load();
const x = [[1, 3, 2], [1, 1, 3], [1, 2, 1]];
const { output, weights } = ap.scaledDotProductAttention({ query: x, key: x, value: x, scale: 1 });
console.log(JSON.stringify({ shape: output.shape, weight: weights.data[0] }));
`;

const page = `
import 'attention-playground/element';
import 'attention-playground/panels/scaling';
import { load, loadWorker } from 'attention-playground';
console.log(await load(), loadWorker());
`;

const refused = `
import { load } from 'attention-playground';
(await load()).softmax('three');
`;

/** The names by which `require` gets something: the worker is a module. */
const required = [
  '',
  '/element',
  '/step',
  '/lessons',
  '/panels/scaling',
  '/jsx',
  '/vue',
  '/svelte',
];

const commonJs = `
const all = ${JSON.stringify(required)}.map((name) => require('attention-playground' + name));
(async () => {
  const { load } = await import('attention-playground');
  const ap = await all[0].load();
  const own = await all[0].load({ training: true });
  console.log(JSON.stringify({
    isOne: all[0].load === load,
    shares: [...ap.softmax([1, 1]).data],
    trains: typeof own.trainer,
    element: typeof all[1].AttentionPlaygroundElement,
  }));
})();
`;

const bundled = (options) => `
import { load } from 'attention-playground';
load(${options}).then(
  (ap) => console.log(ap.softmax([1, 1]).shape),
  ({ code, argument, message }) => console.log([code, argument, message].join(' | ')),
);
`;

describe('the packed package', async () => {
  let folder;
  let installed;
  before(async () => ({ folder, installed } = await installPacked()));

  const runFile = (name, text, flags) => {
    writeFileSync(join(folder, name), text);
    return run(process.execPath, [...flags, name], { cwd: folder, quiet: true });
  };
  const node = (text, ...flags) => runFile('use.mjs', text, flags);

  test('has every file that its exports name, and its manifest', () => {
    const { exports, customElements } = JSON.parse(readFileSync(join(installed, 'package.json')));
    const pathsOf = (entry) =>
      typeof entry === 'string' ? [entry] : Object.values(entry).flatMap(pathsOf);
    for (const path of [...pathsOf(exports), customElements]) {
      const name = path.includes('/panels/') ? 'positional-encoding' : 'attention-playground.wasm';
      assert.ok(existsSync(join(installed, path.replace('*', name))), path);
    }
  });

  test('holds nothing but what is used: no sources, no tests, each wasm once', async () => {
    for (const path of ['src', 'web', 'tests', 'scripts']) {
      assert.ok(!existsSync(join(installed, path)), path);
    }
    const found = await mustRun('find', [installed, '-name', 'attention-playground.wasm'], {
      quiet: true,
    });
    assert.equal(found.trim().split('\n').length, 1, found);
  });

  test('computes "I am good" in Node', async () => {
    const { code, output } = await node(program);
    assert.equal(code, 0, output);
    const { shape, weight } = JSON.parse(output);
    assert.deepEqual(shape, [3, 3]);
    assert.ok(Math.abs(weight - 0.975559) < 1e-6, String(weight));
  });

  test('an error in Node shows lines that can be read, and with source maps those of the sources', async () => {
    const { code, output } = await node(refused);
    assert.notEqual(code, 0);
    for (const line of output.split('\n')) assert.ok(line.length < 200, line.slice(0, 300));
    const mapped = await node(refused, '--enable-source-maps');
    assert.match(mapped.output, /web\/engine\/\w+\.ts:\d+/);
  });

  // Both builds: the readable modules by name, the complete bundles by path.
  const bundles = Object.keys(entries()).map(
    (name) => `./node_modules/attention-playground/dist/${name}.js`,
  );
  for (const names of [importedNames, () => bundles]) {
    test(`importing ${names === importedNames ? 'each entry' : 'each bundle'} where there is no DOM does nothing`, async () => {
      const all = await names(installed);
      // React's components need React: tests/hosts has it.
      const withoutReact = all.filter((name) => !name.endsWith('/react'));
      const imports = withoutReact.map((name) => `await import('${name}');`);
      const { code, output } = await node(imports.join('\n'));
      assert.equal(output, '');
      assert.equal(code, 0);
    });
  }

  // The second is how Jest reads it, and Node before it could require modules.
  for (const [name, flags] of [
    ['the engine that `import` gets', []],
    ['an engine of CommonJS where it gets no modules', ['--no-experimental-require-module']],
  ]) {
    test(`\`require\` gets ${name}`, async () => {
      const { code, output } = await runFile('use.cjs', commonJs, flags);
      assert.equal(code, 0, output);
      const isOne = flags.length === 0;
      const found = { isOne, shares: [0.5, 0.5], trains: 'function', element: 'function' };
      assert.deepEqual(JSON.parse(output), found);
    });
  }

  test('`require` of an element is an error on a page that could show it', async () => {
    const page = 'globalThis.document = {}; globalThis.ResizeObserver = class {};';
    const program = (more) => `${page}${more}\nrequire('attention-playground/element');`;
    const flag = '--no-experimental-require-module';
    const drawn = 'globalThis.CanvasRenderingContext2D = class {};';
    const refused = await runFile('use.cjs', program(drawn), [flag]);
    assert.match(
      refused.output,
      /require\(\) gets no elements. Write import "attention-playground/,
    );
    const { code, output } = await runFile('use.cjs', program(''), [flag]);
    assert.equal(code, 0, output);
    assert.match(output, /^attention-playground: no elements here, .*\n$/);
  });

  test('a CommonJS bundle says what it lacks, and works with it', async () => {
    const wasm = pathToFileURL(join(installed, 'dist/wasm/attention-playground.wasm')).href;
    const model = `
import { fetchModel } from './node_modules/attention-playground/lib/modules/learned/learned.js';
fetchModel('sort').catch(({ code, argument }) => console.log(code, argument));`;
    const programs = [
      [
        bundled(''),
        /^missing \| wasmUrl \| wasmUrl: none, as a script that is no module .*wasmModule/,
      ],
      [bundled(JSON.stringify({ wasmUrl: wasm })), /^\[ 2 \]/],
      [model, /^missing parameters$/m],
    ];
    for (const [contents, expected] of programs) {
      const { outputFiles } = await esbuild.build({
        stdin: { contents, resolveDir: folder },
        bundle: true,
        format: 'cjs',
        platform: 'node',
        write: false,
        logLevel: 'silent',
      });
      const { output } = await runFile('server.cjs', outputFiles[0].text, []);
      assert.match(output, expected);
    }
  });

  test('Node reads shipped models from the disk', async () => {
    const { code, output } = await node(`
import { fetchModel } from './node_modules/attention-playground/lib/modules/learned/learned.js';
console.log((await fetchModel('sort')).length);`);
    assert.equal(code, 0, output);
    assert.equal(Number(output), statSync(join(installed, 'dist/models/sort.safetensors')).size);
  });

  test('readable modules have source maps with their sources, and import Lit', () => {
    const folder_ = join(installed, 'lib/modules');
    const entry = readFileSync(join(folder_, 'playground/attention-playground.js'), 'utf8');
    assert.match(entry, /from 'lit'/);
    assert.ok(entry.split('\n').every((line) => line.length < 200));
    const map = JSON.parse(readFileSync(join(folder_, 'playground/attention-playground.js.map')));
    assert.match(map.sourcesContent[0], /export class AttentionPlaygroundElement/);
  });

  test('what has side effects says so: bundlers drop no element and no text', () => {
    const { sideEffects } = JSON.parse(readFileSync(join(installed, 'package.json')));
    const patterns = sideEffects.map(
      (glob) =>
        new RegExp(
          `^${glob
            .replace(/\./g, '\\.')
            .replace(/\*\*/g, '.+')
            .replace(/(?<!\.)\*/g, '[^/]*')}$`,
        ),
    );
    const modules = filesBelow('lib/modules').filter((path) => path.endsWith('.js'));
    const acts = /^define\(|^if \(|^import '/m;
    const acting = modules.filter((path) => acts.test(readFileSync(path, 'utf8')));
    assert.ok(acting.length > Object.keys(elementEntries()).length);
    for (const path of acting) {
      assert.ok(
        patterns.some((pattern) => pattern.test(`./${path}`)),
        path,
      );
    }
    assert.ok(!patterns.some((pattern) => pattern.test('./lib/modules/engine/module/load.js')));
  });

  test('esbuild bundles it with the line of the guide, without a warning', async () => {
    writeFileSync(join(folder, 'main.js'), page);
    const outdir = join(folder, 'out-esbuild');
    const { warnings } = await esbuild.build({
      absWorkingDir: folder,
      entryPoints: { main: 'main.js', worker: 'attention-playground/worker' },
      bundle: true,
      splitting: true,
      format: 'esm',
      outdir,
      logLevel: 'silent',
    });
    assert.deepEqual(warnings, []);
    const text = readdirSync(outdir).map((name) => readFileSync(join(outdir, name), 'utf8'));
    // Everything lies beside the bundle: the worker as a second entry, and copies of dist/wasm, dist/fonts, dist/models and the
    // single script.
    for (const [, address] of text
      .join('\n')
      .matchAll(/new URL\("([^"]+)", import\.meta\.url\)/g)) {
      const copied = address.replace(
        /^\.\/(?=(wasm|fonts|models)\/|attention-playground\.single\.txt$)/,
        '../node_modules/attention-playground/dist/',
      );
      assert.ok(existsSync(join(outdir, copied)), address);
    }
    const registered = new Set(text.join('\n').match(/define\("[\w-]+"/g));
    for (const tag of ['attention-playground', 'scaling-study', 'ap-stage', 'ap-figure']) {
      assert.ok(registered.has(`define("${tag}"`), tag);
    }
  });

  test('an import of the API alone leaves the elements out', async () => {
    const { outputFiles } = await esbuild.build({
      absWorkingDir: folder,
      stdin: { contents: "export { load } from 'attention-playground';", resolveDir: folder },
      bundle: true,
      format: 'esm',
      write: false,
    });
    assert.ok(!outputFiles[0].text.includes('customElements'));
  });

  test('its types name no package', () => {
    const text = readFileSync(join(installed, 'lib/types/element.d.ts'), 'utf8');
    assert.ok(
      [...text.matchAll(/(?:from |import\()'([^']+)'/g)].every(([, from]) => from.startsWith('./')),
    );
  });
});
