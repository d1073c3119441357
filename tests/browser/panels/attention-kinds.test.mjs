// The panel of the three kinds of attention: what it draws is what the engine's trace of the same sentences holds.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../support/hands.mjs';
import {
  card,
  drawn,
  opening,
  pairs,
  panel,
  pass,
  scopes,
  slice,
  type,
} from './support/attention-kinds.mjs';
import { passOf } from './support/trained.mjs';

const { ap, field, inside, options, setField, settle, withPanel } = panel;

test('masks, scores and weights of all three kinds are the engine’s', async () => {
  await withPanel(async (page) => {
    await inside(page, '.picker button >> nth=2').click();
    await setField(page, 'seed', '9');
    const read = (paths) =>
      pass({ ...pairs.first, seed: 9 }, (trace) =>
        paths.map((one) => slice(trace.tensor(one), [0, 2])),
      );
    for (const [kind, scope] of Object.entries(scopes)) {
      const scores = `${scope}.${kind === 'decoder' ? 'masked' : 'scaled'}_scores`;
      const [expected, weights] = read([scores, `${scope}.weights`]);
      assert.deepEqual(await drawn(page, kind, scores), expected);
      assert.deepEqual(await drawn(page, kind, `${scope}.weights`), weights);
    }
    const [mask] = read(['decoder.causal_mask']);
    assert.deepEqual(await drawn(page, 'decoder', 'decoder.causal_mask'), mask);
    assert.equal(Object.values(mask).filter((value) => value === -Infinity).length, 6);
    assert.match(await card(page, 'encoder').innerText(), /No mask: every query/);
    const cross = card(page, 'cross', `.port[data-step="${scopes.cross}.weights"]`);
    assert.equal(await cross.getAttribute('data-shape'), '1,4,4,3');
  });
});

test('where Q, K and V come from is what the steps read', async () => {
  await withPanel(async (page) => {
    for (const [kind, scope] of Object.entries(scopes)) {
      const shown = await card(page, kind, '.feed').evaluateAll((all) =>
        all.map(({ dataset }) => [dataset.origin, dataset.feeds]),
      );
      const inputs = pass(pairs.first, ({ steps }) =>
        ['q', 'k', 'v'].map((name) => [
          name,
          steps.find((step) => step.path === `${scope}.${name}`).inputs[0],
        ]),
      );
      assert.deepEqual(
        shown.flatMap(([origin, feeds]) => feeds.split(',').map((name) => [name, origin])),
        inputs,
      );
      assert.equal(shown.length, kind === 'cross' ? 2 : 1);
    }
    await card(page, 'cross', '.feed .from >> nth=1').click();
    await inside(page, '.chosen .port[data-step="encoder.0.norm_2"]').waitFor();
  });
});

test('a second, shorter pair brings the padding mask [batch, 1, 1, key]', async () => {
  await withPanel(async (page) => {
    await field(page, 'padding').check();
    await settle(page);
    const masks = pass(pairs.two, (trace) => {
      assert.deepEqual(trace.tensor('encoder.padding_mask').shape, [2, 1, 1, 3]);
      return Object.fromEntries(
        ['encoder.padding_mask', 'decoder.padding_mask', 'decoder.memory_padding_mask'].map(
          (one) => [one, slice(trace.tensor(one), [1, 0])],
        ),
      );
    });
    for (const [kind, one] of [
      ['encoder', 'encoder.padding_mask'],
      ['decoder', 'decoder.padding_mask'],
      ['cross', 'decoder.memory_padding_mask'],
    ]) {
      assert.deepEqual(await drawn(page, kind, one), masks[one], one);
    }
    const mask = card(page, 'encoder', '.port[data-step="encoder.padding_mask"]');
    assert.equal(await mask.getAttribute('data-shape'), '2,1,1,3');
    assert.deepEqual(await card(page, 'encoder', '.rail >> nth=0 >> .word').allInnerTexts(), [
      'Hello',
      '[PAD]',
      '[PAD]',
    ]);
    // The numbers themselves: no weight falls on padding.
    const cross = await drawn(page, 'cross', `${scopes.cross}.weights`);
    for (const [index, value] of Object.entries(cross)) {
      assert.equal(value, index.endsWith(',0') ? 1 : 0, index);
    }
    await field(page, 'padding').uncheck();
    await settle(page);
    assert.match(await card(page, 'encoder').innerText(), /No mask: every query/);
  });
});

test('a cell in any card opens its proof below, down to its operands', async () => {
  await withPanel(async (page) => {
    const value = () => inside(page, 'ap-proof .value').getAttribute('data-value').then(Number);
    for (const [kind, scope] of Object.entries(scopes)) {
      const one = `${scope}.weights`;
      await card(page, kind, `.port[data-step="${one}"] [data-index="0,0,2,1"]`).click();
      const expected = pass(pairs.first, (trace) => slice(trace.tensor(one), [0, 0])['0,0,2,1']);
      await eventually(value, expected);
      assert.equal(await inside(page, '.chosen .step').first().getAttribute('data-step'), one);
    }
    await inside(page, 'ap-proof tbody button >> nth=1').click();
    const scores = `${scopes.cross}.scaled_scores`;
    const expected = pass(pairs.first, (trace) => slice(trace.tensor(scores), [0, 0])['0,0,2,1']);
    await eventually(value, expected);
    await inside(page, `.chosen .port[data-step="${scores}"]`).waitFor();
  });
});

test('the worked example: softmax of masked scores', async () => {
  await withPanel(async (page) => {
    const shown = (step) =>
      inside(page, `table[data-step=${step}] tr`).evaluateAll((rows) =>
        rows.map((row) => [...row.querySelectorAll('td')].map((td) => td.textContent.trim())),
      );
    assert.deepEqual(await shown('masked_scores'), [
      ['2', '−∞', '−∞'],
      ['1', '3', '−∞'],
      ['0.5', '2', '1.5'],
    ]);
    assert.deepEqual(await shown('weights'), [
      ['1', '0', '0'],
      ['0.119203', '0.880797', '0'],
      ['0.121952', '0.546549', '0.331499'],
    ]);
  });
});

test('typed sentences, examples and attributes run', async () => {
  await withPanel(async (page) => {
    const shape = async (kind) =>
      card(page, kind, `.port[data-step="${scopes[kind]}.weights"]`).getAttribute('data-shape');
    await type(page, 'source-0', 'one two three four five');
    await eventually(() => shape('cross'), '1,4,4,5');
    await type(page, 'target-0', '<sos> eins');
    await eventually(() => shape('cross'), '1,4,2,5');
    assert.equal(await field(page, 'source-0').inputValue(), 'one two three four five');
    for (const [n, wanted] of [
      [2, '1,4,12,10'],
      [0, '1,4,4,3'],
    ]) {
      await inside(page, '.examples button').nth(n).click();
      await eventually(() => shape('cross'), wanted);
    }
    await page.evaluate(() =>
      Object.assign(document.querySelector('attention-kinds'), { source: 'a b', seed: 4 }),
    );
    await eventually(() => shape('encoder'), '1,4,2,2');
    assert.equal(await field(page, 'seed').inputValue(), '4');
  });
});

test('it opens on a trained translation, whose numbers are the model’s', () =>
  withPanel(
    async (page) => {
      assert.equal((await options(page)).parameters, 'translation-textbook');
      assert.match(await inside(page, '.worth').innerText(), /100% of 512 unseen sentences/);
      const scope = 'decoder.1.cross_attention';
      assert.deepEqual(
        await drawn(page, 'cross', `${scope}.weights`),
        passOf(ap, 'translation-textbook', opening, (trace) =>
          slice(trace.tensor(`${scope}.weights`), [0, 0]),
        ),
      );
    },
    { given: '' },
  ));

test('a sentence without a word, and a seed that is none, are said', () =>
  withPanel(async (page) => {
    const alert = inside(page, '[role=alert] .wrong');
    await type(page, 'target-0', '  ');
    assert.match(await alert.innerText(), /no word/);
    await type(page, 'target-0', '<sos> 我 喜欢 你');
    await setField(page, 'seed', '-1');
    assert.match(await alert.innerText(), /4294967295/);
    await setField(page, 'seed', '5');
    assert.equal(await alert.count(), 0);
  }));
