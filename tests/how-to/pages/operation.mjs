// An operation whose explanation has a form of its own: a step of it is asked for everywhere.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { rule, title } from '../support/centred-step.mjs';

export function testOperation(built) {
  const options = {
    tokens: [['The', 'cat', 'sat', 'down']],
    dModel: 8,
    numHeads: 2,
    isCausal: true,
  };
  const path = 'centred_scores';
  let ap;
  let trace;
  const at = (name) => trace.steps.findIndex((step) => step.path === name);
  const stepAt = (name) => trace.steps[at(name)];
  before(async () => {
    const { load } = await built.importFrom('dist/index.js');
    ap = await load();
    trace = ap.traceAttention(options);
  });
  after(() => trace?.dispose());

  test('stands at its place, and reads what is before it', () => {
    assert.equal(at(path), at('scaled_scores') + 1);
    assert.deepEqual(stepAt(path).inputs, ['scaled_scores']);
    assert.deepEqual(stepAt(path).attributes, { share: 0.5 });
  });

  test('has the right numbers, and an edit reaches it', () => {
    const { data } = trace.tensor('scaled_scores');
    const n = options.tokens[0].length;
    const expected = data.map((x, i) => {
      const row = data.slice(i - (i % n), i - (i % n) + n).sort();
      return x - row[Math.floor((n - 1) / 2)];
    });
    assert.deepEqual(trace.tensor(path).data, expected);
    assert.ok(trace.set('scaled_scores', [0, 1, 3, 0], 9).includes(path));
    trace.reset();
  });

  test('has one explanation, of the new form, for each of its cells', async () => {
    const { value, result, bound, difference, ...explained } = trace.explain(path, [0, 1, 3, 2]);
    const { data } = trace.tensor('scaled_scores');
    const operands = [...data.slice(28)].map((value, i) => ({
      step: 'scaled_scores',
      index: [0, 1, 3, i],
      value,
    }));
    const middle = operands.findIndex(
      (own) => operands.filter((x) => x.value < own.value).length === 1,
    );
    const form = { rule: 'centre', position: 2, middle, operands };
    assert.deepEqual(explained, { step: path, index: [0, 1, 3, 2], ...form });
    assert.equal(result, operands[2].value - operands[middle].value);
    assert.ok(difference <= bound);
    assert.equal(difference, Math.abs(value - result));
    const { checkEveryCell } = await built.importFrom(
      'tests/node/engine/support/explanation-check.mjs',
    );
    assert.equal(checkEveryCell(trace).centre, data.length);
  });

  test('has its formula, and its lines of PyTorch and NumPy', () => {
    const own = stepAt(path);
    assert.equal(own.formula, String.raw`C = \bar{S} - \operatorname{quantile}_{0.5}(\bar{S})`);
    const call = (library, options) =>
      `centred = scaled - ${library}.quantile(scaled, 0.5, -1, ${options})`;
    assert.equal(own.code, call('torch', "keepdim=True, interpolation='lower'"));
    assert.equal(own.numpy, call('np', "keepdims=True, method='lower'"));
  });

  for (const lang of ['en', 'zh']) {
    test(`is proved with its words, its numbers and a link for each operand (${lang})`, async () => {
      const { links, proofOf, storeWith } = await built.importFrom(
        'tests/node/state/support/proof.mjs',
      );
      const store = storeWith(
        Object.fromEntries(trace.steps.map((step) => [step.path, step])),
        lang,
      );
      const explanation = trace.explain(path, [0, 1, 3, 2]);
      const { html, text } = proofOf(store, explanation);
      assert.equal(store.t.steps[path].title, title[lang]);
      assert.ok(text.includes(rule[lang]), text);
      assert.ok(text.includes(`= ${explanation.result.toFixed(6)}`), text);
      assert.equal(new Set(links(html)).size, 4);
    });
  }
}
