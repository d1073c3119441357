// Whatever a shipped model can be, the page shows: every step of a pass of a task's model. (tasks.slow.test.mjs has the other
// tasks.)

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { proofOf } from '../node/state/support/proof.mjs';
import { taskPass } from '../node/support/tasks.mjs';
import { drawFigure, web } from './support/draw.mjs';
import { someTasks, testTask, training } from './support/every-step.mjs';
import { modelStore } from './support/models.mjs';

for (const name of someTasks) testTask(name);

describe('ids are named by their own vocabulary', () => {
  const withStore = (name, labels, body) => {
    const { labels: expected, ...pass } = taskPass(training, name);
    const store = modelStore({ options: labels ? { ...pass, labels: expected } : pass, step: '' });
    try {
      body(store, pass);
    } finally {
      store.dispose();
    }
  };
  const named = (store, path) =>
    Array.from(store.tensor(path).data, (id) => store.tokensOf(store.step(path), 0)[id]);

  test('those of a source that has a table of its own', () => {
    withStore('translation', true, (store, { source, target, vocabulary }) => {
      assert.deepEqual(named(store, 'source.ids'), source[0]);
      assert.deepEqual(named(store, 'target.ids'), target[0]);
      assert.deepEqual(store.tokensOf(store.step('labels'), 0), vocabulary);
      const explanation = store.explain({ path: 'source.embedding', index: [0, 1, 0] });
      assert.match(proofOf(store, explanation).text, /source token stole stole \(17\)/);
    });
  });

  test('a pointer names the word that it points to', () => {
    withStore('referent', true, (store, { source }) => {
      const pointed = named(store, 'labels').filter(Boolean);
      assert.deepEqual(pointed, [source[0][store.tensor('labels').data.find((at) => at >= 0)]]);
      const { grids } = drawFigure(store, 'labels', [790, 560]);
      assert.equal(grids[0].scale.kind, 'plain');
    });
    withStore('referent', false, (store, { source }) => {
      assert.ok(named(store, 'prediction').every((word) => source[0].includes(word)));
    });
  });

  test('a pointer’s probabilities sum to 1, and their logarithms are no weights', () => {
    const sums = (store, path) =>
      [...web.everyMark(drawFigure(store, path, [790, 560]).marks)].some(
        ({ mark }) => mark.type === 'text' && mark.text === 'Σ',
      );
    withStore('referent', false, (store) => assert.ok(sums(store, 'probabilities')));
    withStore('referent', true, (store) => {
      assert.ok(!sums(store, 'log_probabilities'));
      assert.ok(!web.isWeights(store.step('log_probabilities')));
    });
  });
});

test('values of the source’s words say that they are not the textbook’s', () => {
  for (const [name, pattern] of [
    ['numbers', /The textbook uses the encoder’s output/],
    ['four-pairs', /^Each word vector is multiplied by the value matrix/],
  ]) {
    const store = modelStore({ options: taskPass(training, name), step: '' });
    const text = (path) => web.stepText(store, store.step(path)).text;
    assert.match(text('decoder.0.cross_attention.v'), pattern);
    assert.match(text('decoder.0.self_attention.v'), /^Each word vector/);
    store.dispose();
  }
});
