// What the page says of a step, an axis or a refusal: it is true of the numbers that are shown.

import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { importWeb } from '../support/bundled.mjs';
import { eachWithStore, modules } from './support/store.mjs';

const { originText, legendsOf, legendText, gridOf, problemText, spokenShape, dictionaryOf } =
  await importWeb(
    'trace/names.ts',
    'trace/shapes.ts',
    'trace/problem-text.ts',
    'figures/layout/grid.ts',
    'figures/legend.ts',
  );
const shared = eachWithStore();
let store;
beforeEach(() => {
  ({ store } = shared);
});

/** What a store of the other bundle is for these functions: with texts of its own. */
const spoken = (lang = 'en') =>
  new Proxy(store, {
    get: (target, name) => (name === 't' ? dictionaryOf(lang) : Reflect.get(target, name, target)),
  });
const student = modules.PRESETS.find(({ name }) => name === 'student').patch;
const selection = { batch: 0, head: 0 };
/** What stands beside the colours of a step that is drawn alone. */
const legend = (path) => {
  const words = dictionaryOf('en');
  const grid = gridOf(spoken(), { selection, words, root: false }, store.step(path));
  const [first] = legendsOf([grid]);
  return legendText(words.proof, first);
};

describe('where numbers come from', () => {
  test('γ and β of a layer norm are parameters as they start, and follow no formula', () => {
    store.update(student);
    for (const path of ['encoder.0.norm_1_weight', 'encoder.0.norm_1_bias']) {
      const step = store.step(path);
      assert.ok(step.leaf);
      assert.equal(originText(spoken(), step), 'parameter, as it starts, untrained');
      assert.equal(originText(spoken('zh'), step), '参数的初始值，未经训练');
    }
  });

  test('positions and masks follow a formula; what is computed has no origin', () => {
    store.update(student);
    assert.equal(originText(spoken(), store.step('decoder.causal_mask')), 'from a formula');
    assert.equal(
      originText(spoken(), store.step('embedding_table')),
      'random parameter, untrained',
    );
    assert.equal(originText(spoken(), store.step('logits')), undefined);
  });
});

describe('what colours mean', () => {
  test('probabilities are called probabilities, weights are called weights', () => {
    store.update(student);
    assert.equal(legend('probabilities'), 'probability');
    assert.equal(legend('encoder.0.self_attention.weights'), 'weight');
    assert.equal(legend('logits'), 'value, centred on 0');
  });

  test('a mask that hides nothing is 0 everywhere; one that hides is 0 everywhere else', () => {
    store.update({ mask: 'custom' });
    assert.equal(legend('custom_mask'), '0 everywhere');
    store.edit('custom_mask', [2, 1], -Infinity);
    assert.equal(legend('custom_mask'), '0 everywhere else');
  });
});

test('a number of heads that does not fit is answered with all that do', () => {
  store.update({ heads: 5 });
  const text = problemText(spoken(), store.problem);
  assert.match(text, /Allowed here: 1, 2, 4, 8, 16\.$/);
  assert.match(problemText(spoken('zh'), store.problem), /这里可用：1, 2, 4, 8, 16。$/);
});

test('the axis of a source sentence is called that, before an encoder and before cross-attention', () => {
  const shape = (path, lang) => spokenShape(spoken(lang), store.step(path));
  store.update(student);
  assert.equal(shape('source.x', 'en'), 'batch 1, source token 4, d_model 64');
  assert.equal(shape('source.x', 'zh'), '批 1，源句词元 4，d_model 64');
  store.update(modules.PRESETS.find(({ name }) => name === 'goodCross').patch);
  assert.equal(shape('memory.x', 'en'), 'batch 1, source token 2, d_model 3');
});
