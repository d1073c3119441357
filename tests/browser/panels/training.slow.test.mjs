// The panel on training: longer runs, and what is kept of them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../support/hands.mjs';
import { testLooks, testNarrow, testReturn } from './support/every-panel.mjs';
import {
  atRest,
  makeUpdates,
  panel,
  runOf,
  train,
  trained,
  withTask,
} from './support/training.mjs';

const { inside, withPanel } = panel;

test('the ring: the loss stays, then jumps, and an induction head is there', () =>
  withTask('ring', async (page) => {
    const { losses, evaluation, update } = await train(page);
    assert.equal(update, 400);
    const mean = (from, to) =>
      losses.slice(from, to).reduce((sum, loss) => sum + loss, 0) / (to - from);
    assert.ok(mean(30, 50) > 2.5, `${mean(30, 50)} before the jump`);
    assert.ok(mean(120, 160) < 1, `${mean(120, 160)} after it`);
    assert.ok(evaluation.labels >= 0.94, String(evaluation.labels));
    const induction = evaluation.heads.find(({ name }) => name === 'induction');
    assert.ok(induction.points >= 0.9, String(induction.points));
    const shown = await inside(page, '[data-measure=induction]').innerText();
    assert.match(shown, /Induction/);
    assert.match(shown, new RegExp(`${(100 * induction.points).toFixed(1)}\u00a0%`));
  }));

test('a run pauses, makes one update, makes a hundred, and keeps no more moments than it says', () =>
  withTask('ring', async (page) => {
    await inside(page, 'button.train').click();
    await eventually(async () => (await runOf(page)).update > 0, true, 'begun');
    await inside(page, 'button.train').click();
    const paused = await atRest(page);
    assert.ok(paused.update < 400);
    assert.ok(paused.moments.includes(paused.update));
    await inside(page, 'button.one').click();
    assert.equal((await atRest(page)).update, paused.update + 1);
    await inside(page, 'button.hundred').click();
    const { update, moments } = await atRest(page);
    assert.equal(update, paused.update + 101);
    assert.ok(moments.length <= 24, String(moments));
    assert.equal(moments[0], 0);
  }));

test('a pinned moment stays however long the run is', () =>
  withTask('four-pairs', async (page) => {
    await makeUpdates(page, 7);
    await inside(page, '.pin').click();
    for (let i = 0; i < 30; i += 1) await makeUpdates(page, 1);
    const { moments } = await runOf(page);
    assert.ok(moments.includes(7));
    assert.equal(moments.length, 25);
  }));

test('on a page of somebody else attributes choose task, updates and seed; what is out of range is left out', () =>
  withPanel(async (page) => {
    const put = async (attributes) => {
      await page.evaluate(async (attributes) => {
        const element = document.createElement('training-run');
        for (const each of Object.entries(attributes)) element.setAttribute(...each);
        document.querySelector('training-run').replaceWith(element);
        await element.ready;
      }, attributes);
      const { config } = await runOf(page);
      return [config.task, config.steps, config.seed];
    };
    const given = { loading: 'eager', task: 'reverse' };
    assert.deepEqual(await put({ ...given, steps: '12', seed: '3' }), ['reverse', 12, 3]);
    assert.equal(await inside(page, '[data-page]').count(), 0, 'no other page opens the model');
    const [, steps] = await put(given);
    assert.deepEqual(await put({ ...given, steps: '5001', seed: '-1' }), ['reverse', steps, 0]);
    assert.deepEqual(await put({ ...given, steps: 'many', lang: 'zh' }), ['reverse', steps, 0]);
    await eventually(() => inside(page, 'button.train').innerText(), '训练');
  }));

testLooks(panel, 'B', trained);

testNarrow(panel, trained);

testReturn(
  panel,
  async (page) => {
    const { update, evaluation } = await runOf(page);
    assert.equal(update, 0);
    assert.ok(evaluation.loss > 3);
  },
  (page) => makeUpdates(page, 3),
);
