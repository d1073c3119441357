// Starting the engine: once, again after a failure, from a file, bytes, a compiled module or an address.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { mustRun } from '../../../scripts/lib/run.mjs';
import { ap, assertSame, bundle, iAmGood } from './support/engine.mjs';

const bytes = readFileSync(bundle.wasm);
const good = { query: iAmGood, key: iAmGood, value: iAmGood, scale: 1 };
const expected = ap.scaledDotProductAttention(good);
let instances = 0;

/** The module as a new page would import it: nothing loaded yet. */
const fresh = () => import(`${bundle.url}?instance=${instances++}`);

function assertWorks(loaded) {
  assertSame(loaded.scaledDotProductAttention(good).output, expected.output);
  loaded.traceAttention({ x: iAmGood }).dispose();
}

describe('load()', () => {
  test('gives one engine to whoever asks, at once or later, whatever later options say', async () => {
    const { load } = await fresh();
    const [one, other] = await Promise.all([load(), load({ wasmUrl: 'file:///nowhere.wasm' })]);
    assert.equal(one, other);
    assert.equal(await load(), one);
    assertWorks(one);
  });

  const array = new Uint8Array(bytes);
  const within = new Uint8Array(bytes.length + 8);
  within.set(bytes, 8);
  const sources = {
    'wasmBinary, Uint8Array': () => ({ wasmBinary: array }),
    'wasmBinary, ArrayBuffer': () => ({ wasmBinary: array.buffer }),
    'wasmBinary, a part of a buffer': () => ({ wasmBinary: within.subarray(8) }),
    wasmModule: () => ({ wasmModule: new WebAssembly.Module(bytes) }),
    'wasmUrl, a string': () => ({ wasmUrl: pathToFileURL(bundle.wasm).href }),
    'wasmUrl, a URL': () => ({ wasmUrl: pathToFileURL(bundle.wasm) }),
    'wasmUrl, a data: address': () => ({
      wasmUrl: `data:application/wasm;base64,${bytes.toString('base64')}`,
    }),
  };
  for (const [name, options] of Object.entries(sources)) {
    test(`takes ${name}`, async () => {
      const { load } = await fresh();
      assertWorks(await load(options()));
    });
  }

  test('two instances have memories of their own', async () => {
    const [{ load }, other] = [await fresh(), await fresh()];
    const [one, two] = [await load(), await other.load()];
    const before = two.memoryBytes();
    const x = { shape: [1, 2 ** 22], data: new Float32Array(2 ** 22) };
    one.softmax(x);
    assert.ok(one.memoryBytes() > before);
    assert.equal(two.memoryBytes(), before);
  });
});

describe('load() after a failure', () => {
  const corrupt = new Uint8Array(bytes);
  corrupt.fill(0xff, 100, 200);
  const failures = {
    'an address where nothing is': [{ wasmUrl: 'file:///nowhere.wasm' }, /ENOENT/],
    'an address that is none': [{ wasmUrl: 'not an address' }, /URL/],
    'corrupt bytes': [{ wasmBinary: corrupt }, WebAssembly.CompileError],
    'half of the bytes': [{ wasmBinary: bytes.subarray(0, 1000) }, WebAssembly.CompileError],
    'no bytes': [{ wasmBinary: new Uint8Array(0) }, WebAssembly.CompileError],
    'what is no module': [{ wasmModule: {} }, TypeError],
    // As after an update, when a cache still holds the old file.
    'a module that is not ours': [
      { wasmBinary: Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0) },
      Error,
    ],
  };
  for (const [name, [options, error]] of Object.entries(failures)) {
    test(
      `${name}: rejected for all who wait, and the next call starts anew`,
      { timeout: 5000 },
      async () => {
        const { load } = await fresh();
        const [one, other] = await Promise.allSettled([load(options), load()]);
        assert.deepEqual([one.status, other.status], ['rejected', 'rejected']);
        await assert.rejects(load(options), error);
        assertWorks(await load());
      },
    );
  }
});

describe('load() over HTTP', () => {
  let server;
  let origin;
  before(async () => {
    server = createServer(({ url }, response) => {
      if (url === '/missing.wasm') return response.writeHead(404).end('<h1>Not here</h1>');
      const type = url === '/typed.wasm' ? 'application/wasm' : 'application/octet-stream';
      const headers = { 'content-type': type };
      if (url === '/packed.wasm') {
        const packed = gzipSync(bytes);
        headers['content-length'] = packed.length;
        return response.writeHead(200, { ...headers, 'content-encoding': 'gzip' }).end(packed);
      }
      if (url !== '/unsized.wasm') headers['content-length'] = bytes.length;
      return response.writeHead(200, headers).end(bytes);
    });
    await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
    origin = `http://127.0.0.1:${server.address().port}`;
  });
  after(() => server.close());

  for (const path of ['typed.wasm', 'untyped.wasm']) {
    test(`from a server, ${path}`, async () => {
      const { load } = await fresh();
      assertWorks(await load({ wasmUrl: `${origin}/${path}` }));
    });
  }

  for (const [path, total] of [
    ['typed.wasm', bytes.length],
    ['untyped.wasm', bytes.length],
    ['unsized.wasm', undefined],
    ['packed.wasm', undefined],
  ]) {
    test(`reports what has arrived, ${path}`, async () => {
      const { load } = await fresh();
      const reports = [];
      const onProgress = (report) => reports.push(report);
      assertWorks(await load({ wasmUrl: `${origin}/${path}`, onProgress }));
      assert.deepEqual(reports.at(-1).loaded, bytes.length);
      reports.forEach(({ loaded }, i) => assert.ok(loaded > (reports[i - 1]?.loaded ?? 0)));
      for (const report of reports) assert.equal(report.total, total);
    });
  }

  test('an answer other than 200 is named, and may be tried again', async () => {
    const { load } = await fresh();
    await assert.rejects(load({ wasmUrl: `${origin}/missing.wasm` }), /missing\.wasm: 404/);
    assertWorks(await load({ wasmUrl: `${origin}/typed.wasm` }));
  });
});

test('a process of its own, started elsewhere, finds the wasm beside the module and ends by itself', async () => {
  const program = `
    const { load } = await import(${JSON.stringify(bundle.url)});
    const x = ${JSON.stringify(iAmGood)};
    const { weights } = (await load()).scaledDotProductAttention({ query: x, key: x, value: x, scale: 1 });
    console.log(JSON.stringify(Array.from(weights.data)));
  `;
  const run = ['--input-type=module', '--eval', program];
  const output = await mustRun(process.execPath, run, { cwd: tmpdir(), quiet: true });
  assert.deepEqual(JSON.parse(output), Array.from(expected.weights.data));
});
