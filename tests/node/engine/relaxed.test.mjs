// The second module, with relaxed SIMD: taken only where it was built and the engine knows it; the strict one
// otherwise. None of this needs a toolchain that can build it: a copy of the strict module stands in.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, mock, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { assetsSource } from '../../../scripts/build/assets.mjs';
import { relaxedWasmFile, wasmFile } from '../../../scripts/build/wasm.mjs';
import { mustRun, root } from '../../../scripts/lib/run.mjs';
import { bundleEngine } from './support/bundle.mjs';

const strict = readFileSync(join(root, wasmFile));
const resolveDir = join(root, 'web/engine/generated');
// An empty custom section named "stand-in" tells the two apart.
const name = [...Buffer.from('stand-in')];
const standIn = Buffer.concat([strict, Buffer.from([0, name.length + 1, name.length, ...name])]);

/** The engine of a build with or without a second module. */
async function bundle(choice) {
  const whetherItWasBuilt = {
    name: 'whether it was built',
    setup({ onLoad }) {
      const contents = assetsSource(choice === 'relaxed');
      const loaded = { contents, loader: 'ts', resolveDir };
      onLoad({ filter: /generated\/assets\.ts$/ }, () => loaded);
    },
  };
  const { folder } = await bundleEngine({ plugins: [whetherItWasBuilt] });
  return {
    index: join(folder, 'index.js'),
    relaxed: join(folder, 'wasm/attention-playground-relaxed.wasm'),
  };
}

let instances = 0;

/** Loads a fresh engine; resolves to the module it took. */
async function moduleTaken({ index }, options) {
  const { load } = await import(`${pathToFileURL(index)}?instance=${instances++}`);
  const instantiate = mock.method(WebAssembly, 'instantiate');
  const ap = await load(options);
  assert.deepEqual(ap.softmax([0, 0]).data, Float32Array.of(0.5, 0.5));
  const [module] = instantiate.mock.calls[0].arguments;
  instantiate.mock.restore();
  return WebAssembly.Module.customSections(module, 'stand-in').length > 0 ? 'relaxed' : 'strict';
}

describe('where a relaxed module was built', async () => {
  const built = await bundle('relaxed');
  let knows;
  beforeEach(() => {
    writeFileSync(built.relaxed, standIn);
    knows = mock.method(WebAssembly, 'validate', () => true);
  });
  afterEach(() => mock.restoreAll());

  test('an engine that knows relaxed SIMD takes it', async () => {
    assert.equal(await moduleTaken(built), 'relaxed');
  });

  test('an engine that does not takes the strict one', async () => {
    knows.mock.mockImplementation(() => false);
    assert.equal(await moduleTaken(built), 'strict');
  });

  test('the strict one serves when it is missing or broken', async () => {
    rmSync(built.relaxed);
    assert.equal(await moduleTaken(built), 'strict');
    writeFileSync(built.relaxed, standIn.subarray(0, 1000));
    assert.equal(await moduleTaken(built), 'strict');
  });

  test('wasmUrl, wasmModule and wasmBinary say themselves which it is', async () => {
    const wasmUrl = pathToFileURL(join(root, wasmFile));
    assert.equal(await moduleTaken(built, { wasmUrl }), 'strict');
    assert.equal(
      await moduleTaken(built, { wasmModule: new WebAssembly.Module(strict) }),
      'strict',
    );
    assert.equal(await moduleTaken(built, { wasmBinary: strict }), 'strict');
    assert.equal(await moduleTaken(built, { wasmUrl: pathToFileURL(built.relaxed) }), 'relaxed');
    assert.equal(knows.mock.callCount(), 0);
  });

  test('what the engine is asked is a module with f32x4.relaxed_madd, by its final number', async () => {
    await moduleTaken(built);
    const [asked] = knows.mock.calls[0].arguments;
    const program = `
      import { setFlagsFromString } from 'node:v8';
      const asked = Uint8Array.of(${asked});
      // Node 20 knows it behind a flag, later ones without.
      if (!WebAssembly.validate(asked)) setFlagsFromString('--experimental-wasm-relaxed-simd');
      console.log(WebAssembly.validate(asked));
      asked[asked.length - 3] += 0x20;  // a number that no operation has
      console.log(WebAssembly.validate(asked));
    `;
    const run = ['--input-type=module', '--eval', program];
    assert.equal(await mustRun(process.execPath, run, { quiet: true }), 'true\nfalse\n');
    assert.ok(Buffer.from(asked).includes(Buffer.from([0xfd, 0x85, 0x02])));
  });
});

test('where none was built, nothing of the choice is left in the bundle', async () => {
  const { index, relaxed } = await bundle('strict');
  writeFileSync(relaxed, standIn);
  assert.equal(await moduleTaken({ index }), 'strict');
  assert.ok(!/relaxed/.test(readFileSync(index, 'utf8')));
});

// The module itself, where this toolchain has built it.
if (existsSync(join(root, relaxedWasmFile))) {
  test('the relaxed module computes what the strict one does, but for rounding', async () => {
    const { index } = await bundle('strict');
    const program = `
      import { readFileSync } from 'node:fs';
      import { setFlagsFromString } from 'node:v8';
      const relaxed = readFileSync(${JSON.stringify(join(root, relaxedWasmFile))});
      const strict = readFileSync(${JSON.stringify(join(root, wasmFile))});
      if (!WebAssembly.validate(relaxed)) setFlagsFromString('--experimental-wasm-relaxed-simd');
      const load = async (wasmBinary) =>
        (await import(${JSON.stringify(String(pathToFileURL(index)))} + '?' + wasmBinary.length)).load({ wasmBinary });
      const engines = [await load(relaxed), await load(strict)];
      let worst = 0;
      const compare = (compute) => {
        const [a, b] = engines.map((ap) => compute(ap).data);
        a.forEach((x, i) => (worst = Math.max(worst, Math.abs(x - b[i]))));
      };
      const random = (rows, columns, seed) => ({
        shape: [rows, columns],
        data: Float32Array.from({ length: rows * columns }, (_, i) => Math.sin(seed + i * i)),
      });
      for (const n of [1, 3, 16, 33, 100]) {
        const [a, b] = [random(n, n, 1), random(n, n, 2)];
        compare((ap) => ap.matmul(a, b));
        const layer = { query: a, key: b, value: b };
        compare((ap) => ap.scaledDotProductAttention({ ...layer, needWeights: false }).output);
        compare((ap) => ap.scaledDotProductAttention(layer).output);
      }
      // All terms are at most 1 in size: n roundings of sums up to n, n = 100.
      console.log(worst < 100 * 100 * 2 ** -24, worst);
    `;
    const run = ['--input-type=module', '--eval', program];
    assert.match(await mustRun(process.execPath, run, { quiet: true }), /^true/);
  });
}
