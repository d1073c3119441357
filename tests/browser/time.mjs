// How long the page itself takes: what else the machine does makes no difference to it.

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
