// When a page has come to rest: nothing that it asked for is still on its way, and its thread has nothing left to do.

/** What each page waits for from its server. */
const waiting = new WeakMap();

/** Counts what a page asks for, from now on. */
export function watchRequests(page) {
  const asked = new Set();
  waiting.set(page, asked);
  page.on('request', (request) => asked.add(request));
  for (const end of ['requestfinished', 'requestfailed']) {
    page.on(end, (request) => asked.delete(request));
  }
}

/** Milliseconds after which a request counts as one that the test itself keeps from being answered. */
const PATIENCE = 3000;

/**
 * Waits until all that was asked for has come and has been drawn. A script that arrives asks for an update, so a frame
 * alone says nothing on a slow machine.
 */
export async function whenQuiet(page) {
  const end = Date.now() + PATIENCE;
  let asked;
  do {
    await idle(page);
    asked = waiting.get(page)?.size ?? 0;
  } while (asked > 0 && Date.now() < end);
}

/** Three frames, and whatever they cause. */
const idle = (page) =>
  page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    for (let i = 0; i < 3; i++) await frame();
    await new Promise((done) => requestIdleCallback(done, { timeout: 500 }));
  });
