// The playground's store with a whole Transformer: what its state asks for, whose words a step runs over, and what is
// refused.

import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { importWeb } from '../support/bundled.mjs';
import { eachWithStore, modules } from './support/store.mjs';

const { blockLength, DEFAULTS, PRESETS } = modules;
const { settingsAsRaw, readHash, repair, writeHash, blockTitle, dictionaryOf } = await importWeb(
  'playground/attributes.ts',
  'playground/address.ts',
  'playground/repair.ts',
  'trace/blocks.ts',
);
const shared = eachWithStore();
let store;
beforeEach(() => {
  ({ store } = shared);
});

const preset = (name) => PRESETS.find((one) => one.name === name).patch;
const source = ['I', 'am', 'a', 'student'];
const target = ['<sos>', '我', '是', '一个', '学生'];

/** Labels of each axis of a step, and what it follows. */
const named = (path) => {
  const step = store.step(path);
  assert.ok(step, path);
  return step.shape.map((_, axis) => store.labels(step, axis, 0) ?? null);
};
const followed = (path) => {
  const step = store.step(path);
  return step.shape.map((_, axis) => store.follows(step, axis) ?? null);
};

describe('the number of steps', () => {
  test('of all blocks is that of the walk, forward and back', () => {
    store.update({ ...preset('student'), gradients: true });
    for (const path of [store.steps[0].path, store.steps.find(({ gradient }) => gradient).path]) {
      store.goTo(path);
      const counted = store.blocks.map((block) => blockLength(store, block));
      const sum = counted.reduce((all, text) => all + Number.parseInt(text || '0', 10), 0);
      assert.equal(sum, store.stops.length);
      assert.ok(!counted.includes('0 steps'));
    }
  });
});

describe('the words of an encoder–decoder', () => {
  beforeEach(() => store.update(preset('student')));

  test('stand where they are read, by what the step says of itself', () => {
    assert.deepEqual(named('source.embedding')[1], source);
    assert.deepEqual(named('target.x')[1], target);
    assert.deepEqual(named('encoder.1.self_attention.weights').slice(2), [source, source]);
    assert.deepEqual(named('decoder.1.self_attention.weights').slice(2), [target, target]);
    assert.deepEqual(named('decoder.0.cross_attention.weights').slice(2), [target, source]);
    assert.deepEqual(named('decoder.0.cross_attention.k')[1], source);
    assert.deepEqual(named('decoder.0.cross_attention.q')[1], target);
    assert.deepEqual(named('encoder.0.residual_1')[1], source);
    assert.deepEqual(named('decoder.1.feed_forward.hidden')[1], target);
    assert.deepEqual(named('decoder.causal_mask').slice(2), [target, target]);
    assert.deepEqual(named('prediction')[1], target);
  });

  test('make the vocabulary, with the end of a sentence', () => {
    const vocabulary = [...source, ...target, '<eos>'];
    assert.deepEqual(named('embedding_table')[0], vocabulary);
    assert.deepEqual(named('probabilities')[2], vocabulary);
    const { shape } = store.step('probabilities');
    assert.deepEqual(shape, [1, target.length, vocabulary.length]);
  });

  test('are followed apart: one of the source, one of the target', () => {
    assert.deepEqual(followed('decoder.0.cross_attention.weights').slice(2), ['target', 'source']);
    assert.deepEqual(followed('encoder.0.self_attention.scores').slice(2), [
      'source',
      'source_key',
    ]);
    store.goTo('decoder.0.cross_attention.weights');
    store.keep({ path: 'decoder.0.cross_attention.weights', index: [0, 1, 3, 2] });
    store.goTo('encoder.1.norm_2');
    assert.equal(store.kept.index[1], 2);
    store.goTo('decoder.1.self_attention.weights');
    assert.equal(store.kept.index[2], 3);
    store.keep({ path: 'decoder.1.self_attention.weights', index: [0, 1, 4, 1] });
    store.goTo('decoder.1.cross_attention.scores');
    assert.deepEqual(store.kept.index, [0, 1, 4, 2]);
    store.goTo('logits');
    assert.equal(store.kept.index[1], 4);
  });

  test('in a batch are filled up, and masked by the engine', () => {
    store.update({
      memory: ['I am a student', 'Good morning'],
      memoryTokens: [null, null],
      sentences: ['我 是 一个 学生', '早上 好'],
      tokens: [null, null],
    });
    assert.equal(store.problem, undefined);
    assert.deepEqual(store.notices, []);
    const step = store.step('decoder.0.cross_attention.masked_scores');
    assert.deepEqual(store.labels(step, 3, 1), ['Good', 'morning', '[PAD]', '[PAD]']);
    assert.deepEqual(store.labels(step, 2, 1), ['<sos>', '早上', '好', '[PAD]', '[PAD]']);
    const padding = store.step('decoder.memory_padding_mask');
    assert.deepEqual(store.labels(padding, 3, 0), source);
  });
});

describe('other Transformers', () => {
  test('a decoder alone is given the sentence as it is', () => {
    store.update(preset('decoder'));
    assert.deepEqual(named('target.ids')[1], ['The', 'cat', 'sat', 'on', 'the']);
    assert.equal(store.step('decoder.0.cross_attention.q'), undefined);
    assert.ok(!named('probabilities')[2].includes('<sos>'));
  });

  test('an encoder alone ends with its last norm', () => {
    store.update({ model: 'encoder-only', sentences: ['Good morning'], tokens: [null] });
    assert.deepEqual(named('encoder.1.norm_2')[1], ['Good', 'morning']);
    assert.equal(store.step('logits'), undefined);
  });

  test('in training have a loss: each token is expected after the one before', () => {
    store.update({ ...preset('morning'), training: true, dropoutP: 0.5 });
    assert.equal(store.problem, undefined);
    const vocabulary = named('embedding_table')[0];
    const expected = [...store.tensor('labels').data].map((id) => vocabulary[id]);
    assert.deepEqual(expected, ['早上', '好', '<eos>']);
    assert.ok(store.step('loss'));
    assert.ok(store.step('encoder.0.self_attention_dropout'));
  });

  test('take their settings: layers, norm, width, activation, one table', () => {
    store.update({
      ...preset('student'),
      layers: 3,
      normOrder: 'pre',
      feedForward: 7,
      activation: 'gelu',
      tied: true,
      positions: 'learned',
    });
    assert.equal(store.problem, undefined);
    assert.ok(store.step('decoder.2.norm_3'));
    assert.ok(store.step('encoder.norm'));
    assert.deepEqual(store.step('encoder.0.feed_forward.hidden').shape, [1, 4, 7]);
    assert.equal(store.step('decoder.1.feed_forward.activation').op, 'gelu');
    assert.deepEqual(store.step('logits').inputs, ['decoder.norm', 'embedding_table']);
    assert.equal(store.step('source.position_rows').op, 'split');
  });

  test('take the settings that are less common', () => {
    const plain = { ...preset('student'), layers: 1 };
    const shape = (path) => store.step(path)?.shape;
    store.update({ ...plain, attentionWidth: 8, heads: 2 });
    const width = store.state.dModel;
    assert.deepEqual(shape('encoder.0.self_attention.w_q'), [width, 8]);
    assert.deepEqual(shape('decoder.0.cross_attention.w_o'), [8, width]);
    store.update({ ...plain, feedForward: 0 });
    assert.equal(shape('encoder.0.feed_forward.hidden'), undefined);
    store.update({ ...plain, residual: false, scaleScores: false });
    assert.equal(shape('encoder.0.residual_1'), undefined);
    const scores = 'encoder.0.self_attention';
    assert.deepEqual(store.tensor(`${scores}.scaled_scores`), store.tensor(`${scores}.scores`));
    store.update({ ...plain, sourceTable: true });
    assert.deepEqual(shape('source.embedding_table'), [4, width]);
    assert.deepEqual(named('source.embedding_table')[0], ['I', 'am', 'a', 'student']);
    assert.ok(!named('embedding_table')[0].includes('student'));
    const [draws, scales] = [{ initialization: 'normal' }, { scaleEmbedding: true }];
    store.update({ ...plain, ...draws });
    assert.ok(store.tensor('encoder.0.self_attention.b_q').data.every((value) => value === 0));
    store.update({ ...plain, ...scales });
    assert.ok(store.step('source.scaled_embedding'));
    store.update({ ...plain, rawValues: true });
    const values = store.steps.filter(({ inputs }) =>
      inputs.includes('decoder.0.cross_attention.w_v'),
    );
    assert.deepEqual(
      values.map(({ inputs }) => inputs.includes('source.embedding')),
      [true],
    );
    store.update({ ...plain, training: true });
    const loss = store.tensor('loss').data[0];
    store.update({ ...plain, training: true, labelSmoothing: 0.2 });
    assert.notEqual(store.tensor('loss').data[0], loss);
    assert.equal(store.problem, undefined);
  });

  test('an encoder points, or predicts, and has a gradient of both', () => {
    const encoder = { ...preset('student'), model: 'encoder-only', layers: 1 };
    store.update({ ...encoder, predicts: true });
    assert.ok(store.step('prediction'));
    store.update({ ...encoder, predicts: true, pointer: true, gradients: true });
    assert.equal(store.problem, undefined);
    assert.ok(store.step('encoder.0.self_attention.pointer_scores'));
    assert.deepEqual(
      [...store.tensor('labels').data],
      [0, 1, 2, 3].slice(0, store.tensor('labels').data.length),
    );
    assert.ok(store.steps.some(({ gradient }) => gradient));
    store.update({ model: 'attention', gradients: false, pointer: false, predicts: false });
  });

  test('go back to attention, with the nearest step', () => {
    store.update(preset('student'));
    store.update({ model: 'attention' });
    assert.equal(store.current.path, 'weights');
    assert.equal(store.walksByBlock, false);
  });
});

describe('what a Transformer cannot be', () => {
  const refused = [
    [{ heads: 5 }, 'heads', 'heads'],
    [{ projections: 'none', heads: 5 }, 'heads', 'heads'],
    [{ layers: 0 }, 'range_whole', 'layers'],
    [{ layers: 7 }, 'range_whole', 'layers'],
    [{ layers: NaN }, 'number', 'layers'],
    [{ feedForward: -1 }, 'range_whole', 'feedForward'],
    [{ attentionWidth: 30 }, 'heads', 'heads'],
    [{ labelSmoothing: 1 }, 'range', 'labelSmoothing'],
    [{ feedForward: 1e9 }, 'range_whole', 'feedForward'],
    [{ memory: ['word '.repeat(65)] }, 'too_long', 'memory'],
    [{ sentences: [' '] }, 'blank', 'sentence'],
  ];
  for (const [patch, code, argument] of refused) {
    test(`${JSON.stringify(patch).slice(0, 60)} is said, and the last good state stays`, () => {
      store.update(preset('student'));
      const { state, trace } = store;
      store.update(patch);
      assert.deepEqual([store.problem.code, store.problem.argument], [code, argument]);
      assert.equal(store.state, state);
      assert.equal(store.trace, trace);
      assert.ok(!trace.disposed);
    });
  }

  test('starting over stays with Transformers', () => {
    store.update({ ...preset('thanks'), layers: 5 });
    store.startOver();
    assert.equal(store.state.model, 'encoder-decoder');
    assert.deepEqual(store.state.memory, ['I am a student']);
    assert.equal(store.state.layers, DEFAULTS.layers);
  });
});

describe('attributes', () => {
  test('a model without sentences brings a pair, and the step that it opens on', () => {
    const raw = settingsAsRaw({ model: 'encoder-decoder', layers: '3' });
    assert.deepEqual(
      [raw.model, raw.layers, raw.memory, raw.sentences, raw.step],
      ['encoder-decoder', '3', ['I am a student'], ['我 是 一个 学生'], preset('student').step],
    );
  });

  test('own sentences stay, and a second one does not make it cross-attention', () => {
    const raw = settingsAsRaw({ model: 'encoder-decoder', memory: 'Good morning', sentence: '早' });
    assert.deepEqual([raw.memory, raw.sentences, raw.kind], [['Good morning'], ['早'], undefined]);
    assert.equal(settingsAsRaw({ memory: 'a' }).kind, 'cross');
  });

  test('an unknown model is left out, and that is said', () => {
    const { patch, changed } = repair(settingsAsRaw({ model: 'gpt', layers: '99' }));
    assert.deepEqual([patch.model, patch.layers, changed], [undefined, 6, ['model', 'layers']]);
  });
});

test('an address holds every Transformer preset', () => {
  for (const name of ['student', 'teacher', 'morning', 'thanks', 'decoder']) {
    const state = { ...DEFAULTS, ...preset(name), layers: 4, feedForward: 12, tied: true };
    const { patch, changed } = repair(readHash(writeHash(state)));
    assert.deepEqual([{ ...DEFAULTS, ...patch }, changed], [state, []], name);
  }
});

describe('blocks', () => {
  test('are all steps in order, and are called by their place', () => {
    store.update(preset('student'));
    assert.deepEqual(
      store.blocks.flatMap(({ steps }) => steps.map(({ path }) => path)),
      store.steps.map(({ path }) => path),
    );
    const titles = store.blocks.map((block) => blockTitle(dictionaryOf('en'), block));
    assert.deepEqual(titles.slice(0, 4), [
      'Tables',
      'Source',
      'Encoder 1 · Self-attention',
      'Encoder 1 · Add & norm',
    ]);
    assert.ok(titles.includes('Decoder 2 · Cross-attention'));
    assert.ok(titles.includes('Decoder · Masks'));
    assert.equal(titles.at(-1), 'Output');
    const chinese = store.blocks.map((block) => blockTitle(dictionaryOf('zh'), block));
    assert.ok(chinese.includes('解码器第 2 层 · 交叉注意力'));
  });

  test('with pre-norm, norms and additions are named apart where they stand apart', () => {
    store.update({ ...preset('student'), normOrder: 'pre', layers: 1 });
    const titles = store.blocks.map((block) => blockTitle(dictionaryOf('en'), block));
    assert.deepEqual(titles.slice(2, 8), [
      'Encoder 1 · Norm',
      'Encoder 1 · Self-attention',
      'Encoder 1 · Add & norm',
      'Encoder 1 · Feed-forward',
      'Encoder 1 · Add',
      'Encoder · Norm',
    ]);
  });

  test('an attention layer is walked without them', () => {
    assert.equal(store.walksByBlock, false);
  });
});
