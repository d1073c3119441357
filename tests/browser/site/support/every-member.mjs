// What every member of the API gives through loadWorker(), on a worker's thread or on the page's.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './worker-host.mjs';

export const places = {
  worker: {},
  page: { policy: "script-src 'self' 'wasm-unsafe-eval' 'unsafe-eval'; worker-src 'none'" },
};

/** Declares the test of one of these places; `open()` gives the browser. */
export function testEveryMember(open, place) {
  test(`every member of the API gives on the ${place}’s thread what it gives on this one, to the last bit, and the same errors`, async (t) => {
    const page = await openPage(t, open(), places[place]);
    const { different, count, fallback } = await page.evaluate(async () => {
      const { differences, everyCall } = await import('/every-call.mjs');
      const remote = window.engine.loadWorker();
      const [theirs, ours] = [await everyCall(remote), await everyCall(await window.engine.load())];
      const count = Object.values(ours).flatMap((area) => Object.keys(area)).length;
      return { different: differences(theirs, ours), count, fallback: remote.fallback?.reason };
    });
    assert.deepEqual(different, []);
    assert.ok(count > 50, `only ${count} results`);
    assert.equal(fallback, place === 'page' ? 'policy' : undefined);
  });
}
