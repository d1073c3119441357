// The panel of generation: every number that it shows is the engine's, with the cache and without.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  acts,
  chips,
  column,
  generated,
  next,
  panel,
  prompt,
  testTokens,
  twin,
  vocabularyOf,
  written,
} from './support/generate.mjs';
import { eventually } from '../support/hands.mjs';

const { ap, field, inside, setField, withPanel } = panel;

testTokens(true, 2);

test('temperature, top-k and greedy choose again from the same logits', async () => {
  await withPanel(async (page) => {
    const vocabulary = await vocabularyOf(page);
    const model = twin(vocabulary);
    const logits = await column(page, 'logit');
    const check = async (options) => {
      const [one] = await generated(model, { prompt, maxNewTokens: 1, ...options });
      await eventually(() => column(page, 'probability'), one.probability);
      assert.deepEqual(await column(page, 'logit'), logits);
      await eventually(() => chips(page), [one.token]);
      return one;
    };
    await setField(page, 'temperature', '0.5');
    await check({ temperature: 0.5 });
    await setField(page, 'topK', '3');
    await check({ temperature: 0.5, topK: 3 });
    const after = await column(page, 'after');
    assert.equal(after.filter((value) => value === -Infinity).length, vocabulary.length - 3);
    assert.equal(await inside(page, 'ap-candidates tr.cut').count(), vocabulary.length - 3);
    await setField(page, 'drawSeed', '12');
    await check({ temperature: 0.5, topK: 3, seed: 12 });
    await field(page, 'way').selectOption({ index: 1 });
    const { position } = await check({ temperature: 0.5, topK: 3, doSample: false });
    assert.equal(position, logits.indexOf(Math.max(...logits)));
    assert.equal(await inside(page, '.line[role=img]').count(), 0);
    await field(page, 'temperature-slider').fill('2');
    await check({ temperature: 2, topK: 3, doSample: false });
    await setField(page, 'topK', String(vocabulary.length));
    await check({ temperature: 2, doSample: false });
    model.dispose();
  });
});

test('the matrix of weights grows by a row: kept ones stay, the new one is marked', async () => {
  await withPanel(async (page) => {
    const weights = () =>
      inside(page, 'ap-grown-matrix [role=row]').evaluateAll((rows) =>
        rows.map((row) => [...row.children].map((cell) => cell.dataset.value)),
      );
    const before = await weights();
    assert.equal(before.length, 5);
    await next(page);
    await eventually(async () => (await weights()).length, 6);
    const grown = await weights();
    before.forEach((row, i) => assert.deepEqual(grown[i], [...row, '0']));
    const bracket = (name) =>
      inside(page, `ap-grown-matrix .${name}`).first().getAttribute('data-rows');
    await eventually(() => bracket('kept'), '5');
    assert.equal(await bracket('new'), '1');
    await inside(page, '.use-cache').click();
    await next(page);
    await eventually(() => bracket('new'), '7');
    assert.equal(await inside(page, 'ap-grown-matrix .kept').count(), 0);
  });
});

test('a kept key is proved through the pass that made it, a kept weight too', async () => {
  await withPanel(async (page) => {
    await next(page, 2);
    const proof = inside(page, 'ap-proof section');
    const cell = (step, index) =>
      inside(page, `.port[data-step="${step}"] [role=gridcell][data-index="${index}"]`);
    const key = cell('decoder.0.self_attention.cached_k', '0,0,1,2');
    await key.click();
    await eventually(async () => /“cat”/.test(await proof.innerText()), true);
    assert.match(await proof.innerText(), /without a cache/);
    const shown = () => inside(page, 'ap-proof .value').getAttribute('data-value');
    assert.equal(await shown(), await key.getAttribute('data-value'));
    const weight = cell('decoder.0.self_attention.weights', '0,0,2,1');
    await weight.click();
    await eventually(shown, await weight.getAttribute('data-value'));
    assert.match(await proof.innerText(), /sat ⇒ on → key cat/);
    await cell('decoder.0.self_attention.weights', '0,0,2,6').click();
    await eventually(shown, '0');
    await weight.dblclick();
    await inside(page, 'ap-cell-editor input').waitFor();
    await page.keyboard.type('1');
    await page.keyboard.press('Enter');
    await eventually(
      async () => /Change one weight/.test(await inside(page, '.notice').innerText()),
      true,
    );
  });
});

test('a changed key weight empties the cache; the next token is computed with it from scratch', async () => {
  await withPanel(async (page) => {
    await next(page);
    const tokens = [...prompt, ...(await chips(page))];
    await field(page, 'row').selectOption('2');
    await field(page, 'column').selectOption('3');
    await field(page, 'weight').fill('1.5');
    await inside(page, 'ap-change-weight button').click();
    await eventually(
      async () => /cache was emptied: 6 tokens/.test(await inside(page, '.done').innerText()),
      true,
    );
    assert.ok(await inside(page, 'button.check').isDisabled());
    await setField(page, 'temperature', '0.9');
    await eventually(
      async () => /weight has changed/.test(await inside(page, '.notice').innerText()),
      true,
    );
    await setField(page, 'temperature', '1');
    await next(page);
    const model = twin(await vocabularyOf(page));
    await generated(model, { prompt, maxNewTokens: 1 });
    model.set('decoder.0.self_attention.w_k', [2, 3], 1.5);
    const [one] = await generated(model, { prompt: tokens, maxNewTokens: 1 });
    await eventually(() => column(page, 'logit'), one.logit);
    const rows = inside(page, '.rows li').first();
    assert.equal(await rows.getAttribute('data-kept'), '0');
    assert.equal(await rows.getAttribute('data-computed'), '7');
    model.dispose();
  });
});

test('another prompt uses again what it shares with the last sequence', async () => {
  await withPanel(async (page) => {
    await next(page);
    await setField(page, 'prompt', 'The cat sat on a mat');
    await eventually(
      async () => (await inside(page, '.notice').innerText()).trim(),
      'This pass: 4 tokens reused, 2 computed.',
    );
    await inside(page, '.over').click();
    await eventually(() => inside(page, '.rows li').first().getAttribute('data-kept'), '0');
  });
});

test('the example: softmax of 39, 20, 31 and 35, which can be changed', async () => {
  await withPanel(async (page) => {
    const shown = () =>
      inside(page, 'ap-example-logits [data-value]').evaluateAll((all) =>
        all.map((one) => Number(one.dataset.value)),
      );
    const softmax = (data) => [...ap.softmax({ shape: [4], data }).data];
    assert.deepEqual(await shown(), softmax([39, 20, 31, 35]));
    const written = [0.98169, 5.5e-9, 0.000329, 0.01798];
    (await shown()).forEach((value, i) => assert.ok(Math.abs(value / written[i] - 1) < 2e-3));
    const field = inside(page, 'ap-example-logits input').nth(1);
    await field.fill('39');
    await field.press('Enter');
    await eventually(shown, softmax([39, 39, 31, 35]));
    await field.fill('x');
    await field.press('Enter');
    assert.match(
      await inside(page, 'ap-example-logits .wrong').innerText(),
      /Logit 2.*not a number/,
    );
    assert.deepEqual(await shown(), softmax([39, 39, 31, 35]));
  });
});

test('it opens on a model that writes verse, and every logit is its own', () =>
  withPanel(
    async (page) => {
      const expected = await written('verse-en', {
        prompt: '<sos> we found a hidden spoon /'.split(' '),
        doSample: true,
        maxNewTokens: 2,
      });
      await next(page);
      assert.deepEqual(
        await chips(page),
        expected.map(({ token }) => token),
      );
      const shown = await page.evaluate(() => {
        const { shown } = document.querySelector('token-generation').generation;
        return [...shown.trace.tensor('next.logits').data];
      });
      assert.deepEqual(shown, expected.at(-1).logits);
      assert.match(await inside(page, '.worth').innerText(), /9\d(\.\d)?\s?%/);
    },
    { given: '' },
  ));
