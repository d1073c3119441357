// What the panel on training reads of people and files, and which moments it keeps.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { importWeb } from '../support/bundled.mjs';

const { readPairs, Moments, MOST_MOMENTS, readConfig, lossAxis, sentence } = await importWeb(
  'panels/training/keep/own-pairs.ts',
  'panels/training/run/moments.ts',
  'panels/training/run/read-config.ts',
  'figures/chart/axis.ts',
  'panels/training/words.ts',
);

describe('own pairs', () => {
  test('stand one per line, with a tab or an arrow between, and empty lines are left out', () => {
    assert.deepEqual(readPairs('a b\tc\r\n\n d → e\nf->g\nh => i').pairs, [
      ['a b', 'c'],
      ['d', 'e'],
      ['f', 'g'],
      ['h', 'i'],
    ]);
  });

  test('Chinese without blanks is read by characters, with blanks by words', () => {
    const kinds = (text) => {
      const { sourceTokens, targetTokens } = readPairs(text);
      return [sourceTokens, targetTokens];
    };
    assert.deepEqual(kinds('one cat → 一只猫'), ['words', 'characters']);
    assert.deepEqual(kinds('one cat → 一 只 猫'), ['words', 'words']);
    assert.deepEqual(kinds('猫\tcat'), ['characters', 'words']);
  });

  test('a line that is no pair is named by its number', () => {
    const wrong = (text) => {
      const { code, line } = readPairs(text);
      return [code, line];
    };
    assert.deepEqual(wrong('a → b\nc d'), ['noArrow', 2]);
    assert.deepEqual(wrong('a → b → c'), ['twoArrows', 1]);
    assert.deepEqual(wrong('a → b\n\n→ c'), ['noSource', 3]);
    assert.deepEqual(wrong('a →'), ['noTarget', 1]);
    assert.deepEqual(wrong(' \n '), ['none', 1]);
    assert.deepEqual(wrong('a → b\n'.repeat(2001)), ['tooMany', 2001]);
  });
});

describe('kept moments', () => {
  const kept = (updates, pinned = []) => {
    const moments = new Moments();
    for (const update of updates) moments.add({ update, pinned: pinned.includes(update) });
    return moments;
  };
  const updates = (moments) => moments.all.map(({ update }) => update);
  const upTo = (last) => Array.from({ length: last + 1 }, (_, i) => i);

  test('are few, however long a run is; the first, the last and the pinned ones stay', () => {
    const found = updates(kept(upTo(500), [7, 8]));
    assert.equal(found.length, MOST_MOMENTS + 2);
    for (const update of [0, 7, 8, 500]) assert.ok(found.includes(update), String(update));
    const gaps = found.slice(1).map((update, i) => update - found[i]);
    assert.ok(Math.max(...gaps) <= 64, String(found));
  });

  test('stand in order, and a repeated one replaces the first', () => {
    const moments = kept([0, 20, 10]);
    moments.add({ update: 10, pinned: true });
    assert.deepEqual(updates(moments), [0, 10, 20]);
    assert.equal(moments.at(10).pinned, true);
  });

  test('are reached on the way to an update', () => {
    const moments = kept([0, 10, 20]);
    assert.equal(moments.towards(11, 10).update, 20);
    assert.equal(moments.towards(9, 10).update, 0);
    assert.equal(moments.towards(4, 0).update, 10);
    assert.equal(moments.towards(30, 20), undefined);
  });
});

describe('a config from a file', () => {
  const config = {
    task: 'ring',
    steps: 400,
    seed: 0,
    model: {
      layers: 2,
      heads: 1,
      dModel: 32,
      normFirst: false,
      positions: 'rotary',
      scaleScores: true,
      rawValues: false,
    },
    trainer: {
      optimizer: 'adamw',
      lr: 0.01,
      schedule: 'constant',
      warmup: 50,
      batchSize: 32,
      weightDecay: 0.01,
      maxNorm: 1,
    },
  };

  test('is read as it was written', () => {
    assert.deepEqual(readConfig(JSON.parse(JSON.stringify(config))), config);
    const own = { ...config, task: 'own', pairs: { pairs: [['a', 'b']], sourceTokens: 'words' } };
    assert.deepEqual(readConfig(own).pairs.pairs, [['a', 'b']]);
  });

  test('is none with anything that is missing, of another type, or out of range', () => {
    const bad = [
      undefined,
      null,
      'ring',
      [],
      { ...config, task: 'nothing' },
      { ...config, task: 'own' },
      { ...config, task: 'own', pairs: { pairs: [['a']] } },
      { ...config, task: 'own', pairs: { pairs: [] } },
      { ...config, steps: 1e9 },
      { ...config, seed: -1 },
      { ...config, model: undefined },
      { ...config, model: { ...config.model, layers: 1e6 } },
      { ...config, model: { ...config.model, positions: '__proto__' } },
      { ...config, trainer: { ...config.trainer, lr: '1' } },
      { ...config, trainer: { ...config.trainer, batchSize: 0.5 } },
    ];
    for (const given of bad) assert.equal(readConfig(given), undefined, JSON.stringify(given));
  });
});

describe('the axis of losses', () => {
  test('starts at 0, and ends somewhat above the loss of guessing, however high a loss is', () => {
    const axis = lossAxis([[3, 1e9, Infinity, NaN]], { expected: 3, log: false });
    assert.equal(axis.low, 0);
    assert.ok(axis.high > 3 && axis.high < 6, String(axis.high));
    assert.equal(axis.place(1e9), axis.high);
    assert.ok(axis.marks.length <= 6);
  });

  test('by logarithm has a mark for each power of ten', () => {
    const { marks, place } = lossAxis([[3, 0.02]], { expected: 3, log: true });
    assert.deepEqual(
      marks.map(({ text }) => text),
      ['0.01', '0.1', '1'],
    );
    assert.equal(place(0.1), -1);
    assert.equal(place(0), -2);
  });
});

test('tokens are joined as their language writes them', () => {
  assert.equal(sentence(['I', 'am', 'here']), 'I am here');
  assert.equal(sentence(['我', '是', '学生']), '我是学生');
  assert.equal(sentence([]), '');
});
