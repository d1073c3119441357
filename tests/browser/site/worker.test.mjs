// loadWorker(): a worker starts, gives what the engine gives, and can be told to stop; without one the page goes on by itself.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openBrowser } from '../support/chromium.mjs';
import { callThrice, right, scripts } from './support/call-thrice.mjs';
import { testEveryMember } from './support/every-member.mjs';
import { openPage } from './support/worker-host.mjs';

let browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

testEveryMember(() => browser, 'worker');

test('a worker starts beside the module, and computes off the page’s thread', async (t) => {
  const page = await openPage(t, browser);
  const { results, fallback, told } = await callThrice(page, {});
  assert.deepEqual([results.slice(0, 2), fallback, told], [right, undefined, []]);
  assert.equal(page.workers().length, 1);
  assert.ok(page.host.requests.includes('/worker.js'));
});

test('a call that is aborted rejects with the reason at once; one that waits is never run, others are', async (t) => {
  const page = await openPage(t, browser);
  const results = await page.evaluate(async () => {
    const remote = window.engine.loadWorker();
    const [a, b] = [await remote.tensor([1], [1]), await remote.tensor([1], [1])];
    const [running, waiting] = [new AbortController(), new AbortController()];
    const order = [];
    const note = (name) => () => order.push(name);
    const first = window.long(remote, { signal: running.signal }).catch((reason) => {
      order.push('running');
      return reason;
    });
    const write = a.write([2], { signal: waiting.signal }).catch((reason) => reason);
    const after = b.write([2]).then(note('after'));
    await new Promise((sent) => setTimeout(sent, 5)); // the first one is under way now
    running.abort('enough');
    waiting.abort();
    const reasons = [await first, (await write).name];
    await after;
    return { reasons, order, numbers: [(await a.read())[0], (await b.read())[0]] };
  });
  assert.deepEqual(results.reasons, ['enough', 'AbortError']);
  assert.deepEqual(results.order, ['running', 'after'], 'it waited for the call to end');
  assert.deepEqual(results.numbers, [1, 2], 'what waited was run');
});

test('where a policy forbids workers, the page goes on by itself, and says why', async (t) => {
  const page = await openPage(t, browser, { policy: `${scripts}; worker-src 'none'` });
  const { results, fallback, told } = await callThrice(page, {});
  assert.deepEqual(results.slice(0, 2), right);
  assert.ok(Number.isFinite(results[2]));
  assert.equal(fallback.reason, 'policy', fallback.message);
  assert.match(fallback.message, /worker-src/);
  assert.deepEqual(told, [fallback]);
});
