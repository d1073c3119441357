// The panel on training: models learn in it, its numbers are the engine's, and it goes back and on to the last bit.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../support/hands.mjs';
import {
  learner,
  makeUpdates,
  panel,
  rewind,
  runOf,
  train,
  trained,
  withTask,
} from './support/training.mjs';

const { inside, field, setField, settle } = panel;

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
    const { evaluation, losses, update } = await train(page);
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
    // The same run in Node, to the last bit.
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

test('a rate that is none is said, and another one goes on; another model starts anew', () =>
  withTask('four-pairs', async (page) => {
    await makeUpdates(page, 5);
    await inside(page, '.toggle-settings').click();
    await setField(page, 'lr', 'fast');
    await eventually(
      async () =>
        /“fast” is not a number/.test((await inside(page, '[role=alert]').allInnerTexts()).join()),
      true,
    );
    await setField(page, 'lr', '0.02');
    await eventually(async () => (await runOf(page)).config.trainer.lr, 0.02);
    assert.equal((await runOf(page)).update, 5);
    await setField(page, 'layers', '2');
    await eventually(async () => (await runOf(page)).config.model.layers, 2);
    assert.equal((await runOf(page)).update, 0);
  }));
