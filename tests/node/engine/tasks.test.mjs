// ap.task, and trainers whose batches are drawn from one: learned, judged, saved, and gone on with.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { taskNames } from '../support/tasks.mjs';
import { ap as first, assertRefused, bundle, engine } from './support/engine.mjs';

const ap = await engine.load({ training: true });

/** A model of the task, and a trainer; both end with the test. */
function learner(task, options = {}, seed = 0) {
  const model = ap.transformer({ ...ap.task(task, { count: 0, heldOut: 0 }).model, seed });
  return { model, trainer: ap.trainer({ model, task, seed, ...options }) };
}

function end(...all) {
  for (const { model, trainer } of all) {
    trainer.dispose();
    model.dispose();
  }
}

describe('ap.task', () => {
  test('has every task, with its model, settings and examples', () => {
    assert.equal(taskNames.length, 13);
    for (const name of taskNames) {
      const task = ap.task(name, { count: 3, heldOut: 2, seed: 5 });
      assert.equal(task.name, name);
      assert.deepEqual([task.examples.length, task.heldOut.length], [3, 2]);
      const model = ap.transformer(task.model);
      const trace = model.trace(batchOf([...task.examples, ...task.heldOut]));
      assert.ok(trace.tensor('loss').data[0] > 0);
      trace.dispose();
      model.dispose();
    }
  });

  test('draws the same examples for a seed, from any of them on', () => {
    const all = ap.task('ring', { seed: 9, count: 6 }).examples;
    const later = ap.task('ring', { seed: 9, first: 4, count: 2 }).examples;
    assert.deepEqual(later, all.slice(4));
    assert.notDeepEqual(ap.task('ring', { seed: 10, count: 6 }).examples, all);
  });

  test('says what is wrong', () => {
    const refused = (task, options, code, argument) =>
      assertRefused(() => ap.task(task, options), { code, argument });
    refused('none', {}, 'range', 'task');
    refused(undefined, {}, 'type', 'task');
    refused({}, {}, 'type', 'pairs');
    refused({ pairs: [] }, {}, 'size', 'pairs');
    refused({ pairs: [['a']] }, {}, 'type', 'pairs');
    refused({ pairs: [['a', 'b', 'c']] }, {}, 'type', 'pairs');
    refused({ pairs: [['a', ' ']] }, {}, 'size', 'pairs');
    refused({ pairs: Array(2001).fill(['a', 'b']) }, {}, 'size', 'pairs');
    refused({ pairs: [['a', 'b']], sourceTokens: 'bytes' }, {}, 'range', 'sourceTokens');
    refused('ring', { count: -1 }, 'range', 'count');
    refused('ring', null, 'type', 'options');
    assertRefused(() => first.task('ring'), { code: 'missing', argument: 'training' });
  });
});

/** Examples as one pass. */
function batchOf(examples) {
  const lists = (name) => examples.map((example) => example[name]);
  const { source, target } = examples[0];
  return {
    ...(source && { source: lists('source') }),
    ...(target && { target: lists('target') }),
    labels: lists('labels'),
  };
}

describe('a trainer of a task', () => {
  test('takes the examples that the seed draws, with the settings of the task', () => {
    const task = ap.task('four-pairs', { seed: 0, count: 8 });
    const { optimizer, schedule, batchSize } = task;
    const drawn = learner('four-pairs');
    const model = ap.transformer({ ...task.model, seed: 0 });
    const batches = [0, 1].map((n) =>
      batchOf(task.examples.slice(n * batchSize, (n + 1) * batchSize)),
    );
    const given = { model, trainer: ap.trainer({ model, batches, optimizer, schedule }) };
    assert.deepEqual(drawn.trainer.step(20).losses, given.trainer.step(20).losses);
    end(drawn, given);
  });

  test('learns the four pairs in a few dozen updates, and says how well', () => {
    const { model, trainer } = learner('four-pairs');
    assert.ok(trainer.evaluate().sentences < 0.5);
    trainer.step(60);
    const { loss, labels, sentences, answers, heads, judged } = trainer.evaluate();
    assert.deepEqual([labels, sentences, answers, heads, judged], [1, 1, 6, [], undefined]);
    assert.ok(loss < 0.2);
    end({ model, trainer });
  });

  test('a model with fewer layers than the task says is judged by the heads that it has', () => {
    const { model: options } = ap.task('ring', { count: 0, heldOut: 0 });
    const model = ap.transformer({ ...options, numDecoderLayers: 1 });
    const trainer = ap.trainer({ model, task: 'ring' });
    const { heads, loss, perplexity } = trainer.evaluate({ examples: 4 });
    assert.deepEqual(
      heads.map(({ name }) => name),
      ['previous token'],
    );
    assert.ok(Math.abs(Math.log(perplexity) - loss) < 1e-6);
    end({ model, trainer });
  });

  test('says the loss of guessing: ln of the number of tokens, or of the words of a sentence', () => {
    const { uniformLoss } = ap.task('ring', { count: 0, heldOut: 0 });
    assert.ok(Math.abs(uniformLoss - Math.log(16)) < 1e-6);
    const pointer = ap.task('referent', { count: 0, heldOut: 0 }).uniformLoss;
    assert.ok(pointer > Math.log(6) && pointer < Math.log(12), String(pointer));
  });

  test('a trainer has a snapshot and a file before its first update, from which it goes on alike', () => {
    const { model, trainer } = learner('four-pairs');
    const start = trainer.snapshot();
    assert.equal(start.updates, 0);
    const file = trainer.save();
    const { losses } = trainer.step(3);
    for (const from of [start, file]) {
      trainer.restore(from);
      assert.deepEqual(trainer.step(3).losses, losses);
    }
    end({ model, trainer });
  });

  test('a loss beyond all numbers has an infinite perplexity', () => {
    const { model, trainer } = learner('four-pairs', { optimizer: { lr: 1e3 } });
    trainer.step(3);
    const { loss, perplexity } = trainer.evaluate();
    assert.ok(loss > 100, String(loss));
    assert.equal(perplexity, Infinity);
    end({ model, trainer });
  });

  test('learns a person’s own pairs', async () => {
    const pairs = [
      ['one two', '一二'],
      ['two one', '二一'],
    ];
    const { model, trainer } = learner({ pairs, targetTokens: 'characters' });
    trainer.step(150);
    assert.equal(trainer.evaluate().sentences, 1);
    const words = [];
    for await (const { token, last } of model.generate({ source: ['two', 'one'] })) {
      if (!last || token !== '<eos>') words.push(token);
    }
    assert.deepEqual(words, ['二', '一']);
    end({ model, trainer });
  });

  test('measures heads, and judges verse that it draws', () => {
    const phrases = learner('phrases');
    const { heads } = phrases.trainer.evaluate({ examples: 4 });
    assert.deepEqual(
      heads.map(({ name, attention, head }) => [name, attention, head]),
      ['all', 0, 1].map((head) => ['profession', 'decoder.0.cross_attention', head]),
    );
    for (const { points, weight } of heads) assert.ok(points >= 0 && weight > 0 && weight < 1);
    const verse = learner('verse-en', { batchSize: 4 });
    verse.trainer.step(2);
    const { judged } = verse.trainer.evaluate({ examples: 2, samples: 3 });
    assert.ok(judged >= 0 && judged <= 1);
    end(phrases, verse);
  });

  test('goes on from a file, to the last bit, also in a worker', async () => {
    const one = learner('phrases', { accumulate: 2 }, 3);
    one.trainer.step(4);
    one.trainer.evaluate({ examples: 2 });
    const file = one.trainer.save({ metadata: { note: 'ours' } });
    const { metadata } = ap.readSafetensors(file);
    assert.equal(metadata['attention_playground.task'], 'phrases');
    assert.equal(metadata['attention_playground.seed'], '3');
    assert.equal(metadata['attention_playground.updates'], '4');
    assert.equal(JSON.parse(metadata['attention_playground.results']).updates, 4);
    assert.equal(metadata.note, 'ours');
    const model = ap.transformer({ parameters: file });
    const two = {
      model,
      trainer: ap.trainer({ model, task: 'phrases', seed: 3, accumulate: 2 }),
    };
    two.trainer.restore(file);
    assert.equal(two.trainer.updates, 4);
    const { losses } = one.trainer.step(3);
    assert.deepEqual(two.trainer.step(3).losses, losses);
    const { loadWorker } = await import(`${bundle.url}?task-worker`);
    const remote = loadWorker({ training: true });
    const far = await remote.transformer({ parameters: file });
    const trainer = await remote.trainer({ model: far, task: 'phrases', seed: 3, accumulate: 2 });
    await trainer.restore(file);
    assert.deepEqual((await trainer.step(3)).losses, losses);
    assert.deepEqual(
      await trainer.evaluate({ examples: 3 }),
      one.trainer.evaluate({ examples: 3 }),
    );
    const { tensors } = ap.readSafetensors(await trainer.save());
    assert.deepEqual(tensors, ap.readSafetensors(two.trainer.save()).tensors);
    end(one, two);
  });

  test('is opened on another engine from a snapshot: the same next update, step by step', async () => {
    const { load } = await import(`${bundle.url}?task-page`);
    const page = await load({ training: true });
    const { model, trainer } = learner('copy', { batchSize: 4 });
    trainer.step(5);
    const snapshot = structuredClone(trainer.snapshot());
    const own = page.transformer({ ...page.task('copy').model, seed: 0 });
    const opened = page.trainer({ model: own, task: 'copy', seed: 0, batchSize: 4 });
    opened.restore(snapshot);
    const trace = opened.trace();
    trainer.step();
    for (const [path, { data }] of Object.entries(trainer.snapshot().parameters))
      assert.deepEqual(trace.tensor(`update.${path}.new_weight`).data, data, path);
    trace.dispose();
    for (const each of [opened, own]) each.dispose();
    end({ model, trainer });
  });

  test('says what is wrong', () => {
    const { model, trainer } = learner('ring');
    const refused = (options, code, argument) =>
      assertRefused(() => ap.trainer({ model, ...options }), { code, argument });
    refused({ task: 'copy' }, 'conflict', 'task');
    refused({ task: 'none' }, 'range', 'task');
    refused({ task: 'ring', batches: [] }, 'conflict', 'batches');
    refused({ task: 'ring', batchSize: 0 }, 'range', 'batchSize');
    refused({ task: 'ring', seed: -1 }, 'range', 'seed');
    refused({ batches: [{}], seed: 1 }, 'conflict', 'seed');
    assertRefused(() => trainer.evaluate({ examples: 0 }), {
      code: 'range',
      argument: 'examples',
    });
    assertRefused(() => trainer.restore(new Uint8Array(3)), { code: 'file', argument: 'bytes' });
    assertRefused(() => trainer.restore(model.save()), {
      code: 'missing',
      argument: 'attention_playground.updates',
    });
    end({ model, trainer });
    const { model: other } = learner('four-pairs');
    const batches = [batchOf(ap.task('four-pairs').examples)];
    const plain = ap.trainer({ model: other, batches });
    assertRefused(() => plain.evaluate(), { code: 'missing', argument: 'task' });
    assertRefused(() => plain.save(), { code: 'missing', argument: 'batches' });
    end({ model: other, trainer: plain });
  });

  test('a rate far too high is blamed on a step that computes, not on a mask', () => {
    const { model, trainer } = learner('four-pairs', { optimizer: { lr: 1e4 } });
    assert.throws(
      () => trainer.step(60),
      ({ code, argument }) => code === 'not_finite' && !/mask/.test(argument),
    );
    end({ model, trainer });
  });
});
