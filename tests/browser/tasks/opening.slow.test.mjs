// A page that is opened answers all the while: none of its tasks is long.

import { after, before, test } from 'node:test';
import { openSite, whenReady } from '../support/site.mjs';
import { assertShortTasks, longestTasks, taskBudget } from './support.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

const explore = [
  'positions',
  'attention-kinds',
  'scaling',
  'tiles',
  'workers',
  'generate',
  'train',
];
// Another language is other texts of the same length: one page of it tells.
const paths = [
  '/',
  '/play',
  '/zh/play',
  '/transformer',
  ...explore.map((name) => `/explore/${name}`),
];

/** A page of its own each time: nothing is there yet. */
async function open(path) {
  const page = await site.newPage({ reducedMotion: 'no-preference' });
  try {
    const visit = async () => {
      await page.goto(site.url + path);
      await whenReady(page);
    };
    return await longestTasks(page, [visit], 100);
  } finally {
    await page.context().close();
  }
}

for (const path of paths) {
  test(`${path} opens without a task of more than ${taskBudget} ms`, () =>
    assertShortTasks(site.browser, () => open(path)));
}
