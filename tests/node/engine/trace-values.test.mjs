// What a trace records: tensors, their memory, their baseline; and that the direct calls give the same numbers.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  ap,
  assertNear,
  assertSame,
  at,
  iAmGood,
  indicesOf,
  printed,
  roundings,
  seeded,
  withTrace,
} from './support/engine.mjs';
import { traces } from './support/traces.mjs';

/** Reads a tensor out of a storage by its strides. */
function byStrides({ data, offset, shape, strides }) {
  const cells = Array.from(indicesOf(shape), (index) =>
    index.reduce((place, i, axis) => place + i * strides[axis], offset),
  );
  assert.ok(cells.every((place) => place < data.length));
  return { shape, data: Float32Array.from(cells, (place) => data[place]) };
}

describe('memory', () => {
  for (const [name, options] of Object.entries(traces)) {
    test(`${name}: memory and strides give the tensor of every step, and views share their storage`, () => {
      withTrace(options, (trace) => {
        const storages = new Map();
        for (const step of trace.steps) {
          const memory = trace.memory(step.path);
          assert.deepEqual([memory.shape, memory.strides], [step.shape, step.strides]);
          assertSame(byStrides(memory), trace.tensor(step.path), step.path);
          assertSame(trace.baseline(step.path), trace.tensor(step.path), step.path);
          if (step.aliases) {
            assert.equal(memory.storage, storages.get(step.inputs[0]), step.path);
          } else {
            const taken = [...storages.values()].includes(memory.storage);
            assert.ok(!taken, `${step.path} writes into another step's storage`);
          }
          storages.set(step.path, memory.storage);
        }
      });
    });
  }

  test('view and transpose move nothing; contiguous copies into reading order', () => {
    withTrace({ x: seeded(1).tensor(1, 3, 8), numHeads: 4 }, (trace) => {
      const [q, view, swapped] = ['q', 'q_view', 'q_transposed'].map((path) => trace.memory(path));
      assert.deepEqual(view.data, q.data);
      assert.deepEqual(swapped.data, q.data);
      assert.deepEqual(swapped.strides, [24, 2, 8, 1]);
      const before = trace.memory('context_transposed');
      const after = trace.memory('context_contiguous');
      assert.notDeepEqual(before.data, trace.tensor('context_transposed').data);
      assert.deepEqual(after.data, trace.tensor('context_transposed').data);
    });
  });

  test('what is returned is a copy', () => {
    withTrace(traces['self-attention of tokens'], (trace) => {
      const kept = trace.tensor('output');
      trace.tensor('output').data.fill(7);
      trace.memory('output').data.fill(7);
      trace.memory('output').strides.fill(7);
      trace.baseline('output').data.fill(7);
      assertSame(trace.tensor('output'), kept);
      assertSame(byStrides(trace.memory('output')), kept);
    });
  });
});

describe('numbers of REFERENCE.md, step by step', () => {
  test('heads of arange(24): head 1 is [[0,1],[8,9],[16,17]], head 4 [[6,7],[14,15],[22,23]]', () => {
    const x = { shape: [1, 3, 8], data: Float32Array.from({ length: 24 }, (_, i) => i) };
    withTrace({ x, numHeads: 4, projections: 'identity' }, (trace) => {
      const { data } = trace.tensor('q_transposed');
      assert.deepEqual(Array.from(data.slice(0, 6)), [0, 1, 8, 9, 16, 17]);
      assert.deepEqual(Array.from(data.slice(18)), [6, 7, 14, 15, 22, 23]);
      assert.deepEqual(trace.memory('q_transposed').data, x.data);
    });
  });

  test('"I am good" without projections and scaling', () => {
    withTrace({ x: iAmGood, projections: 'none', scale: 1 }, (trace) => {
      assert.deepEqual(Array.from(trace.tensor('scores').data), [14, 10, 9, 10, 11, 6, 9, 6, 6]);
      assertNear(
        trace.tensor('context'),
        [1, 2.957691, 2.011295, 1, 1.540148, 2.722573, 1, 2.864164, 2],
        printed(6, 3),
      );
    });
  });

  test('positions added to given word vectors', () => {
    const x = [
      [1.8, 2.2, 3.4, 5.8],
      [7.3, 9.9, 8.5, 7.1],
      [9.1, 7.1, 0.9, 10.1],
    ];
    const sum = [
      [1.8, 3.2, 3.4, 6.8],
      [8.141471, 10.440302, 8.51, 8.09995],
      [10.009297, 6.683853, 0.919999, 11.0998],
    ];
    withTrace({ x, positions: 'sinusoidal' }, (trace) => {
      assertNear(trace.tensor('x'), sum, printed(6, 11.1));
    });
  });

  test('fully masked rows are counted, have no weights, and a zero output', () => {
    const options = {
      x: iAmGood,
      projections: 'none',
      keyPaddingMask: [false, false, true],
      isCausal: true,
    };
    withTrace(options, (trace) => {
      const counts = trace.steps.filter(({ fullyMaskedRows }) => fullyMaskedRows > 0);
      assert.deepEqual(
        counts.map((step) => [step.path, step.fullyMaskedRows]),
        [['weights', 2]],
      );
      assert.deepEqual(Array.from(trace.tensor('weights').data), [0, 0, 0, 0, 0, 0, 0, 0, 1]);
      assert.deepEqual(Array.from(trace.tensor('context').data), [0, 0, 0, 0, 0, 0, 1, 2, 1]);
    });
  });
});

describe('compare', () => {
  test('one matrix a head against one combined: every shared step agrees within rounding', () => {
    const options = { tokens: [['a', 'b', 'c'], ['d']], dModel: 24, numHeads: 8, bias: true };
    withTrace(options, (combined) => {
      withTrace({ ...options, headMatrices: 'separate' }, (separate) => {
        const differences = combined.compare(separate);
        const paths = differences.map(({ path }) => path);
        for (const path of ['embedding', 'w_q', 'w_o', 'concat', 'output'])
          assert.ok(paths.includes(path), path);
        for (const { path, maxDifference, tolerance } of differences) {
          assert.ok(maxDifference <= tolerance, `${path}: ${maxDifference}, ${tolerance}`);
        }
        const matrices = (trace) => trace.steps.filter(({ path }) => /w_[qkv]$/.test(path)).length;
        assert.deepEqual([matrices(combined), matrices(separate)], [3, 3 + 24]);
      });
    });
  });

  test('names the largest difference of each step that an edit moved, and 0 for the others', () => {
    const options = { tokens: [['a', 'b']], dModel: 4 };
    withTrace(options, (one) => {
      withTrace(options, (other) => {
        assert.ok(one.compare(other).every(({ maxDifference }) => maxDifference === 0));
        other.set('v', [0, 0, 0], at(other.tensor('v'), [0, 0, 0]) + 3);
        const moved = one.compare(other).filter(({ maxDifference }) => maxDifference > 0);
        assert.equal(moved[0].path, 'v');
        assert.ok(Math.abs(moved[0].maxDifference - 3) <= 1e-6);
        assert.ok(moved.some(({ path }) => path === 'output'));
        assert.ok(!moved.some(({ path }) => path === 'weights'));
      });
    });
  });
});

/** Both within their own rounding, and the same zeros: what dropout and masks hide, they hide for both. */
function assertAlike(direct, recorded, tolerance, what) {
  assert.deepEqual(direct.shape, recorded.shape, what);
  assertNear(direct, Array.from(recorded.data), tolerance, what);
  direct.data.forEach((number, i) => {
    assert.equal(number === 0, recorded.data[i] === 0, `${what} ${i}: ${number}`);
  });
}

describe('the direct calls, one fused pass, give the numbers of the trace', () => {
  const random = seeded(51);
  const small = (...shape) => {
    const { data } = random.tensor(...shape);
    return { shape, data: data.map((number) => number / 4) };
  };
  /** Numbers up to 1/2: scores up to 8, after sums of 6, 6 and 2; both ways off, and so is exp. */
  const tolerance = roundings(2 * (6 + 6 + 2) + 8, 8);
  const [wq, wk, wv, wo] = [1, 2, 3, 4].map(() => small(6, 6));
  const [bq, bk, bv, bo] = [1, 2, 3, 4].map(() => small(6));
  const layer = { wq, wk, wv, wo, bq, bk, bv, bo };
  const [x, memory] = [small(2, 3, 6), small(2, 4, 6)];
  const padding = [
    [true, true, true, false],
    [true, false, true, true],
  ];
  const switches = {
    'no mask': {},
    'causal with offset': { isCausal: true, causalOffset: 1 },
    'padding, mask and scale': {
      keyPaddingMask: padding,
      attnMask: random.tensor(3, 4),
      scale: 0.3,
    },
    dropout: { dropoutP: 0.5, training: true, seed: 9 },
  };
  for (const [name, options] of Object.entries(switches)) {
    test(`multiHeadAttention and traceAttention: ${name}`, () => {
      const direct = ap.multiHeadAttention({
        query: x,
        key: memory,
        ...layer,
        numHeads: 3,
        ...options,
      });
      withTrace({ x, memory, projections: layer, numHeads: 3, ...options }, (trace) => {
        assertAlike(direct.output, trace.tensor('output'), tolerance, name);
        const weights = options.dropoutP ? 'dropped_weights' : 'weights';
        assertAlike(direct.weights, trace.tensor(weights), tolerance, name);
      });
    });
  }

  test('scaledDotProductAttention and a trace without projections', () => {
    const direct = ap.scaledDotProductAttention({
      query: x,
      key: memory,
      value: memory,
      isCausal: true,
    });
    withTrace({ x, memory, projections: 'none', isCausal: true }, (trace) => {
      assertAlike(direct.output, trace.tensor('context'), tolerance, 'context');
      assertAlike(direct.weights, trace.tensor('weights'), tolerance, 'weights');
    });
  });

  test('positionalEncoding and causalMask', () => {
    withTrace({ x, positions: 'sinusoidal', isCausal: true }, (trace) => {
      assertSame(
        ap.positionalEncoding({ length: 3, dModel: 6 }),
        trace.tensor('position_encoding'),
      );
      assertSame({ shape: [1, 1, 3, 3], data: ap.causalMask(3).data }, trace.tensor('causal_mask'));
    });
  });
});
