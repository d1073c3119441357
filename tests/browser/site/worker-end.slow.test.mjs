// The end of a real worker, by terminate() or a crash, and of its handles: what rejects, what is freed.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openBrowser } from '../support/chromium.mjs';
import { openPage } from './support/worker-host.mjs';

let browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

/** A worker that computes is ended a moment after it is told to. */
async function noMoreWorkersThan(page, most) {
  while (page.workers().length > most) await page.workers()[0].waitForEvent('close');
}

describe('a worker that ends', () => {
  test('by terminate() rejects what is under way and what comes later, at once', async (t) => {
    const page = await openPage(t, browser);
    const found = await page.evaluate(async () => {
      const remote = window.engine.loadWorker();
      const trace = await remote.traceAttention({ x: [[1]] });
      const calls = [window.long(remote), remote.softmax([1])];
      await new Promise((sent) => setTimeout(sent, 5));
      remote.terminate();
      const next = remote.generate({ source: ['a'] }).next();
      calls.push(remote.softmax([1]), trace.steps, next, remote.ready);
      const all = [];
      for (const call of calls) all.push(await window.outcomeOf(call));
      await trace.dispose();
      remote.terminate();
      return all;
    });
    assert.equal(found.length, 6);
    for (const { name, code, argument, actual } of found) {
      const record = {
        name: 'TypeError',
        code: 'disposed',
        argument: 'worker',
        actual: 'terminated',
      };
      assert.deepEqual({ name, code, argument, actual }, record);
    }
    await noMoreWorkersThan(page, 0);
  });

  test('by terminate() before it has started neither hangs nor starts', async (t) => {
    const replies = { 'worker.js': { silent: true } };
    const page = await openPage(t, browser, { replies });
    const found = await page.evaluate(async () => {
      const remote = window.engine.loadWorker();
      const call = remote.softmax([1]);
      remote.terminate();
      return [await window.outcomeOf(call), remote.fallback];
    });
    assert.deepEqual([found[0].code, found[1]], ['disposed', undefined]);
  });

  test('by a crash rejects what was waiting, and the next call starts another one', async (t) => {
    // Our worker, with something beside it that throws when a table of positions is requested.
    const crash = `
      addEventListener('message', ({ data }) => {
        if (data.member === 'positionalEncoding') throw new Error('out of its mind');
      });
      await import('./worker.js');`;
    const page = await openPage(t, browser, {
      replies: { 'crash.js': { body: crash } },
    });
    const found = await page.evaluate(async () => {
      const remote = window.engine.loadWorker({ workerUrl: 'crash.js' });
      const trace = await remote.traceAttention({ x: [[1]] });
      const calls = [remote.positionalEncoding({ length: 4096, dModel: 512 }), remote.softmax([1])];
      const all = [];
      for (const call of calls) all.push(await window.outcomeOf(call));
      all.push(await window.outcomeOf(trace.steps));
      const { data } = await remote.softmax([0, 0]);
      const again = await remote.traceAttention({ x: [[1]] });
      const mixed = await window.outcomeOf(again.compare(trace));
      return {
        all,
        data: [...data],
        steps: (await again.steps).length > 0,
        mixed,
        fallback: remote.fallback,
      };
    });
    for (const { name, code, argument, actual } of found.all) {
      assert.deepEqual([name, code, argument], ['TypeError', 'disposed', 'worker']);
      assert.match(actual, /crashed .*out of its mind/);
    }
    assert.deepEqual([found.data, found.steps, found.fallback], [[0.5, 0.5], true, undefined]);
    assert.equal(found.mixed.code, 'conflict');
    await noMoreWorkersThan(page, 1);
  });
});

describe('handles', () => {
  test('1,000 that are disposed of leave no memory behind', async (t) => {
    const page = await openPage(t, browser);
    const grown = await page.evaluate(async () => {
      const remote = window.engine.loadWorker();
      const use = async (times) => {
        for (let n = 0; n < times; n++) {
          const trace = await remote.traceAttention({
            x: { shape: [64, 64], data: new Float32Array(4096) },
          });
          const tensor = await remote.tensor([4096]);
          await trace.setTensor('x', { shape: [1, 64, 64], data: new Float32Array(4096) });
          trace.dispose();
          tensor.dispose();
        }
        return remote.memoryBytes();
      };
      const before = await use(50);
      return (await use(500)) - before;
    });
    assert.equal(grown, 0);
  });

  test('that nobody holds any more are given back after a while', async (t) => {
    const page = await openPage(t, browser);
    const session = await page.context().newCDPSession(page);
    const bytes = async () => {
      for (let n = 0; n < 5; n++) {
        await page.evaluate(async () => {
          for (let m = 0; m < 8; m++) await window.remote.tensor([2 ** 20]);
        });
        await session.send('HeapProfiler.collectGarbage');
      }
      return page.evaluate(() => window.remote.memoryBytes());
    };
    await page.evaluate(() => {
      window.remote = window.engine.loadWorker();
    });
    const before = await bytes();
    const after = await bytes();
    // Forty tensors of 4 MiB more, if they were kept.
    assert.ok(after - before < 2 ** 26, `${after - before} bytes more`);
  });

  test('keep no place in the page’s own memory, and work in place of tensors in options', async (t) => {
    const page = await openPage(t, browser);
    const results = await page.evaluate(async () => {
      const remote = window.engine.loadWorker();
      const x = await remote.tensor([2, 2], [1, 2, 3, 4]);
      const out = await remote.tensor([2, 2]);
      const { output } = await remote.scaledDotProductAttention({
        query: x,
        key: x,
        value: x,
        out,
      });
      return {
        same: output === out,
        shape: out.shape,
        names: Object.keys(out),
        json: JSON.stringify(out),
      };
    });
    assert.deepEqual(results, {
      same: true,
      shape: [2, 2],
      names: ['shape'],
      json: '{"shape":[2,2]}',
    });
  });
});
