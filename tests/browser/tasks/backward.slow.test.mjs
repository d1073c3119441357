// The way back keeps the page responsive: turning round, every step, an edit, and a step downhill of all weights.

import { after, before, test } from 'node:test';
import { openSite } from '../support/site.mjs';
import { assertShortTasks, longestTasks } from './support.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

const on = (page, act) =>
  page.evaluate(`(() => {
    const element = document.querySelector('attention-playground');
    const { store } = element;
    return (${act})(store, element);
  })()`);

// As many steps as there are from where one turns round to the words, or enough of them.
for (const [path, what, steps] of [
  ['/play', 'an encoder', 40],
  ['/transformer', 'a whole Transformer', 12],
]) {
  test(`no task of the way back through ${what} is longer than 50 ms`, () =>
    site.withPage(path, async (page) => {
      const turn = (back) =>
        page
          .locator('ap-ribbon .turn')
          .getByRole('button', { name: back ? 'Backward' : 'Forward', exact: true })
          .click();
      // What is fetched late is there.
      await turn(true);
      await page.waitForTimeout(700);
      const acts = [
        () => turn(false),
        () => turn(true),
        ...Array.from({ length: steps }, () => () => on(page, '(store) => store.next()')),
        () =>
          on(
            page,
            "(store) => store.goTo(store.stops.flat().findLast(({ path }) => path.endsWith('w_q')).path)",
          ),
        () =>
          on(
            page,
            "(store) => store.edit(store.steps.find(({ op }) => op === 'softmax').path, [0, 0, 1, 1], 0.5)",
          ),
        () => on(page, '(store) => store.undo()'),
        () => on(page, "(store) => store.wayBack.descend('', 0.01)"),
        () => on(page, '(store) => store.undo()'),
      ];
      await assertShortTasks(site.browser, () => longestTasks(page, acts, 50));
    }));
}
