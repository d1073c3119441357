// loadWorker() in Node, where there are no workers and it serves its calls on this thread; and how it uses a Worker, by
// ones that fail. tests/browser/site has real ones.

import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ap, bundle, engine } from './support/engine.mjs';
import { differences, everyCall } from './support/every-call.mjs';

describe('loadWorker() without workers', () => {
  test('has every member of the API, and gives what it gives on this thread, to the last bit', async () => {
    const remote = engine.loadWorker();
    assert.deepEqual(Object.keys(remote).sort(), Object.keys(ap).sort());
    assert.deepEqual(differences(await everyCall(remote), await everyCall(ap)), []);
    assert.equal(remote.fallback.reason, 'unsupported');
  });

  test('trains where the engine does', async () => {
    const { load, loadWorker } = await import(`${bundle.url}?training-worker`);
    const remote = loadWorker({ training: true });
    const found = differences(
      await everyCall(remote),
      await everyCall(await load({ training: true })),
    );
    assert.deepEqual(found, []);
    const model = await remote.transformer({ vocabulary: ['a'], dModel: 2, nhead: 1 });
    const tokens = [['a', 'a']];
    const given = { source: tokens, target: tokens, labels: tokens };
    const { loss, gradients } = await model.gradients(given);
    assert.equal(loss, 0); // of one token, which is certain
    assert.deepEqual(gradients.embedding_table.shape, [1, 2]);
    const optimizer = { name: 'sgd', lr: 1e6, maxNorm: 0 };
    const settings = { batches: [given], optimizer, schedule: { warmup: 0 } };
    const two = await remote.transformer({ vocabulary: ['a', 'b'], dModel: 2, nhead: 1 });
    const trainer = await remote.trainer({ model: two, ...settings });
    await assert.rejects(trainer.step(100), ({ code, report }) => {
      assert.equal(code, 'not_finite');
      assert.equal(report.update, report.losses.length);
      return true;
    });
    for (const handle of [trainer, two, model]) await handle.dispose();
  });

  test('rejects with the errors of the engine', async () => {
    const remote = engine.loadWorker();
    const call = remote.matmul([[1, 2]], [[1]]);
    await assert.rejects(call, (error) => {
      assert.ok(engine.isEngineError(error));
      const { constructor, code, argument } = error;
      assert.deepEqual([constructor, code, argument], [RangeError, 'shape', 'b']);
      return true;
    });
    await assert.rejects(remote.softmax(null), { code: 'type', argument: 'x', name: 'TypeError' });
    assert.deepEqual((await remote.softmax([0, 0])).data, Float32Array.of(0.5, 0.5));
  });

  test('hands wasmUrl on, reports what is loaded, and tries again after a failure', async () => {
    const { loadWorker } = await import(`${bundle.url}?worker`);
    const wrong = loadWorker({ wasmUrl: 'file:///nowhere.wasm' });
    await assert.rejects(wrong.softmax([1]), /ENOENT/);
    await assert.rejects(wrong.ready, /ENOENT/);
    const reports = [];
    const onProgress = (report) => reports.push(report);
    const right = loadWorker({ wasmUrl: pathToFileURL(bundle.wasm), onProgress });
    await right.ready;
    assert.ok(reports.length > 0 && reports[0].loaded === reports[0].total);
    assert.deepEqual((await right.softmax([1])).data, Float32Array.of(1));
  });

  test('takes call options among the others or as one more argument, and refuses wrong ones', async () => {
    const remote = engine.loadWorker();
    const signal = AbortSignal.abort('stopped');
    const x = [[1]];
    const calls = [
      remote.softmax([1], { signal }),
      remote.softmax([1], 0, undefined, { signal }),
      remote.traceAttention({ x }, { signal }),
      remote.traceAttention({ x, signal }),
      remote.generate({ source: ['a'], signal }).next(),
      remote.generate({ source: ['a'] }, { signal }).next(),
    ];
    for (const call of calls) await assert.rejects(call, (reason) => reason === 'stopped');
    const moved = Float32Array.of(2);
    const trace = await remote.traceAttention({
      x: { shape: [1, 1], data: moved },
      transfer: [moved.buffer],
    });
    assert.deepEqual([moved.length, (await trace.tensor('x')).data], [0, Float32Array.of(2)]);
    for (const argument of ['signal', 'transfer']) {
      const record = { name: 'TypeError', code: 'type', argument };
      await assert.rejects(remote.softmax([1], { [argument]: 1 }), record);
      await assert.rejects(remote.generate({ source: ['a'], [argument]: 1 }).next(), record);
    }
  });

  test('takes tensors that stay in lists, as matrices for each head', async () => {
    const remote = engine.loadWorker();
    const heads = [await remote.tensor([2, 1], [1, 2]), { shape: [2, 1], data: [0, 3] }];
    const query = [
      [1, 0],
      [0, 1],
    ];
    const call = { query, numHeads: 2, outputProjection: false };
    const { output } = await remote.multiHeadAttention({
      ...call,
      wq: heads,
      wk: heads,
      wv: heads,
    });
    const whole = [
      [1, 0],
      [2, 3],
    ];
    const local = ap.multiHeadAttention({ ...call, wq: whole, wk: whole, wv: whole });
    assert.deepEqual(output, local.output);
    remote.terminate();
  });

  test('frees what its handles hold when it is terminated', async () => {
    const before = ap.memoryBytes();
    for (let time = 0; time < 20; time++) {
      const remote = engine.loadWorker();
      const kept = [await remote.tensor([2 ** 20]), await remote.tensor([2 ** 20])];
      remote.terminate();
      await assert.rejects(kept[0].read(), { code: 'disposed', argument: 'worker' });
    }
    // Forty tensors of 4 MiB, if they were kept.
    assert.ok(ap.memoryBytes() - before < 2 ** 26, `${ap.memoryBytes() - before} bytes more`);
  });

  test('frees the result of a call that is aborted while it runs', async () => {
    const remote = engine.loadWorker();
    const before = ap.memoryBytes();
    for (let time = 0; time < 40; time++) {
      const controller = new AbortController();
      const call = remote.tensor([2 ** 20], { signal: controller.signal });
      controller.abort('not needed');
      await assert.rejects(call, (reason) => reason === 'not needed');
      await remote.softmax([1]);
    }
    assert.ok(ap.memoryBytes() - before < 2 ** 26, `${ap.memoryBytes() - before} bytes more`);
    remote.terminate();
  });
});

/** A worker whose script cannot be loaded. */
class Missing extends EventTarget {
  static made = 0;
  ended = false;
  constructor() {
    super();
    Missing.made++;
    setTimeout(() => {
      this.dispatchEvent(Object.assign(new Event('error'), { message: 'no script' }));
    });
  }
  postMessage() {
    throw new Error('Nobody listens yet');
  }
  terminate() {
    this.ended = true;
  }
}

class Refused {
  constructor() {
    throw new DOMException('not here', 'SecurityError');
  }
}

describe('loadWorker() with a worker', () => {
  afterEach(() => delete globalThis.Worker);

  for (const [name, Failing, message] of [
    ['whose script cannot be loaded', Missing, /no script/],
    ['that may not be made', Refused, /not here/],
  ]) {
    test(`${name} goes on on this thread, for the calls that wait and for later ones`, async () => {
      globalThis.Worker = Failing;
      const made = Missing.made;
      const told = [];
      const remote = engine.loadWorker({ onFallback: (why) => told.push(why) });
      const early = await Promise.all([remote.softmax([1]), remote.softmax([2])]);
      const results = [...early, await remote.softmax([3])].map(({ data }) => data[0]);
      assert.deepEqual(results, [1, 1, 1]);
      assert.equal(remote.fallback.reason, 'script');
      assert.match(remote.fallback.message, message);
      assert.deepEqual(told, [remote.fallback]);
      assert.ok(Missing.made <= made + 1, 'one attempt is enough');
    });
  }

  test('that was terminated refuses what is under way and what comes later', async () => {
    globalThis.Worker = Missing;
    const remote = engine.loadWorker();
    const under = remote.softmax([1]);
    remote.terminate();
    const record = { name: 'TypeError', code: 'disposed', argument: 'worker' };
    await assert.rejects(under, record);
    await assert.rejects(remote.softmax([1]), record);
    await assert.rejects(remote.generate({ source: ['a'] }).next(), record);
    assert.equal(remote.fallback, undefined);
  });

  test('says which option cannot be sent, and that a Promise has to be awaited', async () => {
    const remote = engine.loadWorker();
    const cases = [
      [Promise.resolve(), /^a Promise, which has to be awaited$/],
      [new Response(''), /^Response$/],
      [() => [1], /^function$/],
      [new Map(), /^Map$/],
    ];
    for (const [parameters, actual] of cases) {
      const record = { code: 'type', argument: 'parameters', actual };
      await assert.rejects(remote.transformer({ dModel: 4, parameters }), record);
    }
    remote.terminate();
  });

  test('takes nothing that cannot be sent', async () => {
    globalThis.Worker = Missing;
    const remote = engine.loadWorker();
    let nested = 1;
    for (let depth = 0; depth < 1e5; depth++) nested = [nested];
    for (const value of [() => 1, Symbol('s'), Promise.resolve(1), nested]) {
      await assert.rejects(remote.softmax(value), { code: 'type', argument: 'softmax' });
    }
  });
});
