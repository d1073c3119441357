// A page comes in pieces, and may be painted after each of them: nothing that is there already moves.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { setTimeout as later } from 'node:timers/promises';
import { after, before, describe, test } from 'node:test';
import { first, openSite } from '../support/site.mjs';

/** Milliseconds between two pieces: some frames. */
const PAUSE = 50;

let site, host;
before(async () => {
  site = await openSite();
  host = await serveInPieces(site.url);
});
after(() => Promise.all([site.close(), host.close()]));

/** Its head, then what its bar consists of, part by part, then the rest. */
function piecesOf(html) {
  const [, before, bar, rest] = /^(.*?)(<header class="VPNav".*?<\/header>)(.*)$/su.exec(html);
  const parts = bar.split(/(?<=<\/(?:div|a|button|nav)>)/u);
  assert.ok(parts.length > 10, 'a bar of several parts');
  return [before, ...parts, rest];
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

/** Every shift of the layout, and how often the page was painted while it came. */
function watch() {
  globalThis.seen = { shifts: [], frames: 0 };
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      globalThis.seen.shifts.push([value, ...sources.map(({ node }) => node?.className)]);
  }).observe({ type: 'layout-shift', buffered: true });
  const look = () => {
    if (document.querySelector('.VPNavBar')) globalThis.seen.frames += 1;
    if (document.readyState === 'loading') requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

describe('nothing of the bar moves while it comes', { concurrency: 3 }, () => {
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
        const { shifts, frames } = await page.evaluate(() => globalThis.seen);
        assert.ok(frames > 10, `painted ${frames} times`);
        assert.deepEqual(shifts, []);
      } finally {
        await page.close();
      }
    });
});
