// The packed package in Vite, without a setting of its user, and without a browser (tests/hosts opens the pages); what publint
// and “Are the types wrong?” say about it; and its types wherever TypeScript looks for them.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { before, describe, test } from 'node:test';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { build, createLogger, createServer } from 'vite';
import { root } from '../../../scripts/lib/run.mjs';
import { importedNames, installPacked } from './support/packed.mjs';
import {
  commonJs,
  compile,
  install,
  plain,
  react,
  resolutions,
  standIns,
  svelte,
  vue,
  withoutDom,
} from './support/types.mjs';

const main = `
import 'attention-playground/element';
import 'attention-playground/panels/scaling';
import { load, loadWorker } from 'attention-playground';
console.log(await load(), loadWorker());
`;
const isWasm = (bytes) => Buffer.from(bytes).subarray(0, 4).equals(Buffer.from('\0asm'));

/** Vite's logger, its warnings kept in a list. */
function keptWarnings(warnings) {
  const logger = createLogger('silent');
  const keep = (message) => warnings.push(message);
  return { ...logger, warn: keep, warnOnce: keep, error: keep };
}

describe('the packed package', () => {
  let folder;
  let installed;
  let tarball;
  before(async () => {
    const packed = await installPacked();
    ({ folder, installed } = packed);
    tarball = new Uint8Array(readFileSync(packed.tarball));
    writeFileSync(join(folder, 'main.js'), main);
    writeFileSync(join(folder, 'index.html'), '<script type="module" src="/main.js"></script>');
  });

  test("Vite's development server finds the wasm and the worker", async () => {
    const warnings = [];
    const customLogger = keptWarnings(warnings);
    const server = await createServer({
      root: folder,
      configFile: false,
      customLogger,
      server: { port: 0, host: '127.0.0.1' },
    });
    await server.listen();
    const origin = server.resolvedUrls.local[0];
    const get = (path, from = origin) => fetch(new URL(path, from));
    try {
      // Follows the imports as a browser does, to the module with an address.
      const follow = async (path, pattern) => {
        const seen = new Set();
        const visit = async (url) => {
          if (seen.has(url)) return undefined;
          seen.add(url);
          const text = await (await fetch(url)).text();
          const address = text.match(pattern)?.[1];
          if (address) return new URL(address, url);
          for (const [, next] of text.matchAll(/(?:from|import)\s*\(?["']([./][^"']+)["']/g)) {
            const found = await visit(new URL(next, url).href);
            if (found) return found;
          }
          return undefined;
        };
        return visit(new URL(path, origin).href);
      };
      const wasm = await follow('main.js', /new URL\(['"]([^'"]+\.wasm)['"]/);
      assert.ok(isWasm(await (await get(wasm)).arrayBuffer()), String(wasm));
      const worker = await follow(
        'main.js',
        /new URL\(\s*(?:\/\*.*?\*\/\s*)?['"]([^'"]*worker\.js[^'"]*)['"]/,
      );
      const script = await get(worker);
      assert.match(script.headers.get('content-type'), /javascript/);
      assert.match(await script.text(), /addEventListener/);
    } finally {
      await server.close();
    }
    assert.deepEqual(warnings, []);
  });

  test("Vite's production build has each wasm once, the worker, and no warning", async () => {
    const warnings = [];
    const customLogger = keptWarnings(warnings);
    const outDir = join(folder, 'out');
    await build({
      root: folder,
      configFile: false,
      customLogger,
      build: { outDir, target: 'es2022' },
    });
    const files = readdirSync(join(outDir, 'assets'));
    const wasm = files.filter((name) => name.endsWith('.wasm'));
    for (const built of readdirSync(join(installed, 'dist/wasm'))) {
      const once = new RegExp(`^${basename(built, '.wasm')}-[\\w-]{8}\\.wasm$`);
      assert.equal(wasm.filter((name) => once.test(name)).length, 1, `${built} in ${files}`);
    }
    for (const name of wasm) assert.ok(isWasm(readFileSync(join(outDir, 'assets', name))));
    assert.equal(files.filter((name) => name.endsWith('.font')).length, 1, String(files));
    assert.ok(
      files.some((name) => /^worker-.*\.js$/.test(name)),
      String(files),
    );
    assert.deepEqual(warnings, []);
  });

  test('publint finds nothing', async () => {
    const { messages, pkg } = await publint({ pack: { tarball: tarball.buffer }, strict: true });
    assert.deepEqual(
      messages.map((message) => formatMessage(message, pkg)),
      [],
    );
  });

  test('its types are found and right, for ES modules and CommonJS in Node and for bundlers', async () => {
    const names = await importedNames(installed);
    const entrypoints = names.map((name) => name.replace('attention-playground', '.'));
    const { problems } = await checkPackage(createPackageFromTarballData(tarball), { entrypoints });
    // The worker is a module, which is nobody's to require, and the resolution of Node 10 knows no exports.
    const accepted = ({ kind, resolutionKind, entrypoint }) =>
      resolutionKind === 'node10' || (kind === 'CJSResolvesToESM' && entrypoint === './worker');
    assert.deepEqual(
      problems.filter((problem) => !accepted(problem)),
      [],
    );
    assert.ok(
      problems.some(({ kind }) => kind === 'CJSResolvesToESM'),
      'it was looked at',
    );
  });

  for (const resolution of resolutions) {
    test(`its types are found with ${resolution[1]} resolution, nothing else installed`, () =>
      compile(folder, { 'use.ts': plain }, resolution));
  }

  test('the types of the engine need neither those of the DOM nor those of Node', async () => {
    symlinkSync(join(root, 'node_modules/@types'), join(folder, 'node_modules/@types'));
    for (const types of [[], ['node']])
      await compile(folder, { 'node.mts': withoutDom, 'node.cts': withoutDom }, resolutions[1], {
        lib: ['ES2022'],
        types,
      });
  });

  test('CommonJS gets the same types', () =>
    compile(folder, { 'common.cts': commonJs }, resolutions[1]));

  test('they are found in JSX, Vue and Svelte, too', async () => {
    install(folder, standIns);
    symlinkSync(join(root, 'node_modules/vue'), join(folder, 'node_modules/vue'));
    const programs = { 'react.tsx': react, 'svelte.ts': svelte, 'vue.ts': vue };
    for (const resolution of [resolutions[0], resolutions[2]])
      await compile(folder, programs, resolution);
  });
});
