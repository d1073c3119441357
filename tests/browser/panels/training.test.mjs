// The panel on training: models learn in it, its numbers are the engine's, and it goes back and on to the last bit.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../support/hands.mjs';
import { testLooks, testOpening, testReturn } from './support/every-panel.mjs';
import {
  atRest,
  chooseTask,
  learner,
  makeUpdates,
  panel,
  rewind,
  runOf,
  train,
  withTask,
} from './support/training.mjs';

const { inside, field, settle, withPanel } = panel;

const answers = (page) =>
  inside(page, '.answers li').evaluateAll((all) =>
    all.map((one) => [
      one.querySelector('.asked').textContent.trim(),
      one.querySelector('.written').textContent.trim(),
      one.querySelector('.verdict').classList.contains('right'),
    ]),
  );

const fact = (page, name) => inside(page, `[data-fact=${name}] b`).innerText();

test('four pairs are learned from scratch, and their translations stand on the page', () =>
  withTask('four-pairs', async (page) => {
    const before = await answers(page);
    assert.equal(before.length, 4);
    assert.ok(before.every(([, , right]) => !right));
    assert.match(await inside(page, '.meaning').innerText(), /among 30 tokens has ln 30 = 3\.40/);
    const { evaluation, update } = await train(page);
    assert.equal(update, 60);
    assert.equal(evaluation.sentences, 1);
    assert.deepEqual(await answers(page), [
      ['I am a student', '我是一个学生', true],
      ['I am a teacher', '我是一个老师', true],
      ['Good morning', '早上好', true],
      ['Thank you very much', '非常感谢你', true],
    ]);
    assert.equal(await fact(page, 'sentences'), '100\u00a0%');
    await eventually(() => inside(page, 'button.train').innerText(), 'Train anew');
  }));

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

test('the numbers are those of the same run in Node, to the last bit', () =>
  withTask('four-pairs', async (page) => {
    const { losses, evaluation } = await train(page);
    const { model, trainer } = learner('four-pairs');
    assert.deepEqual(losses, [...trainer.step(60).losses]);
    assert.deepEqual(evaluation, trainer.evaluate({ examples: 64 }));
    trainer.dispose();
    model.dispose();
  }));

test('rewound to a kept moment, training makes the same numbers again', () =>
  withTask('four-pairs', async (page) => {
    const first = await train(page);
    const middle = first.moments[Math.floor(first.moments.length / 2)];
    await rewind(page, middle);
    const there = await runOf(page);
    assert.notDeepEqual(there.evaluation, first.evaluation);
    await eventually(() => inside(page, 'button.train').innerText(), 'Go on');
    assert.deepEqual(there.losses, first.losses);
    const { losses, evaluation } = await train(page);
    assert.deepEqual(losses, first.losses);
    assert.deepEqual(evaluation, first.evaluation);
  }));

test('a run pauses, makes one update, makes a hundred, and keeps no more moments than it says', () =>
  withTask('ring', async (page) => {
    await inside(page, 'button.train').click();
    await eventually(async () => (await runOf(page)).update > 0, true, 'begun', 20_000);
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

test('the curves are a slider, and a table', () =>
  withTask('four-pairs', async (page) => {
    await train(page);
    const slider = inside(page, 'ap-chart.loss [role=slider]');
    assert.equal(await slider.getAttribute('aria-valuemax'), '60');
    await slider.focus();
    const { moments } = await runOf(page);
    await page.keyboard.press('ArrowLeft');
    await eventually(async () => (await runOf(page)).update, moments.at(-2));
    await page.keyboard.press('Home');
    await eventually(async () => (await runOf(page)).update, 0);
    await inside(page, '.curves label', { hasText: 'as a table' }).last().click();
    const rows = inside(page, 'table.points tbody tr');
    assert.equal(await rows.count(), 31);
    assert.match(await rows.last().innerText(), /^60\s.*100\s%\s+100\s%/);
  }));

test('a head of another attention and another example can be looked at', () =>
  withTask('translation', async (page) => {
    const shown = () =>
      inside(page, '.attention ap-slice').evaluate((slice) => [
        slice.path,
        slice.figure.grids[0].columnLabels.length,
      ]);
    await settle(page);
    assert.equal((await shown())[0], 'decoder.0.cross_attention.weights');
    await field(page, 'attention').selectOption('encoder.0.self_attention.weights');
    await field(page, 'example').selectOption('2');
    await settle(page);
    const [path, columns] = await shown();
    assert.equal(path, 'encoder.0.self_attention.weights');
    const words = await page.evaluate(
      () => document.querySelector('training-run').run.task.heldOut[2].source,
    );
    assert.equal(columns, words.length);
  }));

testLooks(panel, async (page) => {
  await chooseTask(page, 'four-pairs');
  await train(page);
  await inside(page, '.toggle-settings').click();
});

testOpening(panel, { link: 'Training', chunk: 'training' }, async (page) => {
  assert.equal((await runOf(page)).update, 0);
});

testReturn(
  panel,
  async (page) => {
    const { update, evaluation } = await runOf(page);
    assert.equal(update, 0);
    assert.ok(evaluation.loss > 3);
  },
  (page) => makeUpdates(page, 3),
);

test('on a page of somebody else attributes choose task, updates and seed; what is out of range is left out', () =>
  withPanel(async (page) => {
    const put = async (attributes) => {
      await page.evaluate(async (attributes) => {
        const element = document.createElement('training-run');
        for (const each of Object.entries(attributes)) element.setAttribute(...each);
        document.querySelector('training-run').replaceWith(element);
        await element.ready;
      }, attributes);
      const { recipe } = await runOf(page);
      return [recipe.task, recipe.steps, recipe.seed];
    };
    const given = { loading: 'eager', task: 'reverse' };
    assert.deepEqual(await put({ ...given, steps: '12', seed: '3' }), ['reverse', 12, 3]);
    assert.equal(await inside(page, '[data-page]').count(), 0, 'no other page opens the model');
    const [, steps] = await put(given);
    assert.deepEqual(await put({ ...given, steps: '5001', seed: '-1' }), ['reverse', steps, 0]);
    assert.deepEqual(await put({ ...given, steps: 'many', lang: 'zh' }), ['reverse', steps, 0]);
    await eventually(() => inside(page, 'button.train').innerText(), '训练');
  }));
