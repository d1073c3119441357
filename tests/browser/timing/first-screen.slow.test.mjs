// The first screen on a slow machine and a slow line: soon it can be read, then it lives, and nothing moves. Times are those of
// a processor four times slower, and of a line of 1.6 Mbit/s with 150 ms to the host, which compresses what it sends.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { first } from '../support/site.mjs';
import { openCompressedSite, slowDown } from '../support/slow-line.mjs';

/** In ms from the start of the visit. */
const budgets = { readable: 1500, live: 5000 };
/** Bytes, compressed, that have come when it can be read: its own and what has to be there for it. */
const readableBytes = 70_000;
const MOST_TRIES = 4;

let site;
before(async () => (site = await openCompressedSite()));
after(() => site.close());

/** Notes when the still picture is painted, when the element lives, and every shift of the layout. */
function watch() {
  globalThis.seen = { shifts: [] };
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) {
      if (!hadRecentInput) globalThis.seen.shifts.push(value);
    }
  }).observe({ type: 'layout-shift', buffered: true });
  const look = () => {
    const painted = performance.getEntriesByName('first-contentful-paint').length > 0;
    const answer = document.querySelector('.poster-claim strong');
    if (!painted || !answer?.getBoundingClientRect().height) return requestAnimationFrame(look);
    globalThis.seen.readable = performance.now();
    globalThis.seen.resources = performance
      .getEntriesByType('resource')
      .filter(
        ({ responseEnd, renderBlockingStatus }) =>
          responseEnd > 0 && renderBlockingStatus === 'blocking',
      )
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    const [page] = performance.getEntriesByType('navigation');
    globalThis.seen.resources += page.encodedBodySize;
  };
  requestAnimationFrame(look);
}

async function visit(path, { width, height, colorScheme }) {
  const context = await site.browser.newContext({
    viewport: { width, height },
    colorScheme,
    reducedMotion: 'reduce',
    hasTouch: width < 600,
  });
  const page = await context.newPage();
  try {
    await page.addInitScript(watch);
    await slowDown(page);
    await page.goto(site.url + path, { waitUntil: 'commit' });
    await page.waitForFunction(() => document.querySelector('attention-playground')?.ready);
    const live = await page.evaluate(async () => {
      const element = document.querySelector('attention-playground');
      await element.ready;
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      return performance.now();
    });
    const { readable, resources, shifts } = await page.evaluate(() => globalThis.seen);
    return { readable, live, bytes: resources, shift: shifts.reduce((a, b) => a + b, 0) };
  } finally {
    await context.close();
  }
}

for (const [lang, options] of [
  ['en', { width: 1280, height: 800, colorScheme: 'light' }],
  ['zh', { width: 360, height: 740, colorScheme: 'dark' }],
]) {
  const { readable: readableBy, live: liveBy } = budgets;
  test(`${lang}, ${options.width} px: read within ${readableBy} ms, live within ${liveBy} ms, nothing moves`, async () => {
    let found;
    // What else the machine does can only make it longer.
    for (let i = 0; i < MOST_TRIES; i += 1) {
      found = await visit(first[lang], options);
      const { readable, live, bytes, shift } = found;
      console.log(
        `${lang}: read after ${readable.toFixed(0)} ms (${bytes} bytes), live after ${live.toFixed(0)} ms, shift ${shift}`,
      );
      assert.ok(bytes <= readableBytes, `${bytes} bytes until it can be read`);
      assert.equal(shift, 0);
      if (readable <= readableBy && live <= liveBy) return;
    }
    assert.fail(`read after ${found.readable} ms, live after ${found.live} ms`);
  });
}
