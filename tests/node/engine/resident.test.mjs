// Tensors that stay in wasm memory: their life, where they are accepted, what a write makes the engine forget.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ap, assertRefused, assertSame, bundle, seeded, withTrace } from './support/engine.mjs';
import { layer, resident, withResident } from './support/residents.mjs';

describe('a resident tensor', () => {
  test('holds zeros, or what it was given, and gives copies', () => {
    withResident([ap.tensor([2, 3]), ap.tensor([2], [1, 2])], ([zeros, given]) => {
      assert.deepEqual(zeros.shape, [2, 3]);
      assert.deepEqual(zeros.read(), new Float32Array(6));
      const copy = given.read();
      copy[0] = 7;
      assert.deepEqual(given.read(), Float32Array.of(1, 2));
    });
  });

  test('holds zeros also where another tensor of its shape lay before', () => {
    ap.tensor([3, 5], new Float32Array(15).fill(4)).dispose();
    ap.softmax(seeded(1).tensor(3, 5));
    withResident([ap.tensor([3, 5])], ([zeros]) => {
      assert.deepEqual(zeros.read(), new Float32Array(15));
    });
  });

  test('takes plain lists and typed arrays, has any rank, and any axis may be empty', () => {
    for (const data of [[1.5, 2], Float64Array.of(1.5, 2), Float32Array.of(1.5, 2)]) {
      withResident([ap.tensor([2], data)], ([t]) => assert.deepEqual([...t.read()], [1.5, 2]));
    }
    withResident([ap.tensor([], [5]), ap.tensor([0, 3])], ([one, none]) => {
      assert.deepEqual([...one.read()], [5]);
      assert.equal(none.read().length, 0);
    });
  });

  test('its shape cannot be changed', () => {
    withResident([ap.tensor([2, 3])], ([t]) => {
      assert.throws(() => t.shape.push(1), TypeError);
    });
  });

  test('lives until it is disposed, which may be said twice, and by Symbol.dispose', () => {
    const [one, other] = [ap.tensor([2]), ap.tensor([2])];
    assert.equal(one.disposed, false);
    one.dispose();
    one.dispose();
    other[Symbol.dispose]();
    assert.deepEqual([one.disposed, other.disposed], [true, true]);
    for (const use of [() => one.read(), () => one.write([1, 2])]) {
      assertRefused(use, { code: 'disposed', argument: 'tensor' });
    }
  });

  test('keeps its numbers when memory grows', () => {
    const random = seeded(2).tensor(40, 30);
    withResident([resident(random)], ([t]) => {
      const bytes = ap.memoryBytes();
      ap.softmax({ shape: [bytes / 4], data: new Float32Array(bytes / 4) });
      assert.ok(ap.memoryBytes() > bytes);
      assertSame({ shape: [...t.shape], data: t.read() }, random);
    });
  });
});

describe('resident tensors are accepted wherever tensors and masks are, and give the same bits', () => {
  const random = seeded(3);
  const x = random.tensor(2, 37, 24);
  const mask = random.tensor(37, 37);
  mask.data.forEach((number, i) => {
    if (number < -1) mask.data[i] = -Infinity;
  });
  const padding = {
    shape: [2, 37],
    data: Float32Array.from({ length: 74 }, (_, i) => (i % 5 ? 0 : -Infinity)),
  };
  const matrices = layer(random, 24);
  const one = random.tensor(24);
  const attention = { query: x, key: x, value: x, attnMask: mask };
  const multiHead = { query: x, key: x, value: x, ...matrices, attnMask: mask };
  /** name → [operands by name, the call made with them] */
  const calls = {
    scaledDotProductAttention: [attention, (t) => ap.scaledDotProductAttention(t)],
    'scaledDotProductAttention without weights': [
      attention,
      (t) => ap.scaledDotProductAttention({ ...t, needWeights: false }),
    ],
    multiHeadAttention: [
      { ...multiHead, keyPaddingMask: padding },
      (t) => ap.multiHeadAttention({ ...t, numHeads: 3 }),
    ],
    matmul: [{ x, w: matrices.wq }, ({ x, w }) => ap.matmul(x, w)],
    linear: [{ x, w: matrices.wq, b: one }, ({ x, w, b }) => ap.linear(x, w, b)],
    softmax: [{ x }, ({ x }) => ap.softmax(x, 1)],
    layerNorm: [{ x, w: one, b: one }, ({ x, w, b }) => ap.layerNorm(x, 24, w, b)],
    traceAttention: [
      { x, attnMask: mask, keyPaddingMask: padding, ...matrices },
      ({ x, attnMask, keyPaddingMask, ...projections }) =>
        withTrace({ x, attnMask, keyPaddingMask, projections, numHeads: 3 }, (trace) =>
          trace.tensor('output'),
        ),
    ],
  };
  for (const [name, [operands, call]] of Object.entries(calls)) {
    test(name, () => {
      const expected = call(operands);
      const names = Object.keys(operands);
      withResident(Object.values(operands).map(resident), (made) => {
        const all = Object.fromEntries(names.map((key, i) => [key, made[i]]));
        // Twice: the second time weights are packed already.
        for (let round = 0; round < 2; round++) assert.deepEqual(call(all), expected);
        names.forEach((key, i) => {
          assert.deepEqual(call({ ...operands, [key]: made[i] }), expected, key);
          assert.deepEqual(made[i].read(), operands[key].data, `${key} is as it was`);
        });
      });
    });
  }
});

describe('write', () => {
  test('is seen by the next call, also where the tensor has been packed as a weight', () => {
    const random = seeded(4);
    for (const [k, n] of [
      [3, 2],
      [16, 16],
      [70, 130],
    ]) {
      const [x, before, after] = [random.tensor(9, k), random.tensor(k, n), random.tensor(k, n)];
      const bias = random.tensor(n);
      withResident([resident(before)], ([w]) => {
        assertSame(ap.matmul(x, w), ap.matmul(x, before));
        w.write(after.data);
        assertSame(ap.matmul(x, w), ap.matmul(x, after));
        w.write(Array.from(before.data));
        assertSame(ap.linear(x, w, bias), ap.linear(x, before, bias));
      });
    }
  });

  test('of numbers that are not finite is found on the next use, and can be put right', () => {
    const random = seeded(5);
    const [x, good] = [random.tensor(4, 6), random.tensor(6, 6)];
    for (const bad of [NaN, Infinity, -Infinity]) {
      withResident([resident(good)], ([w]) => {
        const expected = ap.matmul(x, w);
        w.write(good.data.map((number, i) => (i === 8 ? bad : number)));
        assertRefused(() => ap.matmul(x, w), { code: 'not_finite', argument: 'b' });
        assertRefused(() => ap.linear(w, w), { code: 'not_finite', argument: 'input' });
        w.write(good.data);
        assertSame(ap.matmul(x, w), expected);
      });
    }
  });

  test('refuses what does not fill the tensor, and leaves its numbers alone', () => {
    withResident([ap.tensor([2, 2], [1, 2, 3, 4])], ([t]) => {
      for (const data of [[], [1, 2, 3], new Float32Array(5)]) {
        assertRefused(() => t.write(data), { code: 'size', argument: 'data' });
      }
      const noLists = [undefined, null, 4, '1234', { length: 4 }, new DataView(new ArrayBuffer(4))];
      for (const data of [...noLists, ['1', 2, 3, 4], [1, 2, 3, null], new BigInt64Array(4)]) {
        assertRefused(() => t.write(data), { code: 'type', argument: 'data' });
      }
      assert.deepEqual([...t.read()], [1, 2, 3, 4]);
    });
  });
});

describe('a trace', () => {
  test('copies resident tensors: writing to them, or disposing of them, leaves it alone', () => {
    const random = seeded(6);
    const [x, mask, matrices] = [random.tensor(1, 5, 4), random.tensor(5, 5), layer(random, 4)];
    const names = Object.keys(matrices);
    const all = [x, mask, ...Object.values(matrices)].map(resident);
    withResident(all, ([x, attnMask, ...weights]) => {
      const projections = Object.fromEntries(names.map((name, i) => [name, weights[i]]));
      withTrace({ x, attnMask, projections, numHeads: 2 }, (trace) => {
        trace.setTensor('w_q', projections.wk);
        const everything = () => trace.steps.map(({ path }) => trace.tensor(path));
        const before = everything();
        for (const t of all) t.write(new Float32Array(t.read().length).fill(9));
        assert.deepEqual(everything(), before);
        for (const t of all) t.dispose();
        for (const { shape } of before) ap.softmax(random.tensor(...shape));
        trace.set('w_v', [0, 0], 2);
        trace.undo();
        assert.deepEqual(everything(), before);
      });
    });
  });
});

describe('what is refused', () => {
  test('ap.tensor: shapes that are none, data that does not fill them', () => {
    for (const [shape, data, code, argument] of [
      [3, undefined, 'type', 'shape'],
      [undefined, undefined, 'type', 'shape'],
      [[-1], undefined, 'shape', 'shape'],
      [[1.5], undefined, 'shape', 'shape'],
      [[1, 1, 1, 1, 1, 1, 1], undefined, 'rank', 'shape'],
      [[2 ** 15, 2 ** 15], undefined, 'overflow', 'shape'],
      [[2 ** 29 - 1], undefined, 'memory', 'shape'],
      [[2], [1], 'size', 'data'],
      [[2], '12', 'type', 'data'],
      [[2], [1, true], 'type', 'data'],
      [[2], null, 'type', 'data'],
    ]) {
      const bytes = ap.memoryBytes();
      assertRefused(() => ap.tensor(shape, data), { code, argument });
      assert.equal(ap.memoryBytes(), bytes);
    }
  });

  test('a disposed tensor, by the name of the argument', () => {
    const random = seeded(7);
    const matrices = layer(random, 4);
    const all = { query: random.tensor(3, 4), ...matrices, numHeads: 2 };
    const x = random.tensor(3, 4);
    const gone = ap.tensor([3, 4]);
    gone.dispose();
    for (const name of ['query', 'key', 'value', 'attnMask', 'keyPaddingMask', 'out', 'wq', 'bo']) {
      const call = () => ap.multiHeadAttention({ ...all, [name]: gone });
      assertRefused(call, { code: 'disposed', argument: name });
    }
    for (const [argument, call] of [
      ['a', () => ap.matmul(gone, x)],
      ['b', () => ap.matmul(x, gone)],
      ['weight', () => ap.linear(x, gone)],
      ['bias', () => ap.layerNorm(x, 4, undefined, gone)],
      ['x', () => ap.softmax(gone)],
      ['out', () => ap.softmax(x, 1, { out: gone })],
      ['x', () => ap.traceAttention({ x: gone })],
      ['wk', () => ap.traceAttention({ x, projections: { ...matrices, wk: gone } })],
      ['values', () => withTrace({ x }, (trace) => trace.setTensor('x', gone))],
    ]) {
      assertRefused(call, { code: 'disposed', argument });
    }
  });

  test('a tensor of another engine', async () => {
    const { load } = await import(`${bundle.url}?another`);
    const other = (await load()).tensor([2, 2], [1, 2, 3, 4]);
    // Another copy of the module cannot look inside: the numbers are copied, as any others.
    assert.deepEqual([...ap.softmax(other, 0).data], [...ap.softmax([[1, 2], [3, 4]], 0).data]); // prettier-ignore
    assertRefused(() => ap.softmax([1], 0, { out: other }), { code: 'type', argument: 'out' });
  });
});
