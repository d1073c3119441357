// Starting the engine: once, again after a failure, from a file, bytes, a compiled module or an address.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { mustRun } from '../../../scripts/lib/run.mjs';
import { ap, assertSame, bundle, engine, iAmGood } from './support/engine.mjs';
import { nodeFlags } from './support/relaxed.mjs';

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

/** What `load` rejects with: a typed error whose record says the cause. */
function failure(code, argument, actual, type = TypeError) {
  return (error) => {
    assert.ok(engine.isEngineError(error), String(error));
    assert.ok(error instanceof type, String(error));
    assert.deepEqual([error.code, error.argument], [code, argument], error.message);
    assert.match(error.actual, actual);
    assert.ok(error.expected.length > 0);
    assert.equal(error.message, `${argument}: ${error.actual}, expected ${error.expected}`);
    return true;
  };
}

describe('load() after a failure', () => {
  const corrupt = new Uint8Array(bytes);
  corrupt.fill(0xff, 100, 200);
  const html = Buffer.from(
    '<!doctype html>\n<title>A fallback page, as of a single-page app</title>',
  );
  const nowhere = 'file:///nowhere.wasm';
  const failures = {
    'an address where nothing is': [
      { wasmUrl: nowhere },
      failure('unavailable', 'wasmUrl', /^file:\/\/\/nowhere\.wasm \(ENOENT\)$/),
    ],
    'an address that is none': [
      { wasmUrl: 'not an address' },
      failure('type', 'wasmUrl', /^"not an address"$/),
    ],
    'corrupt bytes': [
      { wasmBinary: corrupt },
      failure('not_wasm', 'wasmBinary', /CompileError: .*@\+\d+/),
    ],
    'half of the bytes': [
      { wasmBinary: bytes.subarray(0, 1000) },
      failure('not_wasm', 'wasmBinary', /CompileError/),
    ],
    'no bytes': [{ wasmBinary: new Uint8Array(0) }, failure('not_wasm', 'wasmBinary', /^""$/)],
    'a page in bytes': [
      { wasmBinary: html },
      failure('not_wasm', 'wasmBinary', /"<!doctype html> <title>A fallback page, …"/),
    ],
    // As after an update, when a cache still holds the old file.
    'a module that is not ours': [
      { wasmBinary: Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0) },
      failure('mismatch', 'wasmBinary', /\S/),
    ],
  };
  for (const [name, [options, expectedError]] of Object.entries(failures)) {
    test(
      `${name}: rejected for all who wait, and the next call starts anew`,
      { timeout: 5000 },
      async () => {
        const { load } = await fresh();
        const [one, other] = await Promise.allSettled([load(options), load()]);
        assert.deepEqual([one.status, other.status], ['rejected', 'rejected']);
        await assert.rejects(load(options), expectedError);
        assertWorks(await load());
      },
    );
  }

  const wrong = {
    'bytes that are text': [{ wasmBinary: 'AGFzbQ' }, failure('type', 'wasmBinary', /^"AGFzbQ"$/)],
    'what is no module': [{ wasmModule: {} }, failure('type', 'wasmModule', /^Object$/)],
    'a misspelt name': [{ wasmURL: nowhere }, failure('option', 'wasmURL', /^no such option$/)],
  };
  for (const [name, [options, expectedError]] of Object.entries(wrong)) {
    test(`${name}: rejected for this caller, also when the engine is there`, async () => {
      const { load } = await fresh();
      await assert.rejects(load(options), expectedError);
      assertWorks(await load());
      await assert.rejects(load(options), expectedError);
    });
  }

  test('the error of the system is its cause', async () => {
    const { load } = await fresh();
    await assert.rejects(load({ wasmUrl: nowhere }), ({ cause }) => cause.code === 'ENOENT');
    await assert.rejects(
      load({ wasmBinary: corrupt }),
      ({ cause }) => cause instanceof WebAssembly.CompileError,
    );
  });
});

describe('load() on a machine that cannot', () => {
  /** Loads in a process of its own, started with these flags; resolves to the error's record. */
  async function loadIn(flags, prepare = '') {
    const program = `${prepare}
      const { load } = await import(${JSON.stringify(bundle.url)});
      const error = await load().then(() => ({}), (error) => error);
      console.log(JSON.stringify({ ...error, type: error.name }));`;
    const args = [...nodeFlags, ...flags, '--input-type=module', '--eval', program];
    return JSON.parse(await mustRun(process.execPath, args, { quiet: true }));
  }

  test('no WebAssembly', async () => {
    const { code, argument, actual } = await loadIn([], 'delete globalThis.WebAssembly;');
    assert.deepEqual([code, argument, actual], ['unsupported', 'WebAssembly', 'none']);
  });

  // V8 offers no SIMD on x64 processors without SSE 4.1, which this switch stands for.
  test('no SIMD', { skip: process.arch !== 'x64' }, async () => {
    const { code, argument, actual } = await loadIn(['--no-enable-sse4-1']);
    assert.deepEqual([code, argument, actual], ['unsupported', 'WebAssembly', 'no SIMD']);
  });

  // As Deno says it, and Node with its permissions.
  for (const [name, refusal, flag] of [
    ['Deno', { name: 'NotCapable' }, 'deno run -R'],
    ['Node', { code: 'ERR_ACCESS_DENIED' }, 'node --allow-fs-read'],
  ]) {
    test(`${name} may not read the file: the error says what allows it`, async () => {
      const refuse = `process.getBuiltinModule = () => ({
        readFile: async () => { throw Object.assign(new Error(), ${JSON.stringify(refusal)}); },
      });`;
      const { code, argument, actual, expected } = await loadIn([], refuse);
      assert.deepEqual([code, argument], ['policy', 'wasmUrl']);
      assert.match(actual, /^file:.*\.wasm \(reading it was refused\)$/);
      assert.equal(expected, `permission to read it: ${flag}`);
    });
  }

  test('no memory left', async () => {
    const taken = `globalThis.taken = [];
      try { for (;;) taken.push(new WebAssembly.Memory({ initial: 1, maximum: 65536 })); } catch {}`;
    const { code, argument, type } = await loadIn([], taken);
    assert.deepEqual([code, argument, type], ['memory', 'WebAssembly', 'RangeError']);
  });
});

describe('load() over HTTP', () => {
  const page = '<!doctype html><html><head><title>Not a module</title></head></html>';
  const answers = {
    '/missing.wasm': [404, 'text/html', page],
    '/broken.wasm': [500, 'text/plain', 'Internal error'],
    '/fallback.wasm': [200, 'text/html; charset=utf-8', page],
    '/pointer.wasm': [200, 'application/wasm', 'version https://git-lfs.github.com/spec/v1'],
    '/typed.wasm': [200, 'application/wasm', bytes],
    '/untyped.wasm': [200, 'application/octet-stream', bytes],
    '/unsized.wasm': [200, 'application/octet-stream', bytes],
    '/packed.wasm': [200, 'application/octet-stream', bytes],
  };
  const failures = {
    'missing.wasm': ['unavailable', (url) => `${url} (404)`],
    'broken.wasm': ['unavailable', (url) => `${url} (500)`],
    'fallback.wasm': [
      'not_wasm',
      (url) => `${url} (text/html; charset=utf-8, "<!doctype html><html><head><title>Not a …")`,
    ],
    'dropped.wasm': ['network', (url) => `${url} (`],
    'halved.wasm': ['network', (url) => `${url} (`],
    'pointer.wasm': ['not_wasm', (url) => `${url} (application/wasm, CompileError: `],
  };
  let server;
  let origin;
  before(async () => {
    server = createServer(({ url, socket }, response) => {
      if (url === '/dropped.wasm') return socket.destroy();
      if (url === '/halved.wasm') {
        response.writeHead(200, {
          'content-type': 'application/wasm',
          'content-length': bytes.length,
        });
        return response.write(bytes.subarray(0, 5000), () => socket.destroy());
      }
      const [status, type, body] = answers[url];
      const headers = { 'content-type': type };
      if (url === '/packed.wasm') {
        const packed = gzipSync(body);
        headers['content-length'] = packed.length;
        return response.writeHead(200, { ...headers, 'content-encoding': 'gzip' }).end(packed);
      }
      if (body === bytes && url !== '/unsized.wasm') headers['content-length'] = bytes.length;
      return response.writeHead(status, headers).end(body);
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

  for (const [path, [code, actualFor]] of Object.entries(failures)) {
    test(`${path}: the cause is named, and it may be tried again`, async () => {
      const { load } = await fresh();
      const url = `${origin}/${path}`;
      await assert.rejects(load({ wasmUrl: url }), (error) => {
        assert.deepEqual([error.code, error.argument], [code, 'wasmUrl'], error.message);
        assert.ok(error.actual.startsWith(actualFor(url)), error.actual);
        return true;
      });
      assertWorks(await load({ wasmUrl: `${origin}/typed.wasm` }));
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
});

test('a process of its own, started elsewhere, finds the wasm beside the module and ends by itself', async () => {
  const program = `
    const { load } = await import(${JSON.stringify(bundle.url)});
    const x = ${JSON.stringify(iAmGood)};
    const { weights } = (await load()).scaledDotProductAttention({ query: x, key: x, value: x, scale: 1 });
    console.log(JSON.stringify(Array.from(weights.data)));
  `;
  const run = [...nodeFlags, '--input-type=module', '--eval', program];
  const output = await mustRun(process.execPath, run, { cwd: tmpdir(), quiet: true });
  assert.deepEqual(JSON.parse(output), Array.from(expected.weights.data));
});
