// Models learn while a person watches: from pressing the button, and without holding up the page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseTask, panel, train, withTask } from '../panels/support/training.mjs';
import { assertShortTasks, longestTasks } from './support.mjs';

/** So often it is tried at most: what else the machine does can only make it longer. */
const ROUNDS = 5;

/** Seconds from pressing the button until all updates are made, and how well the model does then. */
async function timed(page) {
  const start = performance.now();
  const { evaluation } = await train(page);
  return { seconds: (performance.now() - start) / 1000, evaluation };
}

for (const [task, most, isLearned] of [
  ['four-pairs', 1, ({ sentences }) => sentences === 1],
  ['ring', 5, ({ labels }) => labels >= 0.93],
]) {
  test(`${task}: learned within ${most} s of pressing the button`, () =>
    withTask(task, async (page) => {
      const all = [];
      do {
        if (all.length > 0) {
          // The seed is the same: the run is made anew.
          await chooseTask(page, 'copy');
          await chooseTask(page, task);
        }
        const { seconds, evaluation } = await timed(page);
        assert.ok(isLearned(evaluation), JSON.stringify(evaluation));
        all.push(seconds);
      } while (all.length < ROUNDS && all.at(-1) > most);
      console.log(`${task}: ${all.map((seconds) => seconds.toFixed(2)).join(', ')} s`);
      assert.ok(all.at(-1) <= most, all.join(' '));
    }));
}

// The task with the largest model.
test('translation: no task of the page is longer than 50 ms while it trains, is gone back to, opened and compared', () =>
  withTask('translation', async (page) => {
    const { inside, settle } = panel;
    const acts = [
      () => train(page),
      () => inside(page, '.moments li button').first().click(),
      async () => {
        await inside(page, '.open-update').click();
        await inside(page, 'ap-opened-update .chain').waitFor();
      },
      async () => {
        await inside(page, '.compare').click();
        await settle(page);
      },
      async () => {
        await chooseTask(page, 'copy');
        await chooseTask(page, 'translation');
      },
    ];
    await assertShortTasks(() => longestTasks(page, acts, 200));
  }));
