// Where two traces part: beyond rounding, in the order of the walk.

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { ap } from './support/engine.mjs';
import { refused } from './support/models.mjs';

const open = [];
const traced = (options) => {
  const trace = ap.traceAttention({
    tokens: [['the', 'cat', 'sat']],
    dModel: 8,
    numHeads: 2,
    seed: 1,
    ...options,
  });
  open.push(trace);
  return trace;
};
after(() => open.forEach((trace) => trace.dispose()));

/** The path at which a trace and another one part, both ways the same. */
function parting(one, other) {
  const found = one.firstDifference(other);
  assert.equal(other.firstDifference(one)?.path, found?.path);
  return found?.path;
}

describe('firstDifference', () => {
  test('equal traces do not part, nor do tiles and workers from what they compute otherwise', () => {
    assert.equal(traced().firstDifference(traced()), undefined);
    assert.equal(traced().firstDifference(traced({ tile: [2, 2] })), undefined);
    assert.equal(traced().firstDifference(traced({ workers: 2 })), undefined);
  });

  test('seeds part at the first parameter, words at their ids, masks at the masked scores', () => {
    assert.equal(parting(traced(), traced({ seed: 2 })), 'embedding_table');
    const other = traced({ tokens: [['the', 'dog', 'sat']] });
    assert.equal(parting(traced(), other), 'embedding_table');
    const masked = traced({ isCausal: true });
    // Without a mask there are no masked scores: the weights are the first that both have.
    assert.equal(parting(traced(), masked), 'weights');
    assert.equal(parting(traced({ temperature: 1.5 }), traced()), 'weights');
    assert.equal(parting(traced({ scale: 1 }), traced()), 'scaled_scores');
  });

  test('an edit parts where it was made, and says by how much', () => {
    const edited = traced();
    const plain = traced();
    const { data } = edited.tensor('scores');
    edited.set('scores', [0, 0, 0, 1], (data[1] ?? 0) + 3);
    const found = edited.firstDifference(plain);
    assert.equal(found.path, 'scores');
    assert.ok(Math.abs(found.maxDifference - 3) < 1e-5);
    assert.ok(found.tolerance < 1e-4);
    edited.undo();
    assert.equal(edited.firstDifference(plain), undefined);
  });

  test('NaN is no difference from NaN, and an infinite one from a number', () => {
    const studies = Array.from({ length: 3 }, () => ap.traceScaling({ dK: 4 }));
    open.push(...studies);
    const { path, shape } = studies[0].steps.find(({ kind }) => kind === 'study_weights');
    const entropy = studies[0].steps.find(({ kind }) => kind === 'study_entropy').path;
    const [one, other, plain] = studies;
    // Of a negative weight there is no logarithm.
    for (const study of [one, other])
      study.set(
        path,
        shape.map(() => 0),
        -0.5,
      );
    assert.ok(Number.isNaN(one.tensor(entropy).data[0]));
    assert.equal(parting(one, other), undefined);
    assert.equal(parting(one, plain), path);
    const differences = one.compare(plain);
    assert.equal(differences.find((each) => each.path === entropy).maxDifference, Infinity);
  });

  test('an edit smaller than rounding is no difference', () => {
    const edited = traced();
    const { data } = edited.tensor('scores');
    edited.set('scores', [0, 0, 0, 1], Math.fround((data[1] ?? 0) * (1 + 2 ** -23)));
    assert.equal(edited.firstDifference(traced()), undefined);
  });

  test('another shape is a difference of all of the step', () => {
    const found = traced().firstDifference(traced({ tokens: [['the', 'cat']] }));
    assert.deepEqual(found.shapes, [
      [3, 8],
      [2, 8],
    ]);
    assert.equal(found.path, 'embedding_table');
    assert.equal(found.maxDifference, Infinity);
  });

  test('what is no trace is refused', () => {
    for (const other of [undefined, null, {}, 'trace'])
      refused(() => traced().firstDifference(other), 'type', 'other');
  });
});

describe('difference', () => {
  test('is this trace minus the other, cell by cell', () => {
    const [one, other] = [traced(), traced({ seed: 2 })];
    const { shape, data } = one.difference(other, 'weights');
    const [a, b] = [one, other].map((trace) => trace.tensor('weights'));
    assert.deepEqual(shape, a.shape);
    assert.deepEqual(
      [...data],
      [...a.data].map((value, i) => Math.fround(value - b.data[i])),
    );
    assert.ok(data.some((value) => value < 0) && data.some((value) => value > 0));
  });

  test('equal infinities do not differ, others differ by infinity, and edits count', () => {
    const [masked, open] = [
      traced({ isCausal: true }),
      traced({ isCausal: true, causalOffset: 1 }),
    ];
    const path = 'masked_scores';
    assert.ok(masked.difference(masked, path).data.every((value) => value === 0));
    assert.ok(masked.difference(open, path).data.includes(-Infinity));
    const edited = traced();
    edited.set('weights', [0, 0, 0, 1], 9);
    const before = traced().tensor('weights').data[1];
    assert.equal(edited.difference(traced(), 'weights').data[1], Math.fround(9 - before));
  });

  test('needs a step that both have, in one shape', () => {
    const other = traced({ tokens: [['the', 'cat']] });
    refused(() => traced().difference(other, 'weights'), 'shape', 'other');
    refused(() => traced().difference(other, 'nothing'), 'step', 'path');
    refused(() => traced({ isCausal: true }).difference(traced(), 'masked_scores'), 'step', 'path');
  });
});
