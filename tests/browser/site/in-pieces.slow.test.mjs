// A page comes in pieces, and may be painted after each of them: nothing that is there already moves.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { setTimeout as later } from 'node:timers/promises';
import { after, before, describe, test } from 'node:test';
import { first, openSite } from '../support/site.mjs';

/** Milliseconds between two pieces: some frames. */
const PAUSE = 40;
/** So many pieces, then the rest at once: the bar, and what is seen first below it. */
const PIECES = 150;

let site, host;
before(async () => {
  site = await openSite();
  host = await serveInPieces(site.url);
});
after(() => Promise.all([site.close(), host.close()]));

/** Its head, then element by element what is seen, then the rest. */
function piecesOf(html) {
  const start = html.indexOf('<header class="VPNav"');
  const parts = html.slice(start).split(/(?<=<\/(?:a|aside|button|div|h1|nav|p|span|style)>)/u);
  assert.ok(start > 0 && parts.length > PIECES, 'a page of many elements');
  return [html.slice(0, start), ...parts.slice(0, PIECES), parts.slice(PIECES).join('')];
}

/** The site once more, which sends pages slowly. */
async function serveInPieces(url) {
  const server = createServer(async (request, response) => {
    const found = await fetch(url + request.url);
    const type = found.headers.get('content-type');
    response.writeHead(found.status, { 'Content-Type': type });
    if (!type?.startsWith('text/html'))
      return void response.end(Buffer.from(await found.arrayBuffer()));
    for (const piece of piecesOf(await found.text())) {
      response.write(piece);
      await later(PAUSE);
    }
    response.end();
  });
  await new Promise((listens) => server.listen(0, '127.0.0.1', listens));
  return {
    url: `http://localhost:${server.address().port}`,
    close() {
      server.closeAllConnections();
      return new Promise((closed) => server.close(closed));
    },
  };
}

/** Every shift of the layout, and how often the page was painted, while it came. */
function watch() {
  globalThis.seen = { shifts: [], frames: 0 };
  new PerformanceObserver((list) => {
    for (const { value, startTime, sources } of list.getEntries())
      globalThis.seen.shifts.push({
        value,
        startTime,
        what: sources.map(({ node }) => node?.className),
      });
  }).observe({ type: 'layout-shift', buffered: true });
  const look = () => {
    if (document.querySelector('.VPNavBar')) globalThis.seen.frames += 1;
    if (document.readyState === 'loading') requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

describe('nothing moves while a page comes', { concurrency: 3 }, () => {
  for (const [path, width] of [
    [first.zh, 360],
    [first.en, 1280],
    ['/guide/embed', 800],
    ['/learn/it', 1280],
    ['/zh/learn/it', 360],
  ])
    test(`${path}, ${width} px`, async () => {
      const page = await site.newPage({ width });
      try {
        await page.addInitScript(watch);
        await page.goto(host.url + path);
        await page.waitForLoadState('load');
        const { shifts, frames, came } = await page.evaluate(() => ({
          ...globalThis.seen,
          came: performance.getEntriesByType('navigation')[0].responseEnd,
        }));
        assert.ok(frames > 10, `painted ${frames} times`);
        assert.deepEqual(
          shifts.filter(({ startTime }) => startTime <= came),
          [],
        );
      } finally {
        await page.close();
      }
    });
});

/** What comes up from below when one step is left in sight, and VitePress's line below its bar. */
const FOLLOWS = ['lesson-paper', 'VPDocFooter', 'container', 'divider-line'];
/** Of the measure "cumulative layout shift": what moves within the figure when its numbers are there. */
const FIGURE_MOVES = 0.06;

/** All of the page is there and painted, with its styles and fonts; only scripts are to come. */
function painted() {
  return (
    document.readyState !== 'loading' &&
    performance.getEntriesByType('paint').length > 0 &&
    document.fonts.status === 'loaded'
  );
}

describe('a lesson is where it will be before its script is there', { concurrency: 3 }, () => {
  for (const [path, width] of [
    ['/zh/learn/it', 360],
    ['/learn/heads', 360],
    ['/zh/learn/heads', 800],
    ['/learn/why-scale', 1280],
    ['/learn/heads', 1280],
  ])
    test(`${path}, ${width} px`, async () => {
      const page = await site.newPage({ width });
      try {
        await page.addInitScript(watch);
        // No script comes before the page was painted and its first step was measured.
        let goOn;
        const measured = new Promise((done) => (goOn = done));
        await page.route(/\/assets\/.*\.js$/u, async (route) => {
          await measured;
          await route.continue();
        });
        await page.goto(site.url + path, { waitUntil: 'commit' });
        await page.waitForFunction(painted);
        const top = () =>
          page.evaluate(
            () => document.querySelector('lesson-beat > :first-child').getBoundingClientRect().top,
          );
        const before = await top();
        assert.ok(await page.evaluate(() => !customElements.get('attention-lesson')));
        goOn();
        await page.locator('attention-lesson .steps').waitFor();
        await page.waitForTimeout(1500);
        const { shifts } = await page.evaluate(() => globalThis.seen);
        const own = shifts.filter(({ what }) => !what.every((one) => FOLLOWS.includes(one)));
        const sum = own.reduce((all, { value }) => all + value, 0);
        assert.ok(sum < FIGURE_MOVES, `${sum}: ${JSON.stringify(own)}`);
        assert.ok(Math.abs((await top()) - before) < 2, `from ${before} to ${await top()}`);
      } finally {
        await page.close();
      }
    });
});
