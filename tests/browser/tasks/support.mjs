// How long the page itself takes: what else the machine does makes no difference to it. A browser traces one page at a time,
// so these files share none (`test:tasks` in package.json).

import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { paced } from '../support/pace.mjs';

/** How often a thing is measured at most. */
export const MOST_ROUNDS = 20;

/** No task of the main thread may take longer, in ms of the machine of the budgets (`pace.mjs`). */
export const taskBudget = 50;

const mark = 'end of what is watched';

/**
 * Processor time in ms of the longest task of the page's main thread while each of `acts` is done, one after the other;
 * `pause` ms more are watched after each.
 */
export async function longestTasks(page, acts, pause) {
  const browser = await page.context().newCDPSession(page);
  const events = [];
  browser.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  const ended = new Promise((resolve) => browser.once('Tracing.tracingComplete', resolve));
  const includedCategories = ['disabled-by-default-devtools.timeline', 'blink.user_timing'];
  await browser.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories },
  });
  for (const act of acts) {
    await act();
    await page.waitForTimeout(pause);
    await page.evaluate((name) => performance.mark(name), mark);
  }
  await browser.send('Tracing.end');
  await ended;
  await browser.detach();
  // Other processes of the browser are in the trace too: the page's is the one that made the marks.
  const marks = events.filter(({ name }) => name === mark).sort((a, b) => a.ts - b.ts);
  assert.equal(marks.length, acts.length);
  const [{ pid, tid }] = marks;
  const isTask = (event) => event.name === 'RunTask' && event.pid === pid && event.tid === tid;
  const tasks = events.filter(isTask);
  return marks.map(({ ts: end }, i) => {
    const start = marks[i - 1]?.ts ?? 0;
    const own = tasks.filter(({ ts }) => ts > start && ts <= end);
    assert.ok(own.length > 0, 'no task was seen');
    return Math.max(...own.map(({ tdur }) => tdur ?? 0)) / 1000;
  });
}

/**
 * Holds the budget for what `round` gives: the longest task of each thing that it does. Each round is the same work, and
 * what is cold or runs beside it can only make it longer, so one round that fits tells. Times are those of the machine of the budgets.
 */
export async function assertShortTasks(browser, round) {
  const rounds = [];
  const shortest = () => rounds[0].map((_, i) => Math.min(...rounds.map((tasks) => tasks[i])));
  const fits = () => shortest().every((task) => task <= taskBudget);
  do {
    // After some, what else the machine does may be over a little later.
    if (rounds.length > 5) await setTimeout(3000);
    const { result, pace } = await paced(browser, round);
    rounds.push(result.map((task) => task / pace));
  } while (rounds.length < MOST_ROUNDS && !fits());
  const list = shortest().map((task) => task.toFixed(0));
  console.log(`longest tasks: ${list.join(', ')} ms of processor time`);
  assert.ok(
    fits(),
    rounds.map((tasks) => tasks.map((task) => task.toFixed(0)).join(' ')).join(' | '),
  );
}

/** A clock of the page's processor time: `const time = await stopwatch(page)`, then `await time(act)` in ms. */
export async function stopwatch(page) {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async () => {
    const { metrics } = await browser.send('Performance.getMetrics');
    return 1000 * metrics.find(({ name }) => name === 'TaskDuration').value;
  };
  return async (act) => {
    const before = await spent();
    await act();
    return (await spent()) - before;
  };
}
