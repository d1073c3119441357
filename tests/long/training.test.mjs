// The page Train: what takes too long for every run of the tests is learned there from scratch, too, while a person watches.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { train, withTask } from '../browser/panels/support/training.mjs';

/** [task, seconds from pressing the button, what is reached] */
const tasks = [
  ['referent', 5, ({ labels }) => labels >= 0.99],
  ['translation', 8, ({ sentences }) => sentences >= 0.95],
  ['numbers', 12, ({ sentences }) => sentences >= 0.9],
  ['reverse', 20, ({ sentences }) => sentences >= 0.95],
  ['phrases', 5, ({ sentences }) => sentences >= 0.8],
  ['copy', 8, ({ sentences }) => sentences >= 0.95],
  ['sort', 25, ({ sentences }) => sentences >= 0.9],
  ['referent-emergent', 20, ({ labels }) => labels >= 0.85],
  ['translation-textbook', 25, ({ sentences }) => sentences >= 0.95],
  ['verse-en', 120, ({ labels }) => labels >= 0.3],
  ['verse-zh', 120, ({ labels }) => labels >= 0.2],
];

for (const [task, most, isLearned] of tasks) {
  test(`${task}: learned in the page within ${most} s`, () =>
    withTask(task, async (page) => {
      const start = performance.now();
      const { evaluation, update, recipe } = await train(page);
      const seconds = (performance.now() - start) / 1000;
      console.log(`${task}: ${update} updates in ${seconds.toFixed(1)} s`);
      assert.equal(update, recipe.steps);
      assert.ok(isLearned(evaluation), JSON.stringify(evaluation));
      assert.ok(seconds <= most, `${seconds} s`);
    }));
}
