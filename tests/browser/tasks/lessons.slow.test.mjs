// A lesson is opened and gone through: no task holds the page up, whichever figures its beats have.

import { after, before, test } from 'node:test';
import { Lesson } from '../learn/support/lesson.mjs';
import { openSite } from '../support/site.mjs';
import { assertShortTasks, longestTasks, taskBudget } from './support.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

// With a trained head, sentences of numbers, and each of the panels.
const slugs = [
  'it',
  'why-scale',
  'word-order',
  'heads',
  'word-after-word',
  'tiles',
  'watch-it-learn',
  'a-gradient',
];

/** A page of its own each time: nothing is there yet. */
async function goThrough(slug, count) {
  const page = await site.newPage({ reducedMotion: 'no-preference' });
  try {
    const lesson = new Lesson(page);
    const open = async () => {
      await page.goto(`${site.url}/learn/${slug}`);
      await lesson.settled();
    };
    const goOn = async () => {
      await lesson.next.click();
      await lesson.settled();
    };
    return await longestTasks(page, [open, ...Array(count - 1).fill(goOn)], 100);
  } finally {
    await page.context().close();
  }
}

for (const slug of slugs) {
  test(`learn/${slug} is opened and gone through without a task of more than ${taskBudget} ms`, async () => {
    const page = await (await fetch(`${site.url}/learn/${slug}.html`)).text();
    const count = page.match(/<lesson-beat /g).length;
    await assertShortTasks(site.browser, () => goThrough(slug, count));
  });
}
