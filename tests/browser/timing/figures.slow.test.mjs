// Twenty different figures on one page are soon there: those in sight, and all of them where all are in sight.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openMany } from '../playground/step/many.mjs';
import { paced } from '../support/pace.mjs';

/** From the start of the visit, on the machine of the budgets. */
const SECONDS = 1;
/** The best of so many visits: what else runs can only make one longer. */
const VISITS = 3;

const { site, visit } = await openMany('step-soon-page');

/** Seconds until the last figure in sight was drawn. */
const lastInSight = (page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll('attention-step')];
    const seen = all.filter((one) => one.getBoundingClientRect().top < innerHeight);
    return Math.max(...seen.map((one) => drawnAt.get(one))) / 1000;
  });

async function quickest(height) {
  let best = Infinity;
  for (let i = 0; i < VISITS; i += 1) {
    const { result, pace } = await paced(site.browser, () => visit(height, lastInSight));
    best = Math.min(best, result / pace);
  }
  return best;
}

test('those in sight are drawn within a second', async () => {
  const seconds = await quickest(800);
  assert.ok(seconds <= SECONDS, `${seconds} s`);
});

test('so are all, where all are in sight', async () => {
  const seconds = await quickest(12_000);
  assert.ok(seconds <= SECONDS, `${seconds} s`);
});
