// Experiments of the panel on training: they ask before they show.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../support/hands.mjs';
import { panel } from './support/training.mjs';

const { tag, inside, field, withPanel } = panel;

const act = (page) => inside(page, '.run-pair').innerText();
const results = (page) => page.evaluate((tag) => document.querySelector(tag).results, tag);
const isFocused = (page, selector) =>
  inside(page, selector).evaluate((one) => one.getRootNode().activeElement === one);

test('an experiment asks for both shares first: by keys they are guessed, refused, and then fixed', () =>
  withPanel(async (page) => {
    assert.equal(await act(page), 'Show me');
    assert.match(await inside(page, '.guesses legend').innerText(), /held-out tokens/);
    await field(page, 'guess-a').focus();
    await page.keyboard.type('lots');
    await eventually(() => act(page), 'Run both');
    await page.keyboard.press('Enter');
    await eventually(
      async () => /“lots” is no percentage/.test(await inside(page, '.guesses').innerText()),
      true,
    );
    assert.equal(await inside(page, '.both').count(), 0, 'nothing runs');
    assert.ok(await isFocused(page, '[name=guess-a]'));
    await field(page, 'guess-a').fill('');
    await page.keyboard.press('Tab');
    await eventually(() => act(page), 'Show me', 'a field may be empty');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    assert.equal(await field(page, 'guess-b').inputValue(), '2');
    await field(page, 'guess-a').fill('60 %');
    await page.keyboard.press('Enter');
    await inside(page, '.both').waitFor();
    assert.equal(await inside(page, '.guesses').count(), 0, 'it is too late for another guess');
    assert.deepEqual(await inside(page, '.guessed td').allInnerTexts(), ['60\u00a0%', '2\u00a0%']);
    assert.ok(await isFocused(page, '.run-pair'));
    assert.equal(await act(page), 'Pause');
    assert.match(await inside(page, '.outcome').innerText(), /Both runs train/);
    await page.keyboard.press('Enter');
    await eventually(() => act(page), 'Go on');
    const { 'guess-a': a, 'guess-b': b, finished, attention, ...measured } = await results(page);
    assert.match(attention, /_attention\.weights$/);
    assert.deepEqual([a, b, finished], [0.6, 0.02, 0]);
    const { update, ...shares } = await page.evaluate((tag) => {
      const { run, experiments } = document.querySelector(tag);
      const [first, second] = ['a', 'b'].map((side) => experiments.pair[side].now.evaluation);
      const { loss, labels } = run.now.evaluation;
      return {
        update: run.now.update,
        loss,
        accuracy: labels,
        training: 0,
        'accuracy-a': first.labels,
        'accuracy-b': second.labels,
      };
    }, tag);
    assert.deepEqual(measured, { update, ...shares });
  }));

test('a decoder that trains without its mask has as small a loss, and writes nothing that is right', () =>
  withPanel(async (page) => {
    await inside(page, '[data-experiment=mask]').click();
    await inside(page, '.run-pair').click();
    await inside(page, '.both').waitFor();
    assert.match(
      await inside(page, '.pair ap-chart').evaluate((one) => one.name),
      /^Loss of the batches/,
    );
    await eventually(async () => (await results(page)).finished, 1, 'both train', 120_000);
    const { 'accuracy-a': masked, 'accuracy-b': open } = await results(page);
    assert.equal(masked, 1);
    assert.equal(open, 0);
    const [loss] = await inside(page, '.both tbody tr')
      .filter({ hasText: 'Loss of the batch' })
      .locator('td')
      .evaluateAll((all) => [all.map(({ textContent }) => Number(textContent))]);
    assert.ok(loss.length === 2 && loss.every((one) => one < 0.05), loss.join());
    // Both begin from the same parameters and learn from the same batches.
    const first = await page.evaluate((tag) => {
      const { a, b } = document.querySelector(tag).experiments.pair;
      return [a, b].map(({ moments }) => moments.all[0].evaluation.loss);
    }, tag);
    assert.equal(first[0], first[1]);
  }));

test('another experiment asks for guesses of its own, in its own measure', () =>
  withPanel(
    async (page) => {
      await field(page, 'guess-a').fill('30');
      await inside(page, '[data-experiment=warmup]').click();
      assert.equal(await field(page, 'guess-a').inputValue(), '');
      assert.equal(await act(page), '直接看结果');
      assert.match(await inside(page, '.guesses legend').innerText(), /留出的句子/);
    },
    { lang: 'zh' },
  ));
