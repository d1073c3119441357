// Figures about a whole tensor: the ends of a colour scale, the bars of a histogram, a cell's rank.

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { ap, indicesOf } from './support/engine.mjs';

const study = ap.traceScaling({ dK: 8, queries: 6, keys: 5, seed: 3 });
const scores = study.tensor('scores');
after(() => study.dispose());

describe('extent', () => {
  test('of one step, its smallest and largest number', () => {
    const [low, high] = [Math.min(...scores.data), Math.max(...scores.data)];
    const reach = Math.max(-low, high);
    assert.deepEqual(study.extent('scores'), { low, high, reach });
    assert.deepEqual(ap.extent(scores), { low, high, reach });
  });

  test('of several steps, a common one', () => {
    const paths = ['scores', 'weights', 'scaled.scores'];
    const all = paths.flatMap((path) => [...study.tensor(path).data]);
    const { low, high } = study.extent(paths);
    assert.deepEqual([low, high], [Math.min(...all), Math.max(...all)]);
  });

  test('leaves out what is not finite, and is 0 if nothing is left', () => {
    const data = Float32Array.of(-Infinity, -2, 5, NaN, Infinity);
    assert.deepEqual(ap.extent({ shape: [5], data }), { low: -2, high: 5, reach: 5 });
    const nothing = { low: 0, high: 0, reach: 0 };
    assert.deepEqual(ap.extent({ shape: [1], data: Float32Array.of(-Infinity) }), nothing);
    assert.deepEqual(study.extent([]), nothing);
  });

  test('follows an edit', () => {
    const trace = ap.traceAttention({ x: [[1, 2]], projections: 'none' });
    trace.set('x', [0, 0, 1], 40);
    assert.equal(trace.extent('x').high, 40);
    trace.dispose();
  });
});

describe('histogram', () => {
  test('counts every number once, the end of the axis in the last part', () => {
    const { reach } = study.extent('scores');
    const { counts, edges, largest, outside } = study.histogram('scores', { bins: 7, reach });
    assert.equal(outside, 0);
    assert.equal(largest, Math.max(...counts));
    assert.equal(edges.length, 8);
    assert.deepEqual([edges[0], edges[7]], [-reach, reach]);
    counts.forEach((count, i) => {
      const ends = i === 6;
      const inside = [...scores.data].filter(
        (x) => x >= edges[i] && (ends ? x <= edges[i + 1] : x < edges[i + 1]),
      );
      assert.equal(count, inside.length, `part ${i}`);
    });
  });

  test('counts what lies beyond both ends apart', () => {
    const { counts, outside } = study.histogram('scores', { bins: 3, reach: 1 });
    const beyond = [...scores.data].filter((x) => Math.abs(x) > 1).length;
    assert.ok(beyond > 0);
    assert.equal(outside, beyond);
    assert.equal(counts[0] + counts[1] + counts[2], scores.data.length - beyond);
  });

  test('refuses no bins, and an axis without length', () => {
    const refused = (options, argument) =>
      assert.throws(
        () => study.histogram('scores', options),
        (error) => error instanceof RangeError && error.argument === argument,
      );
    for (const bins of [0, -1, 1.5, 2 ** 17]) refused({ bins, reach: 1 }, 'bins');
    for (const reach of [0, -1, NaN, Infinity]) refused({ bins: 3, reach }, 'reach');
  });
});

describe('rows', () => {
  const trace = ap.traceAttention({
    tokens: [
      ['a', 'b', 'c'],
      ['d', 'e'],
    ],
    numHeads: 2,
    dModel: 8,
  });
  const { shape, data } = trace.tensor('weights');
  after(() => trace.dispose());
  const at = (index) => data[index.reduce((sum, i, axis) => sum * shape[axis] + i, 0)];

  for (const [axis, name] of [
    [undefined, 'the last axis'],
    [-1, 'the last axis'],
    [3, 'the last axis'],
    [-2, 'the columns'],
    [2, 'the columns'],
    [1, 'the heads'],
  ]) {
    test(`sum along ${name} with ${axis}`, () => {
      const along = axis === undefined ? 3 : (axis + 4) % 4;
      const { sums, means, deviations } = trace.rows('weights', axis);
      // The axis that is summed has changed places with the last one.
      const swap = (list) => list.map((_, i) => list[i === along ? 3 : i === 3 ? along : i]);
      const places = [...indicesOf(swap(shape).slice(0, -1))];
      assert.equal(sums.length, places.length);
      assert.equal(means.length, places.length);
      assert.equal(deviations.length, places.length);
      for (const [i, place] of places.entries()) {
        const row = Array.from({ length: shape[along] }, (_, n) => at(swap([...place, n])));
        const sum = row.reduce((all, one) => all + one, 0);
        assert.ok(Math.abs(sums[i] - sum) < 1e-6, `${place}: ${sums[i]}, not ${sum}`);
      }
    });
  }

  test('refuse an axis that the step does not have', () => {
    for (const axis of [4, -5, 0.5, '1'])
      assert.throws(() => trace.rows('weights', axis), { argument: 'axis' });
  });
});

describe('rank', () => {
  test('of every cell among its row, its column, and all', () => {
    const [rows, columns] = scores.shape;
    const at = ([row, column]) => scores.data[row * columns + column];
    const larger = (index, others) => others.filter((other) => at(other) > at(index)).length;
    const all = [...indicesOf([rows, columns])];
    for (const index of all) {
      const [row, column] = index;
      const inRow = all.filter((other) => other[0] === row);
      const inColumn = all.filter((other) => other[1] === column);
      assert.equal(study.rank('scores', index, [1]), 1 + larger(index, inRow));
      assert.equal(study.rank('scores', index, [0]), 1 + larger(index, inColumn));
      assert.equal(study.rank('scores', index, [0, 1]), 1 + larger(index, all));
      assert.equal(study.rank('scores', index, []), 1);
    }
  });

  test('refuses an axis or a cell that the step does not have', () => {
    for (const axes of [[2], [-1], [0.5]])
      assert.throws(() => study.rank('scores', [0, 0], axes), { argument: 'axes' });
    assert.throws(() => study.rank('scores', [0, 0], 1), { argument: 'axes' });
    assert.throws(() => study.rank('scores', [6, 0], [0]), { argument: 'index' });
    assert.throws(() => study.rank('nothing', [0, 0], [0]), { argument: 'path' });
  });

  test('refuses a list of holes at its first one, however long it is', () => {
    const holes = new Array(2 ** 32 - 1);
    assert.throws(() => study.extent(holes), { argument: 'path' });
    assert.throws(() => study.rank('scores', [0, 0], holes), { argument: 'axes' });
  });
});

test('a disposed trace has no figures', () => {
  const trace = ap.traceScaling({ dK: 2, queries: 1, keys: 2 });
  trace.dispose();
  for (const ask of [
    () => trace.extent('scores'),
    () => trace.histogram('scores', { bins: 1, reach: 1 }),
    () => trace.rank('scores', [0, 0], [1]),
  ])
    assert.throws(ask, { code: 'disposed' });
});
