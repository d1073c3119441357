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
