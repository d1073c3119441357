// Wasm memory grows under live traces and tensors, or cannot grow any more: what is alive stays right.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  ap,
  assertRefused,
  assertSame,
  assertStillRight,
  at,
  bundle,
  seeded,
  withTrace,
} from './support/engine.mjs';

const words = { tokens: [['I', 'am', 'good']], dModel: 8, numHeads: 2, seed: 1 };

const everything = (trace) =>
  trace.steps.map(({ path }) => ({
    path,
    tensor: trace.tensor(path),
    memory: trace.memory(path),
    explanation: trace.explain(
      path,
      trace.tensor(path).shape.map(() => 0),
    ),
  }));

/** A call that needs `floats` more than there are, and gives them back. */
function growBy(engine, floats) {
  const before = engine.memoryBytes();
  const row = { shape: [1, floats], data: new Float32Array(floats).fill(0.5) };
  const { data } = engine.softmax(row, 0);
  assert.ok(engine.memoryBytes() > before, 'memory grew');
  assert.ok(data.every((number) => number === 1));
}

describe('memory growth', () => {
  test('traces, their memory and their explanations stay as they were, and go on', () => {
    withTrace(words, (trace) => {
      trace.set('w_q', [0, 0], 2);
      const before = everything(trace);
      growBy(ap, ap.memoryBytes() / 4);
      assert.deepEqual(everything(trace), before);
      assert.deepEqual(trace.edits, [{ path: 'w_q', index: [0, 0], value: 2 }]);
      trace.set('w_v', [1, 1], -3);
      assert.equal(at(trace.tensor('w_v'), [1, 1]), -3);
      trace.reset();
      withTrace(words, (other) =>
        assert.deepEqual(
          everything(trace).map(({ tensor }) => tensor),
          everything(other).map(({ tensor }) => tensor),
        ),
      );
    });
  });

  test('results that were handed out are not detached', () => {
    const x = seeded(81).tensor(4, 4);
    const results = [
      ap.softmax(x),
      ap.matmul(x, x),
      ap.scaledDotProductAttention({ query: x, key: x, value: x }).output,
      ap.causalMask(4),
      ap.positionalEncoding({ length: 4, dModel: 4 }),
    ];
    const kept = structuredClone(results);
    growBy(ap, ap.memoryBytes() / 4);
    results.forEach((tensor, i) => {
      assert.equal(tensor.data.length, 16);
      assertSame(tensor, kept[i]);
    });
  });

  test('between the arguments of one call: all of them arrive whole', async () => {
    const { load } = await import(`${bundle.url}?arguments`);
    const fresh = await load();
    const before = fresh.memoryBytes();
    // 8 MB a matrix: the third does not fit beside the others.
    const n = 2 ** 21;
    const random = seeded(82);
    const [query, key] = [random.tensor(1, n), random.tensor(2, n)];
    const value = [
      [1, 2],
      [3, 4],
    ];
    const { weights, output } = fresh.scaledDotProductAttention({
      query,
      key,
      value,
      scale: 2 ** -20,
    });
    assert.ok(fresh.memoryBytes() > before);
    const scores = [0, 1].map((row) => {
      let sum = 0;
      for (let i = 0; i < n; i++) sum += query.data[i] * key.data[row * n + i];
      return sum * 2 ** -20;
    });
    // Errors of a sum of n random products grow with √n.
    const tolerance = 4 * 2 ** -23 * Math.sqrt(n);
    const expected = 1 / (1 + Math.exp(scores[1] - scores[0]));
    assert.ok(Math.abs(weights.data[0] - expected) <= tolerance, `${weights.data[0]}, ${expected}`);
    assert.ok(Math.abs(output.data[0] - (expected + 3 * (1 - expected))) <= 4 * tolerance);
  });
});

describe('memory that is used up', () => {
  test('more than there can ever be is refused; what is alive stays, and nothing has grown', () => {
    withTrace(words, (trace) => {
      const before = everything(trace);
      const bytes = ap.memoryBytes();
      const long = (rows, columns) => ({
        shape: [rows, columns],
        data: new Float32Array(rows * columns),
      });
      for (const call of [
        () => ap.causalMask(1, 2 ** 29 - 1),
        () => ap.positionalEncoding({ length: 2 ** 29 - 1, dModel: 1 }),
        () => ap.matmul(long(2 ** 15 - 1, 1), long(1, 2 ** 14)),
        () =>
          ap.scaledDotProductAttention({
            query: long(2 ** 15 - 1, 1),
            key: long(2 ** 14, 1),
            value: long(2 ** 14, 1),
          }),
        () => ap.traceAttention({ x: long(2 ** 14, 1) }),
      ]) {
        assertRefused(call, { code: 'memory', argument: 'shape' });
        assertStillRight();
      }
      assert.equal(ap.memoryBytes(), bytes);
      assert.deepEqual(everything(trace), before);
    });
  });
});
