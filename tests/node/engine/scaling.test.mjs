// Why scores are divided by √d_k: dot products of random vectors, their softmax, and what there is to measure.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ap, assertNear, assertSame, roundings, seeded } from './support/engine.mjs';
import { refused } from './support/models.mjs';
import { checkEveryCell } from './support/explanation-check.mjs';

function study(options, use) {
  const trace = ap.traceScaling(options);
  try {
    return use(trace);
  } finally {
    trace.dispose();
  }
}
const numberOf = (trace, path) => trace.tensor(path).data[0];

test('every cell of a small study is explained', () => {
  study({ dK: 5, queries: 3, keys: 4, seed: 2 }, (trace) => {
    const counts = checkEveryCell(trace);
    assert.ok(counts.sum > 0 && counts.softmax === 24 && counts.dot === 12);
  });
});

test('64 queries and 16 keys where nothing is said', () => {
  study({ dK: 3 }, (trace) => {
    const shape = (path) => trace.tensor(path).shape;
    assert.deepEqual(
      [shape('q'), shape('k')],
      [
        [64, 3],
        [16, 3],
      ],
    );
    for (const path of ['scores', 'weights', 'scaled.scores', 'scaled.weights'])
      assert.deepEqual(shape(path), [64, 16], path);
    for (const path of ['entropy', 'gradient', 'scaled.entropy'])
      assert.deepEqual(shape(path), [64, 1]);
    for (const path of ['mean', 'variance', 'mean_entropy', 'scaled.mean_gradient'])
      assert.deepEqual(shape(path), [1, 1]);
  });
});

describe('the measures are what they are called', () => {
  const { data } = seeded(5).tensor(1); // any number will do as a seed
  const options = { dK: 16, queries: 8, keys: 6, seed: Math.abs(Math.trunc(1e6 * data[0])) };
  test('scores, softmax, entropy, gradient, mean and variance, recomputed', () => {
    study(options, (trace) => {
      for (const scope of ['', 'scaled.']) {
        const scores = trace.tensor(`${scope}scores`);
        const rows = Array.from({ length: 8 }, (_, t) => [...scores.data.slice(6 * t, 6 * t + 6)]);
        const weights = rows.map((row) => {
          const e = row.map((s) => Math.exp(s - Math.max(...row)));
          const sum = e.reduce((a, b) => a + b);
          return e.map((each) => each / sum);
        });
        const near = (path, expected, size = 1) =>
          assertNear(trace.tensor(scope + path), expected, roundings(64, size), scope + path);
        const mean = (list) => list.reduce((a, b) => a + b) / list.length;
        const entropy = weights.map((row) =>
          row.reduce((sum, p) => sum - (p && p * Math.log(p)), 0),
        );
        const gradient = weights.map((row) => row.reduce((sum, p) => sum + p * (1 - p), 0));
        near('weights', weights);
        near('entropy', entropy, 4);
        near('gradient', gradient);
        near('mean_entropy', [mean(entropy)], 4);
        near('mean_gradient', [mean(gradient)]);
        const all = rows.flat();
        near('mean', [mean(all)], 8);
        near('variance', [mean(all.map((s) => (s - mean(all)) ** 2))], 64);
      }
    });
  });
  test('scaled scores are the scores times 1/√d_k', () => {
    study(options, (trace) => {
      const scores = trace.tensor('scores');
      const scaled = trace.tensor('scaled.scores').data;
      scores.data.forEach((score, i) => assert.equal(scaled[i], score / 4));
    });
  });
});

test('the variance of the scores grows as d_k, that of the scaled ones stays at 1', () => {
  for (const dK of [16, 256, 4096]) {
    study({ dK, queries: 256, keys: 64, seed: 7 }, (trace) => {
      const [raw, scaled] = ['variance', 'scaled.variance'].map((path) => numberOf(trace, path));
      assert.ok(raw > 0.85 * dK && raw < 1.15 * dK, `d_k ${dK}: ${raw}`);
      assert.ok(scaled > 0.85 && scaled < 1.15, `d_k ${dK}: ${scaled}`);
    });
  }
});

test('without scaling the softmax of wide vectors is one key, and its gradient is gone', () => {
  study({ dK: 4096, seed: 7 }, (trace) => {
    assert.ok(numberOf(trace, 'mean_gradient') < 0.05);
    assert.ok(numberOf(trace, 'scaled.mean_gradient') > 0.8);
    assert.ok(numberOf(trace, 'mean_entropy') < 0.1);
    assert.ok(numberOf(trace, 'scaled.mean_entropy') > 2); // ln 16 = 2.77 is level
  });
});

test('seeds: equal ones give equal numbers; more queries leave the first as they were', () => {
  const scores = (options) =>
    study({ dK: 8, queries: 4, keys: 4, ...options }, (t) => t.tensor('q'));
  assertSame(scores({ seed: 3 }), scores({ seed: 3 }));
  assert.notDeepEqual(scores({ seed: 3 }).data, scores({ seed: 4 }).data);
  const more = scores({ seed: 3, queries: 9 });
  assert.deepEqual(more.data.slice(0, 32), scores({ seed: 3 }).data);
});

test('an edit of a query changes both sides', () => {
  study({ dK: 4, queries: 2, keys: 2 }, (trace) => {
    const changed = trace.set('q', [0, 0], 5);
    for (const path of ['scores', 'variance', 'scaled.weights', 'scaled.mean_entropy'])
      assert.ok(changed.includes(path), path);
    assert.ok(!changed.includes('k'));
  });
});

test('bad options', () => {
  const bad = (options, code, argument) => refused(() => ap.traceScaling(options), code, argument);
  for (const value of [undefined, null, 5, 'text', []]) bad(value, 'type', 'options');
  bad({}, 'missing', 'dK');
  for (const name of ['dK', 'queries', 'keys', 'seed']) {
    for (const value of [null, '8', true, {}, [8], 8n]) bad({ dK: 8, [name]: value }, 'type', name);
    for (const value of [-1, 0.5, NaN, Infinity, 2 ** 32])
      bad({ dK: 8, [name]: value }, 'range', name);
  }
  for (const name of ['dK', 'queries', 'keys']) {
    bad({ dK: 8, [name]: 0 }, 'range', name);
    bad({ dK: 8, [name]: 2 ** 20 }, 'range', name);
  }
});
