// Every gradient leads back to the loss: from cell to cell, by the operands that its proof shows.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storeWith } from '../../figures/support/draw.mjs';

const pair = { model: 'encoder-decoder', layers: 2, heads: 2, dModel: 8, feedForward: 12 };
const texts = { sentences: ['I am a student'], memory: ['je suis étudiant'] };

const valueAt = ({ shape, data }, index) =>
  data[shape.reduce((at, size, axis) => at * size + index[axis], 0)];

/** All cells that an explanation names. */
const operandsOf = (explanation) =>
  Object.values(explanation)
    .flat()
    .filter((one) => one?.step && one.index);

/** The steps from a cell to the loss, always by the first gradient among the operands; each value is that of the trace. */
function wayBack(store, path, index) {
  const { trace } = store;
  const passed = [];
  for (let at = { step: path, index }; passed.length < 400;) {
    passed.push(at.step);
    const explanation = trace.explain(at.step, at.index);
    assert.ok(Object.is(explanation.value, valueAt(trace.tensor(at.step), at.index)), at.step);
    const operands = operandsOf(explanation);
    for (const { step, index, value } of operands) {
      assert.ok(Object.is(value, valueAt(trace.tensor(step), index)), `${step} in ${at.step}`);
    }
    if (at.step === 'gradient.loss') return passed;
    const next = operands.find(({ step }) => step.startsWith('gradient.'));
    assert.ok(next, `no gradient leads on from ${at.step}`);
    assert.notEqual(next.step, at.step);
    at = next;
  }
  throw new Error('it leads nowhere');
}

test('from a cell of W_Q in the second encoder layer operands lead back to the loss, through the decoder', () => {
  const store = storeWith({ ...pair, ...texts, gradients: true });
  const passed = wayBack(store, 'gradient.encoder.1.self_attention.w_q', [1, 1]);
  store.dispose();
  assert.ok(
    passed.some((path) => path.includes('cross_attention')),
    'through the decoder',
  );
  assert.ok(passed.length > 20, `${passed.length} steps`);
});

test('so they do from the first cell of every weight’s gradient', () => {
  const store = storeWith({ ...pair, ...texts, gradients: true });
  const leaves = store.steps.filter(
    ({ path, gradient, shape }) => gradient && shape.length > 0 && /w_|bias/.test(path),
  );
  assert.ok(leaves.length > 20, `${leaves.length} gradients`);
  for (const { path, shape } of leaves) {
    wayBack(
      store,
      path,
      shape.map(() => 0),
    );
  }
  store.dispose();
});
