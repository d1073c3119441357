// How long the page itself takes: what else the machine does makes no difference to it.

import assert from 'node:assert/strict';

/** No task of the main thread may take longer, in ms. */
export const taskBudget = 50;

const mark = 'end of what is watched';

/** Processor time in ms of the longest task of the page's main thread while `act` is done; 200 ms more are watched. */
export async function longestTask(page, act) {
  const browser = await page.context().newCDPSession(page);
  const events = [];
  browser.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  const ended = new Promise((resolve) => browser.once('Tracing.tracingComplete', resolve));
  const includedCategories = ['disabled-by-default-devtools.timeline', 'blink.user_timing'];
  await browser.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories },
  });
  await act();
  await page.waitForTimeout(200);
  await page.evaluate((name) => performance.mark(name), mark);
  await browser.send('Tracing.end');
  await ended;
  await browser.detach();
  // Other processes of the browser are in the trace too: the page's is the one that made the mark.
  const { pid, tid } = events.find(({ name }) => name === mark);
  const isTask = (event) => event.name === 'RunTask' && event.pid === pid && event.tid === tid;
  const tasks = events.filter(isTask);
  assert.ok(tasks.length > 0, 'no task was seen');
  return Math.max(...tasks.map(({ tdur }) => tdur ?? 0)) / 1000;
}

/**
 * Holds the budget for each of `acts`, which give the longest task of what they do. They are done in turn: each round
 * is the same work, and what is cold or runs beside it can only make it longer, so one round that fits tells.
 */
export async function assertShortTasks(acts) {
  const longest = acts.map(() => []);
  const shortest = () => longest.map((tasks) => Math.min(...tasks));
  const fit = () => shortest().every((task) => task <= taskBudget);
  for (let round = 0; round < 5 && !fit(); round += 1) {
    for (const [i, act] of acts.entries()) longest[i].push(await act());
  }
  const list = shortest().map((task) => task.toFixed(0));
  console.log(`longest tasks: ${list.join(', ')} ms of processor time`);
  assert.ok(fit(), longest.join(' | '));
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
