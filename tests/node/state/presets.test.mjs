// Every example on the real engine: it opens at its step and cell, and has the numbers of the write-ups, corrected.

import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { eachWithStore, example, modules } from './support/store.mjs';

const { PRESETS, en, zh } = modules;
const TOLERANCE = 1e-6;
const shared = eachWithStore();
let store;
beforeEach(() => {
  ({ store } = shared);
});

const open = (name) => store.update(example(name).patch);
const data = (path) => [...store.tensor(path).data];
const shape = (path) => store.tensor(path).shape;
const near = (actual, expected) => {
  assert.equal(actual.length, expected.length);
  for (const [i, value] of expected.entries()) {
    const same =
      Object.is(actual[i], value) ||
      Math.abs(actual[i] - value) <= TOLERANCE * Math.max(1, Math.abs(value));
    assert.ok(same, `${i}: ${actual[i]}, expected ${value}`);
  }
};
/** The number of the chosen cell. */
const chosen = () => store.explanation.value;

describe('every example', () => {
  for (const { name, patch } of PRESETS) {
    test(`${name} shows a cell of its step, and nothing is wrong`, () => {
      store.update(patch);
      assert.equal(store.problem, undefined);
      assert.equal(store.current.path, patch.step);
      assert.deepEqual(store.kept, { path: patch.step, index: patch.cell });
      assert.equal(store.state.fault, patch.fault);
      assert.equal(store.state.edits.length, patch.edits.length);
    });
  }

  test('has a name and something to look at, in both languages', () => {
    const names = PRESETS.map(({ name }) => name).sort();
    for (const { examples } of [en, zh]) {
      assert.deepEqual(Object.keys(examples.names).sort(), names);
      assert.deepEqual(Object.keys(examples.looks).sort(), names);
      assert.equal(new Set(Object.values(examples.names)).size, names.length);
    }
  });

  test('says what to look at once it is chosen', () => {
    store.show(example('tea'));
    store.show(example('softmax'));
    assert.equal(store.state.mask, 'causal');
    assert.deepEqual(store.notices, [
      { code: 'lookAt', values: { text: en.examples.looks.softmax } },
    ]);
    store.goTo('scores');
    store.update({ heads: 1, seed: 2 });
    assert.deepEqual(store.notices, []);
  });
});

describe('numbers of the write-ups', () => {
  test('"I am good": X Xᵀ, softmax, and Z', () => {
    open('good');
    near(data('scores'), [14, 10, 9, 10, 11, 6, 9, 6, 6]);
    assert.equal(chosen(), 10);
    near(
      data('weights'),
      [0.975559, 0.017868, 0.006573, 0.267623, 0.727475, 0.004902, 0.909443, 0.045279, 0.045279],
    );
    near(data('context'), [1, 2.957691, 2.011295, 1, 1.540148, 2.722573, 1, 2.864164, 2]);
    store.update({ scale: null });
    near(data('weights').slice(0, 1), [0.865743]);
  });

  test('with a second sentence: Z is a mix of the rows of Y', () => {
    open('goodCross');
    assert.deepEqual(shape('scores'), [1, 3, 2]);
    near(data('scores'), [12, 8, 7, 8, 8, 5]);
    const weights = data('weights');
    const y = [
      [1, 3, 1],
      [1, 1, 2],
    ];
    near(
      data('context'),
      [0, 1, 2].flatMap((row) =>
        [0, 1, 2].map((i) => weights[2 * row] * y[0][i] + weights[2 * row + 1] * y[1][i]),
      ),
    );
  });

  test('[BOS] I like you [EOS]: −∞ above the diagonal of 5 × 5, and 0 elsewhere', () => {
    open('bos');
    assert.deepEqual(shape('causal_mask'), [1, 1, 5, 5]);
    const expected = Array.from({ length: 25 }, (_, i) =>
      i % 5 > Math.floor(i / 5) ? -Infinity : 0,
    );
    assert.deepEqual(data('causal_mask'), expected);
    assert.equal(chosen(), -Infinity);
  });

  test('softmax with −∞', () => {
    open('softmax');
    near(data('scores'), [2, 1, 0.5, 1, 3, 2, 0.5, 2, 1.5]);
    near(data('masked_scores'), [2, -Infinity, -Infinity, 1, 3, -Infinity, 0.5, 2, 1.5]);
    near(data('weights'), [1, 0, 0, 0.119203, 0.880797, 0, 0.121952, 0.546549, 0.331499]);
    near([chosen()], [0.546549]);
  });

  test('positions added to three vectors of four numbers', () => {
    open('positions');
    near(
      data('position_encoding'),
      [0, 1, 0, 1, 0.841471, 0.540302, 0.01, 0.99995, 0.909297, -0.416147, 0.019999, 0.9998],
    );
    near(
      data('x'),
      [
        1.8, 3.2, 3.4, 6.8, 8.141471, 10.440302, 8.51, 8.09995, 10.009297, 6.683853, 0.919999,
        11.0998,
      ],
    );
    near([chosen()], [8.141471]);
  });

  test('arange(24) as [1, 3, 8]: heads of the right view, and of the wrong one', () => {
    open('arange');
    assert.deepEqual(shape('q_transposed'), [1, 4, 3, 2]);
    const right = data('q_transposed');
    assert.deepEqual(right.slice(0, 6), [0, 1, 8, 9, 16, 17]);
    assert.deepEqual(right.slice(18), [6, 7, 14, 15, 22, 23]);
    assert.equal(chosen(), 8);
    open('arangeWrong');
    assert.deepEqual(data('q_transposed').slice(0, 6), [0, 1, 2, 3, 4, 5]);
    assert.equal(chosen(), 2);
    assert.equal(store.fault.firstDifference, 'q_transposed');
    assert.deepEqual(store.fault.values(store.kept), { right: 8, wrong: 2 });
    store.showRight(true);
    assert.equal(chosen(), 8);
  });

  test('shapes of (10, 6, 512) and (4, 8, 512) with 8 heads', () => {
    for (const [name, batch, tokens] of [
      ['ten', 10, 6],
      ['four', 4, 8],
    ]) {
      open(name);
      const whole = [batch, tokens, 512];
      const heads = [batch, 8, tokens, 64];
      const expected = {
        x: whole,
        q: whole,
        q_view: [batch, tokens, 8, 64],
        q_transposed: heads,
        scores: [batch, 8, tokens, tokens],
        weights: [batch, 8, tokens, tokens],
        context: heads,
        context_transposed: [batch, tokens, 8, 64],
        concat: whole,
        output: whole,
      };
      for (const [path, axes] of Object.entries(expected))
        assert.deepEqual(shape(path), axes, path);
      assert.deepEqual(
        store.tokens.sentences.map(({ length }) => length),
        Array(batch).fill(tokens),
      );
    }
  });

  test('a fully masked row: uniform with −1e9, zero with −∞', () => {
    open('hidden');
    assert.deepEqual(data('custom_mask').slice(8, 12), Array(4).fill(-Infinity));
    for (const head of [0, 1, 2, 3]) {
      const row = data('weights').slice(head * 16 + 8, head * 16 + 12);
      assert.deepEqual(row, [0.25, 0.25, 0.25, 0.25]);
    }
    assert.deepEqual(store.fault.values(store.kept), { right: 0, wrong: 0.25 });
    assert.equal(store.fault.firstDifference, 'masked_scores');
    assert.ok(store.fault.sameEdits);
    store.update({ fault: 'none' });
    assert.deepEqual(data('weights').slice(8, 12), [0, 0, 0, 0]);
    assert.ok(
      data('context')
        .slice(2 * 16, 3 * 16)
        .every((value) => value === 0),
    );
  });
});
