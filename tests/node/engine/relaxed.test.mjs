// The second module, with relaxed SIMD: taken where it is asked for, was built, and the engine knows it; the strict one
// otherwise. `ap.simd` says which.

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, mock, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { assetsSource } from '../../../scripts/build/assets.mjs';
import {
  relaxedTrainingWasmFile,
  relaxedWasmFile,
  trainingWasmFile,
  wasmFile,
} from '../../../scripts/build/wasm.mjs';
import { mustRun, root } from '../../../scripts/lib/run.mjs';
import {
  forEachInstruction,
  markOf,
  moduleOf,
  sectionsOf,
} from '../../../scripts/lib/wasm-binary.mjs';
import { bundleEngine } from './support/bundle.mjs';
import { knowRelaxedSimd } from './support/relaxed.mjs';

const read = (file) => readFileSync(join(root, file));
const strict = read(wasmFile);
const resolveDir = join(root, 'web/engine/generated');
/** Where no toolchain could build it: a copy of the strict module with the mark of a relaxed one. */
const standIn = moduleOf(strict, [...sectionsOf(strict), markOf('relaxed-simd')]);

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
  const { folder } = await bundleEngine({ plugins: [whetherItWasBuilt], simd: 'strict' });
  return {
    index: join(folder, 'index.js'),
    relaxed: join(folder, 'wasm/attention-playground-relaxed.wasm'),
  };
}

let instances = 0;

/** The functions of a fresh engine, of which nothing is loaded yet. */
const fresh = ({ index }) => import(`${pathToFileURL(index)}?instance=${instances++}`);

/** Which module a fresh engine takes, as it says itself. */
async function taken(built, options) {
  const ap = await (await fresh(built)).load(options);
  assert.deepEqual(ap.softmax([0, 0]).data, Float32Array.of(0.5, 0.5));
  return ap.simd;
}

describe('where a relaxed module was built', async () => {
  const built = await bundle('relaxed');
  let knows;
  beforeEach(() => {
    writeFileSync(built.relaxed, standIn);
    knows = mock.method(WebAssembly, 'validate', () => true);
  });
  afterEach(() => mock.restoreAll());

  test('it is taken only if it is asked for', async () => {
    assert.equal(await taken(built), 'strict');
    assert.equal(await taken(built, { simd: 'strict' }), 'strict');
    assert.equal(await taken(built, { simd: 'relaxed' }), 'relaxed');
  });

  test('where the engine does not know it, the strict one is taken', async () => {
    knows.mock.mockImplementation(() => false);
    assert.equal(await taken(built, { simd: 'relaxed' }), 'strict');
  });

  test('the strict one serves when it is missing or broken', async () => {
    rmSync(built.relaxed);
    assert.equal(await taken(built, { simd: 'relaxed' }), 'strict');
    writeFileSync(built.relaxed, standIn.subarray(0, 1000));
    assert.equal(await taken(built, { simd: 'relaxed' }), 'strict');
  });

  test('both can be loaded: each once, and no tensor of one is taken by the other', async () => {
    const { load } = await fresh(built);
    const [one, other] = await Promise.all([load(), load({ simd: 'relaxed' })]);
    assert.deepEqual([one.simd, other.simd], ['strict', 'relaxed']);
    assert.equal(await load({ simd: 'strict' }), one);
    assert.equal(await load({ simd: 'relaxed' }), other);
    const foreign = one.tensor([2], [1, 2]);
    assert.throws(() => other.softmax(foreign), { code: 'conflict' });
    foreign.dispose();
  });

  test('wasmUrl, wasmModule and wasmBinary are what they are, whatever is asked for', async () => {
    const wasmUrl = pathToFileURL(join(root, wasmFile));
    const relaxedUrl = pathToFileURL(built.relaxed);
    for (const simd of ['strict', 'relaxed']) {
      assert.equal(await taken(built, { wasmUrl, simd }), 'strict');
      assert.equal(
        await taken(built, { wasmModule: new WebAssembly.Module(strict), simd }),
        'strict',
      );
      assert.equal(await taken(built, { wasmBinary: strict, simd }), 'strict');
      assert.equal(await taken(built, { wasmUrl: relaxedUrl, simd }), 'relaxed');
      assert.equal(await taken(built, { wasmBinary: standIn, simd }), 'relaxed');
    }
    assert.equal(knows.mock.callCount(), 0);
  });

  test('what the engine is asked is a module with f32x4.relaxed_madd, by its final number', async () => {
    await taken(built, { simd: 'relaxed' });
    const [asked] = knows.mock.calls[0].arguments;
    const found = [];
    forEachInstruction(Buffer.from(asked), ({ prefix, opcode }) => {
      if (prefix === 0xfd) found.push(opcode);
    });
    assert.deepEqual(found, [0x105]);
    mock.restoreAll();
    knowRelaxedSimd();
    assert.ok(WebAssembly.validate(asked));
  });

  test('through a worker it is a promise', async () => {
    const { loadWorker } = await fresh(built);
    const ap = loadWorker({ simd: 'relaxed' });
    assert.equal(await ap.simd, 'relaxed');
    ap.terminate();
  });
});

test('where none was built, the strict one serves', async () => {
  const { index, relaxed } = await bundle('strict');
  writeFileSync(relaxed, standIn);
  assert.equal(await taken({ index }, { simd: 'relaxed' }), 'strict');
  assert.ok(!/relaxed\.wasm/.test(readFileSync(index, 'utf8')));
});

test('another kind of SIMD is refused by name', async () => {
  const { load } = await fresh(await bundle('strict'));
  await assert.rejects(load({ simd: 'fast' }), {
    message: /simd/,
    expected: /strict.*relaxed/,
    argument: 'simd',
  });
});

describe('the numbers of the operation', () => {
  const folder = mkdtempSync(join(tmpdir(), 'attention-relaxed-'));
  const script = join(root, 'cmake/relaxed_simd_module.mjs');
  // (v128, v128, v128) → v128: a constant whose bytes are those of the operation, dropped; then the operation, of 2022.
  const constant = [0xfd, 12, ...[0xfd, 0xaf, 1], ...Array(13).fill(7), 0x1a];
  const body = [0, ...constant, 0x20, 0, 0x20, 1, 0x20, 2, 0xfd, 0xaf, 1, 0x0b];
  const moduleWith = (body) =>
    Buffer.from([
      ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      ...[1, 8, 1, 0x60, 3, 0x7b, 0x7b, 0x7b, 1, 0x7b],
      ...[3, 2, 1, 0],
      ...[10, body.length + 2, 1, body.length, ...body],
    ]);

  test('become those of today, in instructions only', async () => {
    const file = join(folder, 'some.wasm');
    writeFileSync(file, moduleWith(body));
    await mustRun(process.execPath, [script, file], { quiet: true });
    const module = readFileSync(file);
    assert.ok(module.includes(Buffer.from(constant)));
    assert.ok(module.includes(Buffer.from([0x20, 2, 0xfd, 0x85, 2, 0x0b])));
    knowRelaxedSimd();
    const compiled = new WebAssembly.Module(module);
    assert.equal(WebAssembly.Module.customSections(compiled, 'relaxed-simd').length, 1);
  });

  test('a module without the operation is refused', async () => {
    const file = join(folder, 'none.wasm');
    writeFileSync(file, moduleWith([0, 0x20, 0, 0x0b]));
    await assert.rejects(mustRun(process.execPath, [script, file], { quiet: true }));
  });

  test('every instruction of the strict modules is known, and none is relaxed', () => {
    for (const file of [wasmFile, trainingWasmFile]) {
      let count = 0;
      forEachInstruction(read(file), ({ prefix, opcode }) => {
        count++;
        assert.ok(prefix !== 0xfd || (opcode < 0x100 && opcode !== 0xaf), `${file}: ${opcode}`);
      });
      assert.ok(count > 50_000, `${count} instructions`);
    }
  });
});

// The modules themselves, where this toolchain has built them.
if (existsSync(join(root, relaxedWasmFile))) {
  knowRelaxedSimd();

  test('the relaxed modules are valid, marked, and relax one operation alone', () => {
    for (const file of [relaxedWasmFile, relaxedTrainingWasmFile]) {
      const module = new WebAssembly.Module(read(file));
      assert.equal(WebAssembly.Module.customSections(module, 'relaxed-simd').length, 1);
      const relaxed = new Set();
      forEachInstruction(read(file), ({ prefix, opcode }) => {
        if (prefix === 0xfd && (opcode >= 0x100 || opcode === 0xaf)) relaxed.add(opcode);
      });
      assert.deepEqual([...relaxed], [0x105]);
    }
  });

  test('the relaxed module computes what the strict one does, but for rounding', async () => {
    const built = await bundle('strict');
    const load = async (file) => (await fresh(built)).load({ wasmBinary: read(file) });
    const engines = [await load(relaxedWasmFile), await load(wasmFile)];
    assert.deepEqual(
      engines.map(({ simd }) => simd),
      ['relaxed', 'strict'],
    );
    let [worst, different] = [0, 0];
    const compare = (compute) => {
      const [a, b] = engines.map((ap) => compute(ap).data);
      a.forEach((x, i) => {
        worst = Math.max(worst, Math.abs(x - b[i]));
        if (x !== b[i]) different++;
      });
    };
    const random = (rows, columns, seed) => ({
      shape: [rows, columns],
      data: Float32Array.from({ length: rows * columns }, (_, i) => Math.sin(seed + i * i)),
    });
    for (const n of [1, 3, 16, 33, 100]) {
      const [a, b] = [random(n, n, 1), random(n, n, 2)];
      compare((ap) => ap.matmul(a, b));
      compare((ap) => ap.matmul(random(1, n, 3), b));
      const layer = { query: a, key: b, value: b };
      compare((ap) => ap.scaledDotProductAttention({ ...layer, needWeights: false }).output);
      compare((ap) => ap.scaledDotProductAttention(layer).output);
    }
    // All terms are at most 1 in size: n roundings of sums up to n, n = 100.
    assert.ok(worst < 100 * 100 * 2 ** -24, `differs by ${worst}`);
    // On processors with a fused multiply-add, which all that CI meets are.
    assert.ok(different > 0, 'no bit differs: the operation is not relaxed');
  });
}
