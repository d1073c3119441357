// Whatever a shipped model can be, the page shows: every step of a pass of each task's model has its figure, its texts in
// both languages, the words of its axes, and a proof.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { trainingWasmFile } from '../../scripts/build/wasm.mjs';
import { root } from '../../scripts/lib/run.mjs';
import { proofOf } from '../node/state/support/proof.mjs';
import { taskNames, taskPass } from '../node/support/tasks.mjs';
import { cellsProblems, cornerProblems, gridProblems, labelProblems } from './support/checks.mjs';
import { drawFigure, web } from './support/draw.mjs';
import { modelStore } from './support/models.mjs';

const wasmBinary = readFileSync(join(root, trainingWasmFile));
const training = await web.load({ training: true, wasmBinary });

/** What the page may be asked to show of a task's model: with its gradients, and without labels what it says. */
const views = {
  'with gradients': { lang: 'en', size: [790, 560], backward: true },
  'without labels': { lang: 'zh', size: [336, 420], backward: false },
};

function passOf(name, { backward }) {
  const { labels, ...pass } = taskPass(training, name);
  return backward ? { ...pass, labels } : pass;
}

const words = ['token', 'memory_token', 'query', 'key', 'vocabulary'];

function figureProblems(store, step, size) {
  const figure = drawFigure(store, step.path, size);
  const one = { store, path: step.path, figure, moment: 1 };
  const checks = [cellsProblems, cornerProblems, gridProblems, labelProblems];
  // A view is one matrix with other bands; all else that is computed stands beside its operands.
  const isAlone = step.inputs.length > 0 && step.op !== 'view' && figure.grids.length < 2;
  const text = web.wordsOf(store, figure, web.words[store.state.lang]);
  return [
    ...checks.flatMap((check) => check(one)),
    ...(isAlone ? [`${step.op} has no figure of its own`] : []),
    ...(/undefined|NaN|[{}]/.test(text) ? [text] : []),
  ];
}

function textProblems(store, step) {
  const { title, text } = web.stepText(store, step);
  const isFilled = title !== step.kind && text !== '' && !/[{}]/.test(title + text);
  return isFilled ? [] : [`title "${title}", text "${text}"`];
}

/** A table of all positions has more rows than the sentence has words. */
function axisProblems(store, step) {
  return step.axes.flatMap((axis, i) => {
    const at = i + step.shape.length - step.axes.length;
    const size = step.shape[at];
    const isTable = /position_table/.test(step.path);
    if (!words.includes(axis) || size === 1 || isTable) return [];
    const names = store.labels(step, at, 0);
    return names?.length === size ? [] : [`${axis} has ${names?.length} names for ${size}`];
  });
}

function proofProblems(store, step) {
  const explanation = store.explain(store.kept);
  const { text } = proofOf(store, explanation);
  return [
    ...(explanation.difference <= explanation.bound ? [] : ['its proof is of another number']),
    ...(text === '' || /undefined|NaN|[{}]|\[object/.test(text) ? [`proof: ${text}`] : []),
  ];
}

for (const name of taskNames) {
  describe(name, () => {
    for (const [view, { size, ...given }] of Object.entries(views)) {
      test(`every step is drawn, named and explained, ${view}`, () => {
        const store = modelStore({ options: passOf(name, given), step: '', ...given });
        try {
          assert.ok(store.steps.length > 30, `${store.steps.length} steps`);
          const problems = store.steps.flatMap((step) => {
            store.goTo(step.path);
            store.keep({ path: step.path, index: step.shape.map((each) => Math.min(1, each - 1)) });
            return [
              ...textProblems(store, step),
              ...axisProblems(store, step),
              ...proofProblems(store, step),
              ...figureProblems(store, step, size),
            ].map((problem) => `${step.path}: ${problem}`);
          });
          assert.deepEqual(problems.slice(0, 10), []);
        } finally {
          store.dispose();
        }
      });
    }
  });
}

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
