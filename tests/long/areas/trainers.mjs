// Trainers: made with every option, stepped, traced, put back, disposed of; each has a model of its own, which it changes.

import assert from 'node:assert/strict';
import { requireFinite, requireSame } from '../support/fuzzer.mjs';
import { modelOptions, passOptions } from './models.mjs';

const optimizerOptions = (random) =>
  random.some({
    name: random.pick(['adamw', 'sgd']),
    lr: 1e-3,
    betas: [0.8, 0.9],
    eps: random.pick([0, 1e-8]),
    momentum: random.pick([0, 0.9]),
    weightDecay: random.pick([0, 0.1]),
    maxNorm: random.pick([0, 1]),
  });

const scheduleOptions = (random) =>
  random.some({
    name: random.pick(['constant', 'cosine', 'inverse_square_root']),
    warmup: random.whole(0, 5),
    steps: random.whole(0, 9),
    floor: random.pick([0, 0.5, 1]),
  });

const sentences = (random) =>
  Array.from({ length: random.whole(1, 3) }, () => random.pick(['a', 'b', '猫', ' '])).join(' ');

const anyTask = (random) =>
  random.chance(0.5)
    ? random.pick(['four-pairs', 'phrases', 'ring', 'copy', 'referent', 'verse-zh', 'none'])
    : {
        pairs: Array.from({ length: random.whole(1, 4) }, () => [
          sentences(random),
          sentences(random),
        ]),
        ...random.some({
          sourceTokens: random.pick(['words', 'characters']),
          targetTokens: random.pick(['words', 'characters']),
        }),
      };

/** A task, a model for it, and a few updates. */
async function learn(fuzz) {
  const { ap, random } = fuzz;
  const task = anyTask(random);
  const which = random.some({ seed: 7, first: 3, count: random.whole(0, 3), heldOut: 2 });
  const told = fuzz.call('ap.task', [task, which], (...given) => ap.task(...given), {
    good: false,
    form: false,
  });
  if (!told || told.hostile) return;
  const { count = 8 } = which;
  fuzz.check(() => assert.equal(told.result.examples.length, count));
  const model = ap.transformer({ ...told.result.model, seed: random.whole(0, 9) });
  const options = { model, task };
  Object.assign(options, random.some({ seed: random.whole(0, 9), batchSize: random.whole(1, 4) }));
  const made = fuzz.call('ap.trainer', [options], (given) => ap.trainer(given), {
    good: false,
    hostility: 0.2,
  });
  if (made) {
    const { result: trainer } = made;
    const judged = random.some({ examples: random.whole(1, 3), samples: random.whole(0, 2) });
    fuzz.call('trainer.evaluate', [judged], (given) => trainer.evaluate(given), {
      good: false,
      hostility: 0.2,
    });
    await use(fuzz, trainer);
  }
  model.dispose();
}

async function train(fuzz) {
  const { ap, random } = fuzz;
  const own = modelOptions(fuzz);
  const batch = passOptions(fuzz, own);
  delete batch.faults;
  let model;
  try {
    model = ap.transformer(own);
  } catch {
    return; // other actions say whether it should have been refused
  }
  const optimizer = optimizerOptions(random);
  const schedule = scheduleOptions(random);
  // The fuzzer sees only the options of the call itself.
  for (const name of Object.keys({ ...optimizer, ...schedule })) fuzz.options.add(name);
  const options = { model, batches: [batch] };
  const others = {
    optimizer,
    schedule,
    accumulate: random.whole(1, 3),
    gradientCheckpointing: random.chance(0.5),
    mixedPrecision: random.chance(0.5),
  };
  Object.assign(options, random.some(others));
  const made = fuzz.call('ap.trainer', [options], (given) => ap.trainer(given), { good: false });
  if (made) await use(fuzz, made.result);
  model.dispose();
}

async function use(fuzz, trainer) {
  const { random } = fuzz;
  const call = (name, args, run) =>
    fuzz.call(`trainer.${name}`, args, run, {
      good: false,
      hostility: args.length === 0 ? 0 : 0.1,
    });
  const traced = call('trace', [], () => trainer.trace());
  const done = call('step', [random.whole(1, 3)], (count) => trainer.step(count));
  const begun = call('run', [random.whole(1, 3)], (count) => trainer.run(count));
  try {
    // A spoiled number may be a very high one.
    for await (const { losses } of begun && !begun.hostile ? begun.result : [])
      assert.ok(losses.length > 0);
  } catch (error) {
    if (error.code === undefined) fuzz.fail(error);
  }
  const { result: updates } = call('updates', [], () => trainer.updates);
  const taken = call('snapshot', [], () => trainer.snapshot());
  fuzz.check(() => {
    if (done) assert.ok(done.result.update <= updates);
    for (const { data } of Object.values(taken?.result.parameters ?? {})) requireFinite(data, 'w');
  });
  if (taken) {
    const { parameters } = taken.result;
    const restored = call('restore', [taken.result], (snapshot) => trainer.restore(snapshot));
    fuzz.check(() => {
      if (!restored || restored.hostile) return;
      fuzz.compared++;
      const again = trainer.snapshot();
      for (const [path, { data }] of Object.entries(parameters))
        requireSame(again.parameters[path].data, data, path);
    });
  }
  const file = call('save', [random.some({ metadata: { note: '猫' } })], (given) =>
    trainer.save(given),
  );
  if (file && !file.hostile) {
    const { updates: before } = trainer;
    const again = call('restore', [file.result], (bytes) => trainer.restore(bytes));
    fuzz.check(() => assert.ok(!again || again.hostile || trainer.updates === before));
  }
  traced?.result.dispose();
  if (random.chance(0.5)) call('dispose', [], () => trainer.dispose());
  else call('Symbol.dispose', [], () => trainer[Symbol.dispose]());
  for (const late of [() => trainer.step(), () => trainer.trace(), () => trainer.updates])
    fuzz.check(() => assert.throws(late, { code: 'disposed' }));
  const { result: disposed } = call('disposed', [], () => trainer.disposed);
  fuzz.check(() => assert.equal(disposed, true));
}

export const actions = [
  [2, train],
  [1, learn],
];
