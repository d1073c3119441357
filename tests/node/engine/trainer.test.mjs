// ap.trainer: each update is that of its trace, goes on from a snapshot, and says what is wrong.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ap as first, assertRefused, engine } from './support/engine.mjs';
import {
  ap,
  batches,
  checkUpdate,
  endingsOf,
  optimizer,
  schedule,
  sizes,
  vocabulary,
} from './support/trainer.mjs';

describe('an update', () => {
  for (const name of ['adamw', 'sgd']) {
    for (const accumulate of [1, 3]) {
      test(`${name}, mean of ${accumulate}: equal to its trace, to the last bit`, () => {
        const model = ap.transformer({ ...sizes, dropout: 0.2, training: true });
        const given = { ...optimizer, name, momentum: 0.9 };
        const trainer = ap.trainer({ model, batches, optimizer: given, schedule, accumulate });
        for (let i = 0; i < 2; i++) checkUpdate(trainer, name === 'sgd').trace.dispose();
        assert.equal(trainer.updates, 2);
        trainer.dispose();
        model.dispose();
      });
    }
  }
});

test('a model learns, and its own calls have the new parameters', async () => {
  const model = ap.transformer(sizes);
  const trainer = ap.trainer({ model, batches, optimizer, schedule });
  const report = trainer.step(60);
  assert.equal(report.losses.length, 60);
  assert.equal(report.losses.at(-1), Math.fround(report.loss));
  assert.ok(report.tokensPerSecond > 0);
  assert.ok(report.losses[58] < 0.1 * report.losses[0], String(report.losses));
  const trace = model.trace(batches[0]);
  assert.ok(trace.tensor('loss').data[0] < 0.1 * report.losses[0]);
  trace.dispose();
  const tokens = [];
  for await (const { token } of model.generate({ source: ['The', 'cat'], maxNewTokens: 3 }))
    tokens.push(token);
  assert.deepEqual(tokens, ['The', 'cat', '<eos>']);
  const { parameters } = trainer.snapshot();
  for (const [path, { data }] of Object.entries(parameters))
    assert.deepEqual(model.parameter(path).data, data);
  trainer.dispose();
  model.dispose();
});

test('the rate follows its schedule', () => {
  const model = ap.transformer(sizes);
  const rates = (given) => {
    const trainer = ap.trainer({ model, batches, optimizer: { lr: 0.4 }, schedule: given });
    const found = Array.from({ length: 9 }, () => trainer.step().rate);
    trainer.dispose();
    return found.map((rate) => Number(rate.toFixed(6)));
  };
  assert.deepEqual(rates({ warmup: 4 }).slice(0, 5), [0.1, 0.2, 0.3, 0.4, 0.4]);
  assert.equal(rates({ name: 'cosine', warmup: 0, steps: 8, floor: 0 })[7], 0);
  assert.equal(rates({ name: 'inverse_square_root', warmup: 2 })[7], 0.2);
  model.dispose();
});

test('no two batches of a run have the same masks of dropout', () => {
  const model = ap.transformer({ ...sizes, dropout: 0.5, training: true });
  for (const accumulate of [1, 2, 3]) {
    const trainer = ap.trainer({ model, batches, optimizer, schedule, accumulate });
    const rounds = [];
    for (let update = 0; update < 6; update++) {
      // The trace is of an update's last batch.
      const trace = trainer.trace();
      const [round] = trace.tensor('dropout_round').data;
      for (let batch = accumulate - 1; batch >= 0; batch--) rounds.push(round - batch);
      trace.dispose();
      trainer.step();
    }
    assert.equal(new Set(rounds).size, 6 * accumulate, String(rounds));
    assert.equal(trainer.snapshot().round, 6 * accumulate);
    trainer.dispose();
  }
  model.dispose();
});

/** A trainer whose numbers soon leave their range. */
function diverging(engine) {
  const model = engine.transformer(sizes);
  const options = { batches, optimizer: { name: 'sgd', lr: 1e6, maxNorm: 0 } };
  return engine.trainer({ model, ...options, schedule: { warmup: 0 } });
}

describe('an update that fails', () => {
  test('leaves those before it made, with their report, and the model with their parameters', () => {
    const one = diverging(ap);
    const losses = [];
    const byOne = () => {
      for (;;) losses.push(one.step().loss);
    };
    assert.throws(byOne, { code: 'not_finite' });
    assert.ok(losses.length > 0);
    const all = diverging(ap);
    assert.throws(
      () => all.step(50),
      ({ code, actual, report }) => {
        assert.equal(code, 'not_finite');
        assert.match(actual, new RegExp(`in update ${losses.length + 1}$`));
        assert.equal(report.update, losses.length);
        assert.deepEqual([...report.losses], losses);
        return true;
      },
    );
    assert.equal(all.updates, losses.length);
    assert.deepEqual(all.snapshot(), one.snapshot());
    // The next one is the same again: none is made before it.
    assert.throws(
      () => all.step(50),
      ({ code, report }) => code === 'not_finite' && report === undefined,
    );
    for (const trainer of [one, all]) trainer.dispose();
  });

  test('in pieces, too: what was made is reported before the error', async () => {
    const trainer = diverging(ap);
    const updates = [];
    const train = async () => {
      for await (const report of trainer.run(50)) updates.push(...report.losses);
    };
    await assert.rejects(train, { code: 'not_finite' });
    assert.ok(updates.length > 0);
    assert.equal(updates.length, trainer.updates);
    trainer.dispose();
  });
});

test('goes on from a snapshot as if it had not stopped, in another engine call too', () => {
  const options = { ...sizes, dropout: 0.1, training: true };
  const settings = { batches, optimizer, schedule, accumulate: 2 };
  const model = ap.transformer(options);
  const trainer = ap.trainer({ model, ...settings });
  trainer.step(5);
  const snapshot = structuredClone(trainer.snapshot());
  const { losses } = trainer.step(6);
  const other = ap.transformer(options);
  const fresh = ap.trainer({ model: other, ...settings });
  fresh.restore(snapshot);
  assert.equal(fresh.updates, 5);
  assert.deepEqual(fresh.step(6).losses, losses);
  fresh.restore(snapshot);
  assert.deepEqual(fresh.step(6).losses, losses);
  assert.deepEqual(fresh.snapshot(), trainer.snapshot());
  for (const each of [trainer, fresh, model, other]) each.dispose();
});

describe('less memory', () => {
  const deep = { ...sizes, dModel: 16, numEncoderLayers: 4, numDecoderLayers: 6, finalNorm: true };
  const updated = (change, model = {}) => {
    const made = ap.transformer({ ...deep, dropout: 0.1, training: true, ...model });
    const trainer = ap.trainer({ model: made, batches, optimizer, schedule, ...change });
    const report = trainer.step(12);
    const { parameters } = trainer.snapshot();
    trainer.dispose();
    made.dispose();
    return { ...report, parameters };
  };

  test('gradientCheckpointing changes no bit of any loss or parameter', () => {
    const whole = updated({});
    const less = updated({ gradientCheckpointing: true });
    assert.ok(less.activationBytes < 0.5 * whole.activationBytes, `${less.activationBytes}`);
    assert.deepEqual(less.losses, whole.losses);
    assert.deepEqual(less.parameters, whole.parameters);
    assert.equal(less.gradientNorm, whole.gradientNorm);
  });

  test('mixedPrecision halves it, learns as well, and has the same first loss', () => {
    const whole = updated({});
    const halves = updated({ mixedPrecision: true });
    const least = updated({ mixedPrecision: true, gradientCheckpointing: true });
    assert.ok(halves.activationBytes < 0.7 * whole.activationBytes, `${halves.activationBytes}`);
    assert.ok(least.activationBytes < 0.4 * whole.activationBytes, `${least.activationBytes}`);
    for (const { losses } of [halves, least]) {
      assert.equal(losses[0], whole.losses[0]);
      assert.notDeepEqual(losses, whole.losses);
      const apart = losses.map((loss, i) => Math.abs(loss / whole.losses[i] - 1));
      assert.ok(Math.max(...apart) < 0.02, String(apart));
    }
  });

  test('what they are is checked', () => {
    for (const argument of ['gradientCheckpointing', 'mixedPrecision'])
      assert.throws(() => updated({ [argument]: 1 }), { code: 'type', argument });
  });
});

test('what is wrong is named', () => {
  const model = ap.transformer(sizes);
  const refused = (change, expected) =>
    assertRefused(() => ap.trainer({ model, batches, ...change }), expected);
  refused({ model: {} }, { code: 'type', argument: 'model' });
  refused({ batches: 3 }, { code: 'type', argument: 'batches' });
  refused({ batches: [] }, { code: 'size', argument: 'batches' });
  refused(
    { batches: [{ ...batches[0], labels: undefined }] },
    { code: 'missing', argument: 'labels' },
  );
  refused(
    { batches: [{ ...batches[0], faults: ['no_scale'] }] },
    { code: 'conflict', argument: 'faults' },
  );
  refused({ optimizer: { name: 'adam' } }, { code: 'range', argument: 'optimizer' });
  refused({ optimizer: { lr: -1 } }, { code: 'range', argument: 'lr' });
  refused({ optimizer: { betas: [0.9] } }, { code: 'type', argument: 'betas' });
  refused({ optimizer: { betas: [0.9, 1] } }, { code: 'range', argument: 'betas' });
  refused({ schedule: { name: 'linear' } }, { code: 'range', argument: 'schedule' });
  refused({ schedule: { warmup: 1.5 } }, { code: 'range', argument: 'warmup' });
  refused({ accumulate: 0 }, { code: 'range', argument: 'accumulate' });
  const trainer = ap.trainer({ model, batches, optimizer, schedule });
  assertRefused(() => trainer.snapshot(), { code: 'missing', argument: 'batches' });
  assertRefused(() => trainer.step(0), { code: 'range', argument: 'count' });
  trainer.step();
  const snapshot = trainer.snapshot();
  const restored = (change, expected) =>
    assertRefused(() => trainer.restore({ ...snapshot, ...change }), expected);
  restored({ parameters: {} }, { code: 'conflict', argument: 'parameters' });
  restored({ secondMoments: {} }, { code: 'shape', argument: 'optimizer' });
  restored({ updates: -1 }, { code: 'range', argument: 'updates' });
  restored({ firstMoments: undefined }, { code: 'type', argument: 'firstMoments' });
  assert.deepEqual(trainer.snapshot(), snapshot);
  trainer.dispose();
  assertRefused(() => trainer.step(), { code: 'disposed', argument: 'trainer' });
  model.dispose();
  refused({}, { code: 'disposed', argument: 'model' });
  const own = first.transformer(sizes);
  assertRefused(() => first.trainer({ model: own, batches }), {
    code: 'missing',
    argument: 'training',
  });
  refused({ model: own }, { code: 'conflict', argument: 'model' });
  own.dispose();
});

test('a loss that is not a number stops it, and the step is named', () => {
  const model = ap.transformer(sizes);
  const wild = { name: 'sgd', lr: 1e6, maxNorm: 0, weightDecay: 0 };
  const trainer = ap.trainer({ model, batches, optimizer: wild, schedule: { warmup: 0 } });
  assert.throws(
    () => trainer.step(50),
    (error) => error.code === 'not_finite' && /in update \d+/.test(error.actual),
  );
  const { updates, parameters } = trainer.snapshot();
  assert.ok(updates < 50);
  for (const { data } of Object.values(parameters)) assert.ok(data.every(Number.isFinite));
  trainer.dispose();
  model.dispose();
});

describe('run: in pieces', () => {
  const all = async (iterator) => {
    const reports = [];
    for await (const report of iterator) reports.push(report);
    return reports;
  };

  test('the same updates, each once', async () => {
    const model = ap.transformer(sizes);
    const settings = { batches, optimizer, schedule };
    const trainer = ap.trainer({ model, ...settings });
    const reports = await all(trainer.run(3000));
    const losses = reports.flatMap((report) => [...report.losses]);
    assert.ok(reports.length > 1, `${reports.length} pieces`);
    assert.equal(losses.length, 3000);
    assert.equal(reports.at(-1).update, 3000);
    const other = ap.transformer(sizes);
    const whole = ap.trainer({ model: other, ...settings });
    assert.deepEqual([...whole.step(3000).losses], losses);
    assertRefused(() => trainer.run(0), { code: 'range', argument: 'count' });
    assertRefused(() => trainer.run(), { code: 'missing', argument: 'count' });
    for (const each of [trainer, whole, model, other]) each.dispose();
    assertRefused(() => trainer.run(1), { code: 'disposed', argument: 'trainer' });
  });

  test('other calls are answered in between, leaving the loop ends it, disposing too', async () => {
    const model = ap.transformer(sizes);
    const trainer = ap.trainer({ model, batches, optimizer, schedule });
    let pieces = 0;
    for await (const { update } of trainer.run(1e6)) {
      assert.equal(trainer.snapshot().updates, update);
      if (++pieces === 3) break;
    }
    const { updates } = trainer;
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(trainer.updates, updates);
    const run = trainer.run(1e6);
    await run.next();
    trainer.dispose();
    await assert.rejects(run.next(), { code: 'disposed', argument: 'trainer' });
    model.dispose();
  });

  test('in a worker by handles: pieces, calls in between, a signal, and an ended worker', async () => {
    const worker = engine.loadWorker({ training: true });
    const model = await worker.transformer(sizes);
    const trainer = await worker.trainer({ model, batches, optimizer, schedule });
    const controller = new AbortController();
    let pieces = 0;
    await assert.rejects(
      async () => {
        for await (const report of trainer.run(1e6, { signal: controller.signal })) {
          assert.equal(report.losses.at(-1), Math.fround(report.loss));
          assert.equal((await trainer.snapshot()).updates, await trainer.updates);
          if (++pieces === 3) controller.abort();
        }
      },
      { name: 'AbortError' },
    );
    assert.equal(pieces, 3);
    const snapshot = await trainer.snapshot();
    const own = ap.transformer(sizes);
    const local = ap.trainer({ model: own, batches, optimizer, schedule });
    local.restore(snapshot);
    const trace = await trainer.trace();
    const path = 'update.embedding_table.new_weight';
    const remote = await trace.tensor(path);
    const again = local.trace();
    assert.deepEqual(again.tensor(path), remote);
    again.dispose();
    const run = trainer.run(1e6);
    await run.next();
    worker.terminate();
    await assert.rejects(run.next(), { code: 'disposed', argument: 'worker' });
    await assert.rejects(trainer.step(), { code: 'disposed', argument: 'worker' });
    local.dispose();
    own.dispose();
  });
});
