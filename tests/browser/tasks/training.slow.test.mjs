// Models learn while a person watches, without holding up the page.

import { test } from 'node:test';
import { chooseTask, panel, train, withTask } from '../panels/support/training.mjs';
import { assertShortTasks, longestTasks } from './support.mjs';

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
    await assertShortTasks(page.context().browser(), () => longestTasks(page, acts, 200));
  }));
