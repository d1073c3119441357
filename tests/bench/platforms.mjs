// Where rows are measured: in Node, a process of its own for each version, and in Debian's Chromium. Each gives
// `{ name, peak, peers, measure(index, { short }), close() }`, and measures only when it is asked.

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { openSite } from '../browser/support/site.mjs';
import { versions } from './machine.mjs';
import { writePage } from './page-files.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The Node at `execPath`. */
export async function openNode(execPath = process.execPath) {
  const child = fork(here('child.mjs'), { execPath, execArgv: [], serialization: 'advanced' });
  const ask = (message) =>
    new Promise((answered, failed) => {
      const ended = (code) => failed(new Error(`${execPath} ended with ${code}`));
      child.once('exit', ended);
      child.once('error', failed);
      child.once('message', ({ error, value }) => {
        child.off('exit', ended);
        child.off('error', failed);
        if (error) failed(new Error(error));
        else answered(value);
      });
      child.send(message);
    });
  const about = await ask({ open: { versions } });
  return {
    ...about,
    measure: (index, settings) => ask({ measure: [index, settings] }),
    async close() {
      await ask({ close: true });
      child.disconnect();
    },
  };
}

/**
 * The page is not cross-origin isolated, as few pages are: with isolation jax-js would use all cores. The clock is coarser for it
 * (0.1 ms), which turns of 20 ms make good.
 */
export async function openChromium() {
  const site = await openSite({ folder: await writePage() });
  try {
    const page = await site.newPage();
    await page.goto(site.url);
    await page.waitForFunction(() => globalThis.openBench !== undefined);
    const about = await page.evaluate((given) => globalThis.openBench(given), { versions });
    return {
      name: `Chromium ${site.browser.version()}`,
      ...about,
      async measure(index, settings) {
        const record = await page.evaluate(
          ([index, settings]) => globalThis.measureRow(index, settings),
          [index, settings],
        );
        const problems = page.problems.splice(0);
        if (problems.length > 0) throw new Error(problems.join('\n'));
        return record;
      },
      close: () => site.close(),
    };
  } catch (error) {
    await site.close();
    throw error;
  }
}
