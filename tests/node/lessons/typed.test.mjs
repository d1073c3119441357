// What a learner types: numbers, rows and shapes, and states of beats laid over each other.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { modules, storeWith } from './support/lessons.mjs';

const { isNear, markShape, mergedStates, typedNumber, typedRow, typedShape } = modules;

describe('a typed number', () => {
  const read = {
    0.98: 0.98,
    ' 10 ': 10,
    '.5': 0.5,
    '−3': -3,
    '–3': -3,
    '-3': -3,
    '+3': 3,
    '1e3': 1000,
    '1/2': 0.5,
    '-1 / 4': -0.25,
    '98%': 0.98,
    '98 %': 0.98,
    '０．５': 0.5,
    '－３': -3,
    '９８％': 0.98,
    '１／２': 0.5,
    '½': 0.5,
    '-inf': -Infinity,
    '−∞': -Infinity,
  };
  for (const [text, number] of Object.entries(read)) {
    test(`“${text}” is ${number}`, () => assert.equal(typedNumber(text), number));
  }
  const junk = ['', ' ', 'abc', '1/2/3', '1/', '/2', '%', '0.5.1', '1,5', '--3', '98%%', 'NaN'];
  for (const text of junk) {
    test(`“${text}” is none`, () => assert.ok(Number.isNaN(typedNumber(text))));
  }

  test('a row is read between any separators, in brackets or not', () => {
    const row = [0.5, 0.5, 0];
    for (const text of [
      '0.5, 0.5, 0',
      '[1/2 1/2 0]',
      '50%；50%；0',
      '０．５，０．５，０',
      '1/2、1/2、0',
    ]) {
      assert.deepEqual(typedRow(text), row, text);
    }
    assert.deepEqual(typedRow(''), []);
  });

  test('whole numbers are asked for exactly, others to two decimals, rounded or cut', () => {
    assert.ok(isNear(10, 10));
    assert.ok(!isNear(10, 10.001));
    assert.ok(isNear(10, 10.4, 0.5));
    assert.ok(isNear(0.976, 0.98) && isNear(0.976, 0.97) && !isNear(0.976, 0.96));
    assert.ok(isNear(-0.976, -0.98) && !isNear(-0.976, 0.98));
    assert.ok(isNear(Math.fround(0.1), 0.1, 0));
    assert.ok(isNear(-Infinity, -Infinity) && !isNear(-Infinity, 0) && !isNear(0.5, NaN));
  });
});

describe('a typed shape', () => {
  for (const text of [
    '[1, 4, 3, 3]',
    '(1,4,3,3)',
    '1 4 3 3',
    '1×4×3×3',
    '1x4x3x3',
    '１，４，３，３',
    '1、4、3、3',
  ]) {
    test(`“${text}” is read`, () => assert.deepEqual(typedShape(text), [1, 4, 3, 3]));
  }
  for (const text of ['', '[]', 'T, S', '1, -1', '2.5, 3', '3 by 3']) {
    test(`“${text}” is none`, () => assert.equal(typedShape(text), undefined));
  }

  const store = storeWith({ sentences: ['I am so good'], heads: 2, dModel: 6 });
  const step = store.step('q_transposed');
  const verdicts = [
    [[1, 2, 4, 3], { isRight: true }],
    [[2, 4, 3], { isRight: false, mistake: 'length' }],
    [[1, 4, 2, 3], { isRight: false, mistake: 'order', axis: 1, name: 'head' }],
    [[1, 2, 4, 6], { isRight: false, mistake: 'size', axis: 3, name: 'd_k' }],
  ];
  for (const [typed, verdict] of verdicts) {
    test(`[${typed}] for [${step.shape}]: ${verdict.mistake ?? 'right'}`, () =>
      assert.deepEqual(markShape(step, typed), verdict));
  }
});

describe('a text that is clicked', () => {
  test('its words are those that spaces part, without the signs around them', () => {
    const words = (text) => modules.wordsOf(text).map(({ word }) => word);
    assert.deepEqual(words('It was “hungry”, not well-fed.'), [
      'It',
      'was',
      'hungry',
      'not',
      'well-fed',
    ]);
    assert.deepEqual(
      words('马 吃完了 奶酪， 因为 它 很 饿。'),
      '马 吃完了 奶酪 因为 它 很 饿'.split(' '),
    );
    assert.deepEqual(modules.wordsOf(' a  … '), [
      { shown: 'a', word: 'a' },
      { shown: '…', word: '…' },
    ]);
  });
});

describe('the states of beats', () => {
  test('a later one is laid over those before, name by name', () => {
    assert.equal(mergedStates(['step=x&cell=0.1', 'cell=2.1']), 'step=x&cell=2.1');
  });
  test('an empty value puts back what the figure has by itself', () => {
    assert.equal(mergedStates(['step=x&edits=a*1', 'edits=']), 'step=x');
    assert.equal(mergedStates(['edits=', 'edits=b*2']), 'edits=b*2');
  });
  test('several of one name take the place of all of that name', () => {
    const both = 'given=w_q*1&given=w_k*2';
    assert.equal(mergedStates([both, 'step=x']), `${both}&step=x`);
    assert.equal(mergedStates([both, 'given=w_v*3']), 'given=w_v*3');
  });
  test('of nothing comes nothing', () => assert.equal(mergedStates(['', '']), ''));
});
