// The page Train: every task is learned there from scratch while a person watches. What takes seconds is learned here, too; of
// the others the first updates are the engine's, to the last bit, so the run ends where its log says.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLog } from '../../../scripts/train/logs.mjs';
import { timed } from '../support/pace.mjs';
import { learner, makeUpdates, runOf, train, withTask } from '../panels/support/training.mjs';

/** [task, seconds from pressing the button, what is reached] */
const short = [
  ['referent', 5, ({ labels }) => labels >= 0.99],
  ['translation', 8, ({ sentences }) => sentences >= 0.95],
  ['phrases', 5, ({ sentences }) => sentences >= 0.8],
];
const long = [
  ['numbers', 12, ({ sentences }) => sentences >= 0.9],
  ['reverse', 20, ({ sentences }) => sentences >= 0.95],
  ['copy', 8, ({ sentences }) => sentences >= 0.95],
  ['sort', 25, ({ sentences }) => sentences >= 0.9],
  ['referent-emergent', 20, ({ labels }) => labels >= 0.85],
  ['translation-textbook', 25, ({ sentences }) => sentences >= 0.95],
  ['verse-en', 120, ({ labels }) => labels >= 0.3],
  ['verse-zh', 120, ({ labels }) => labels >= 0.2],
];

for (const [task, most, isLearned] of short) {
  test(`${task}: learned in the page within ${most} s`, () =>
    withTask(task, async (page) => {
      const { result, seconds } = await timed(page.context().browser(), () => train(page));
      const { evaluation, update, config } = result;
      console.log(`${task}: ${update} updates in ${seconds.toFixed(1)} s`);
      assert.equal(update, config.steps);
      assert.ok(isLearned(evaluation), JSON.stringify(evaluation));
      assert.ok(seconds <= most, `${seconds} s`);
    }));
}

/** So many updates are made of the others. */
const UPDATES = 30;

for (const [task, most, isLearned] of long) {
  test(`${task}: begun in the page as in the log, which ends where it is learned, within ${most} s`, () =>
    withTask(task, async (page) => {
      const { steps, seed } = (await runOf(page)).config;
      const logged = readLog(task).seeds.find((one) => one.seed === seed);
      assert.equal(logged.updates, steps);
      assert.ok(isLearned(logged.heldOut), JSON.stringify(logged.heldOut));
      const browser = page.context().browser();
      const { result, seconds: taken } = await timed(browser, () => makeUpdates(page, UPDATES));
      const { losses } = result;
      const seconds = (taken * steps) / UPDATES;
      console.log(`${task}: ${steps} updates would take ${seconds.toFixed(1)} s`);
      assert.ok(seconds <= most, `${seconds} s`);
      const { model, trainer } = learner(task);
      assert.deepEqual(losses, [...trainer.step(UPDATES).losses]);
      trainer.dispose();
      model.dispose();
    }));
}
