// Calls through a real worker: results, errors, cancellation, moved buffers.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openBrowser } from '../support/chromium.mjs';
import { places, testEveryMember } from './support/every-member.mjs';
import { openPage } from './support/worker-host.mjs';

let browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

testEveryMember(() => browser, 'page');

describe('a call that is aborted', () => {
  test('before it is made, rejects and is never run; after it, nothing changes', async (t) => {
    const page = await openPage(t, browser);
    const results = await page.evaluate(async () => {
      const remote = window.engine.loadWorker();
      const tensor = await remote.tensor([1], [1]);
      const refused = await tensor.write([2], { signal: AbortSignal.abort('no') }).catch((e) => e);
      const late = new AbortController();
      await tensor.write([3], { signal: late.signal });
      late.abort();
      const trace = await remote
        .traceAttention({ x: [[1]] }, { signal: late.signal })
        .catch((e) => e.name);
      return [refused, (await tensor.read())[0], trace];
    });
    assert.deepEqual(results, ['no', 3, 'AbortError']);
  });

  test('gives back the handle that it would have returned', async (t) => {
    const page = await openPage(t, browser);
    const grown = await page.evaluate(async () => {
      const remote = window.engine.loadWorker();
      const shape = [2 ** 20];
      const abort = async () => {
        const controller = new AbortController();
        const made = remote.tensor(shape, undefined, { signal: controller.signal });
        await new Promise((sent) => setTimeout(sent));
        controller.abort();
        await made.then((tensor) => tensor.dispose()).catch(() => undefined);
      };
      await abort();
      const before = await remote.memoryBytes();
      for (let n = 0; n < 40; n++) await abort();
      return (await remote.memoryBytes()) - before;
    });
    // Forty tensors of 4 MiB, if they were kept.
    assert.ok(grown < 2 ** 24, `${grown} bytes more`);
  });
});

describe('a generation', () => {
  const model = {
    vocabulary: ['<sos>', '<eos>', '[PAD]', 'a', 'b'],
    dModel: 8,
    nhead: 2,
    numEncoderLayers: 1,
    numDecoderLayers: 1,
  };
  const request = { source: ['a'], endToken: 'never', maxNewTokens: 1000 };

  test('that is aborted stops between two tokens, frees its trace and leaves the model usable', async (t) => {
    const page = await openPage(t, browser);
    const results = await page.evaluate(
      async ([options, request]) => {
        const remote = window.engine.loadWorker();
        const model = await remote.transformer(options);
        const controller = new AbortController();
        const tokens = [];
        let trace;
        const loop = async () => {
          for await (const token of model.generate(request, { signal: controller.signal })) {
            tokens.push(token.token);
            trace = await token.trace;
            if (tokens.length === 3) controller.abort('that is enough');
          }
        };
        const reason = await loop().catch((error) => error);
        const after = await window.outcomeOf(trace.steps);
        const again = [];
        for await (const token of model.generate({ ...request, maxNewTokens: 2 }))
          again.push(token.token);
        return {
          reason,
          count: tokens.length,
          disposed: trace.disposed,
          after,
          same: again.join() === tokens.slice(0, 2).join(),
        };
      },
      [model, request],
    );
    assert.equal(results.reason, 'that is enough');
    assert.equal(results.count, 3);
    assert.deepEqual(
      [results.disposed, results.after.code, results.same],
      [true, 'disposed', true],
    );
  });

  test('rejects at its first token if its options are wrong, and lets other calls in between its tokens', async (t) => {
    const page = await openPage(t, browser);
    const results = await page.evaluate(
      async ([options, request]) => {
        const remote = window.engine.loadWorker();
        const wrong = remote.generate({ ...options, ...request, topK: -1 });
        const refused = await window.outcomeOf(wrong.next());
        const after = await wrong.next();
        const order = [];
        const tokens = remote.generate({ ...options, ...request, maxNewTokens: 3 });
        const calls = [tokens.next(), remote.softmax([1]), tokens.next(), remote.softmax([1])];
        await Promise.all(calls.map((call, n) => call.then(() => order.push(n))));
        const ended = await tokens.return('over');
        return { refused, after, order, ended, done: (await tokens.next()).done };
      },
      [model, request],
    );
    assert.deepEqual([results.refused.code, results.refused.argument], ['range', 'topK']);
    assert.equal(results.after.done, true);
    assert.deepEqual([...results.order].sort(), [0, 1, 2, 3]);
    assert.deepEqual([results.ended, results.done], [{ done: true, value: 'over' }, true]);
  });
});

describe('arguments', () => {
  for (const [place, host] of Object.entries(places)) {
    test(`are read when a call is made, and moved if that is wanted, to the ${place}’s thread`, async (t) => {
      const page = await openPage(t, browser, host);
      const results = await page.evaluate(async () => {
        const remote = window.engine.loadWorker();
        const data = Float32Array.of(1, 2);
        const before = remote.softmax({ shape: [2], data }); // the worker has not started yet
        const reference = remote.softmax([1, 2]);
        data.fill(7);
        const copied = Float32Array.of(3, 4);
        const moved = Float32Array.of(1, 2);
        const sum = remote.softmax({ shape: [2], data: moved }, { transfer: [moved.buffer] });
        const detached = moved.byteLength === 0; // at once
        await remote.softmax({ shape: [2], data: copied });
        const all = [await before, await reference, await sum].map((result) => [...result.data]);
        return { all, detached, kept: copied.length };
      });
      assert.deepEqual(results.all[0], results.all[1], 'a later change was read');
      assert.deepEqual(results.all[2], results.all[1]);
      assert.ok(results.detached);
      assert.equal(results.kept, 2);
    });
  }

  test('that cannot be sent, or are handles of another worker, are errors of the engine', async (t) => {
    const page = await openPage(t, browser);
    const found = await page.evaluate(async () => {
      const [one, other] = [window.engine.loadWorker(), window.engine.loadWorker()];
      const tensor = await one.tensor([1]);
      const detached = new ArrayBuffer(4);
      structuredClone(detached, { transfer: [detached] });
      return [
        await window.outcomeOf(one.softmax(() => 1)),
        await window.outcomeOf(one.softmax([1], { transfer: [detached] })),
        await window.outcomeOf(other.softmax(tensor)),
        await window.outcomeOf(other.scaledDotProductAttention({ query: tensor })),
        await window.outcomeOf(one.softmax([1])),
      ];
    });
    const record = (code) => ({ code, argument: 'softmax' });
    const shown = found.map((each) => each.code && { code: each.code, argument: each.argument });
    assert.deepEqual(shown.slice(0, 3), [record('type'), record('type'), record('conflict')]);
    assert.equal(shown[3].code, 'conflict');
    assert.equal(found[4], 'resolved');
  });

  test('that are nested ever deeper are refused, on whichever side it shows, and the next one is answered', async (t) => {
    const page = await openPage(t, browser);
    const found = await page.evaluate(async () => {
      const remote = window.engine.loadWorker();
      const outcomes = [];
      let nested = 1;
      for (let depth = 1; depth < 100_000; depth += 1) {
        nested = [nested];
        if (depth < 7 || depth % 4001 > 0) continue;
        const { code } = await window.outcomeOf(remote.softmax(nested));
        outcomes.push(code);
      }
      return [...outcomes, await window.outcomeOf(remote.softmax([1]))];
    });
    assert.equal(found.length, 25);
    assert.equal(found.pop(), 'resolved');
    for (const code of found) assert.match(code, /^(rank|type)$/);
    assert.equal(found.at(-1), 'type');
  });
});
