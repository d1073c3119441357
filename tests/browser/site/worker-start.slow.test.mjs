// Where no worker starts, loadWorker() says why and works on the page's thread: every call, and no call hangs.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openBrowser } from '../support/chromium.mjs';
import { callThrice, right, scripts } from './support/call-thrice.mjs';
import { openHost, openPage } from './support/worker-host.mjs';

let browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

const cases = {
  'the script is not there': {
    replies: { 'worker.js': { status: 404, body: 'Not found' } },
    reason: 'script',
    message: /missing/,
  },
  'the script of an address that was given is not there': {
    replies: { 'elsewhere.js': { status: 404, body: 'Not found' } },
    options: { workerUrl: 'elsewhere.js' },
    reason: 'script',
    message: /elsewhere\.js: 404/,
  },
  'the script is served as something else': {
    replies: { 'elsewhere.js': { type: 'text/html', body: '<h1>Everything is fine</h1>' } },
    options: { workerUrl: '/elsewhere.js' },
    reason: 'script',
    message: /served as text\/html/,
  },
  'the script throws as it starts': {
    replies: { 'worker.js': { body: 'throw new Error("too early");' } },
    reason: 'script',
    message: /too early/,
  },
  'the script has an error of syntax': {
    replies: { 'worker.js': { body: 'const = 1;' } },
    reason: 'script',
    message: /error of syntax/,
  },
  'the script imports what is not there': {
    replies: { 'worker.js': { body: 'import "./nowhere.js";' } },
    reason: 'script',
    message: /imports what is missing/,
  },
  'the script does nothing': {
    replies: { 'worker.js': { body: '' } },
    options: { startTimeout: 300 },
    reason: 'timeout',
    message: /300 ms/,
  },
  'the script never arrives': {
    replies: { 'worker.js': { silent: true } },
    options: { startTimeout: 300 },
    reason: 'timeout',
    message: /300 ms/,
  },
};

describe('a page goes on by itself', () => {
  for (const [name, { reason, message, options = {}, ...host }] of Object.entries(cases)) {
    test(`where ${name}`, { timeout: 20_000 }, async (t) => {
      const page = await openPage(t, browser, host);
      const { results, fallback, told } = await callThrice(page, options);
      assert.deepEqual(results.slice(0, 2), right);
      assert.ok(Number.isFinite(results[2]));
      assert.equal(fallback.reason, reason, fallback.message);
      assert.match(fallback.message, message);
      assert.deepEqual(told, [fallback]);
    });
  }

  test('where there are no workers', async (t) => {
    const page = await openPage(t, browser);
    await page.evaluate(() => delete window.Worker);
    const { results, fallback } = await callThrice(page, {});
    assert.deepEqual(results.slice(0, 2), right);
    assert.equal(fallback.reason, 'unsupported');
  });

  test('where the listener throws, which is the page’s own error', async (t) => {
    const page = await openPage(t, browser, { policy: `${scripts}; worker-src 'none'` });
    const thrown = page.waitForEvent('pageerror');
    const data = await page.evaluate(async () => {
      const onFallback = () => {
        throw new Error('of the listener');
      };
      const { data } = await window.engine.loadWorker({ onFallback }).softmax([0, 0]);
      return [...data];
    });
    assert.deepEqual(data, [0.5, 0.5]);
    assert.equal((await thrown).message, 'of the listener');
  });

  test('where a policy forbids scripts of another host as workers', async (t) => {
    const other = await openHost();
    t.after(() => other.close());
    const page = await openPage(t, browser, { policy: `${scripts}; worker-src 'self'` });
    const { results, fallback } = await callThrice(page, { workerUrl: `${other.url}/worker.js` });
    assert.deepEqual(results.slice(0, 2), right);
    assert.equal(fallback.reason, 'policy');
  });
});

describe('a worker starts', () => {
  test('from another host, if the module comes from there', async (t) => {
    const other = await openHost();
    t.after(() => other.close());
    const page = await openPage(t, browser);
    await page.evaluate(async (url) => {
      window.engine = await import(url);
    }, `${other.url}/index.js`);
    const { results, fallback } = await callThrice(page, {});
    assert.deepEqual([results.slice(0, 2), fallback], [right, undefined]);
    assert.equal(page.workers().length, 1);
    assert.ok(other.requests.includes('/worker.js'));
  });

  test('with wasm at an address that is relative to the page', async (t) => {
    const page = await openPage(t, browser, {
      replies: { 'wasm/attention-playground.wasm': { status: 404, body: '' } },
    });
    const problem = await page.evaluate(() => {
      const remote = window.engine.loadWorker({ wasmUrl: 'some/where.wasm' });
      return remote.ready.then(
        () => undefined,
        (error) => error.message,
      );
    });
    assert.equal(
      problem,
      `wasmUrl: ${page.host.url}/some/where.wasm (404), expected a WebAssembly module`,
    );
  });
});

test('an address that is none is refused at once', async (t) => {
  const page = await openPage(t, browser);
  for (const argument of ['workerUrl', 'wasmUrl']) {
    const record = await page.evaluate((argument) => {
      try {
        return window.engine.loadWorker({ [argument]: 'http://[' });
      } catch ({ name, code, argument }) {
        return { name, code, argument };
      }
    }, argument);
    assert.deepEqual(record, { name: 'TypeError', code: 'type', argument });
  }
});

test('the wasm file is reported as it arrives, from a worker and from the page', async (t) => {
  for (const policy of [undefined, `${scripts}; worker-src 'none'`]) {
    const page = await openPage(t, browser, { policy });
    const reports = await page.evaluate(async () => {
      const reports = [];
      const remote = window.engine.loadWorker({ onProgress: (report) => reports.push(report) });
      await remote.ready;
      const before = reports.length;
      await remote.softmax([1]);
      return before === reports.length ? reports : [];
    });
    assert.ok(reports.length > 0, 'nothing is reported, or after the engine was ready');
    const { loaded, total } = reports.at(-1);
    assert.ok(loaded > 100_000, String(loaded));
    assert.ok(total === undefined || total === loaded, `${loaded} of ${total}`);
    const sizes = reports.map((report) => report.loaded);
    assert.deepEqual(
      sizes,
      [...sizes].sort((a, b) => a - b),
    );
  }
});
