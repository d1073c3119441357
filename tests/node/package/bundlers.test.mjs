// The packed package in other people's bundlers, without a setting of theirs: what is served and written, without a
// browser. (tests/hosts opens the pages.)

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import * as esbuild from 'esbuild';
import { build, createLogger, createServer } from 'vite';
import { installPacked } from './support/packed.mjs';

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
  before(async () => {
    ({ folder } = await installPacked());
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
    assert.equal(wasm.length, 2, String(files));
    assert.equal(wasm.filter((name) => name.includes('training')).length, 1, String(files));
    for (const name of wasm) assert.ok(isWasm(readFileSync(join(outDir, 'assets', name))));
    assert.equal(files.filter((name) => name.endsWith('.woff2')).length, 2, String(files));
    assert.ok(
      files.some((name) => /^worker-.*\.js$/.test(name)),
      String(files),
    );
    assert.deepEqual(warnings, []);
  });

  test('esbuild bundles it with the line of the guide, without a warning', async () => {
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
    // Everything lies beside the bundle: the worker as a second entry, and copies of dist/wasm, dist/fonts and dist/models.
    for (const [, address] of text
      .join('\n')
      .matchAll(/new URL\("([^"]+)", import\.meta\.url\)/g)) {
      const copied = address.replace(
        /^\.\/(wasm|fonts|models)\//,
        '../node_modules/attention-playground/dist/$1/',
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
});
