// What a task waits for: each kind of condition, each sign between its sides, and what is said of one that is none.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { root } from '../../../scripts/lib/run.mjs';
import { shippedModels } from '../state/support/shipped-models.mjs';
import { modules, storeWith } from './support/lessons.mjs';

const { holds, KINDS, LessonError, parseCondition, visit } = modules;

const X = [
  [1, 3, 2],
  [1, 1, 3],
  [1, 2, 1],
];
const by = {
  ...{ sentences: ['I am good'], projections: 'none', positions: 'none' },
  ...{ scale: 1, heads: 1, dModel: 3, x: X },
};
const settings = { scale: '1', mask: 'none', heads: '1' };
const results = { 'variance-unscaled': 512.5, finished: 1, name: 'ring', done: true };
const subjectOf = (store) => ({
  store,
  setting: (name) => settings[name],
  result: (name) => results[name],
});
const subject = subjectOf(storeWith(by));
const says = (condition, of = subject) => holds(parseCondition(condition), of);

const TRUE = [
  ['setting(mask) = none', 'setting(mask) = causal'],
  ['setting(mask) != causal', 'setting(mask) != none'],
  ['setting(scale) = 1', 'setting(scale) > 1'],
  ['cell(scores, I, am) ≈ 10', 'cell(scores, I, am) ≈ 9'],
  ['cell(scores, I, am) = 10', 'cell(scores, I, am) != 10'],
  ['cell(scores, 0, 1) ~ 10', 'cell(scores, 0, 1) ~ 11'],
  ['cell(scores, 0, I, am) = 10', 'cell(scores, 0, I, am) = 14'],
  ['cell(scores, I, am) < 11', 'cell(scores, I, am) < 10'],
  ['cell(scores, I, am) <= 10', 'cell(scores, I, am) <= 9'],
  ['cell(scores, I, am) > 9', 'cell(scores, I, am) > 10'],
  ['cell(scores, I, am) >= 10', 'cell(scores, I, am) >= 11'],
  ['row(scores, I) ≈ 14, 10, 9', 'row(scores, I) ≈ 14, 10'],
  ['row(scores, I) ≈ [14 10 9]', 'row(scores, I) ≈ 9, 10, 14'],
  ['sum(weights, am) ≈ 1', 'sum(weights, am) ≈ 3'],
  ['columnsum(weights, I) > 2', 'columnsum(weights, I) < 2'],
  ['columnsum(weights, good) ≈ 0.06', 'columnsum(weights, good) ≈ 1'],
  ['shape(weights) = 1, 3, 3', 'shape(weights) = 1, 3'],
  ['shape(x) = [1, 3, 3]', 'shape(x) = 3, 3, 1'],
  ['copies(weights)', 'copies(weights) = false'],
  ['argmax(weights, am) = am', 'argmax(weights, am) = I'],
  ['argmax(x, I) = 1', 'argmax(x, I) = 0'],
  ['symmetric(scores)', 'symmetric(weights)'],
  ['symmetric(weights) = false', 'symmetric(scores) = false'],
  ['shown(scores)', 'shown(weights)'],
  ['edits() <= 0', 'edits() > 0'],
  ['result(variance-unscaled) > 400', 'result(variance-unscaled) > 600'],
  ['result(finished) = 1', 'result(finished) = 0'],
  ['result(name) = ring', 'result(name) = line'],
  ['result(done)', 'result(done) = false'],
  ['cell(scores, I, am) = cell(scores, am, I)', 'cell(scores, I, am) = cell(scores, I, good)'],
  ['cell(scores, I, am) > cell(scores, I, good)', 'cell(scores, I, am) <= cell(scores, I, good)'],
  ['sum(x, I) ≈ cell(scores, am, good)', 'sum(x, I) ≈ edits()'],
  ['row(scores, I) ≈ row(scores, 0)', 'row(scores, I) ≈ row(scores, am)'],
  ['row(scores, good) ≈ row(scores, good)', 'row(scores, good) ≈ cell(scores, I, am)'],
  ['argmax(weights, am) = argmax(weights, 1)', 'argmax(weights, am) = argmax(weights, I)'],
  ['argmax(weights, am) != argmax(weights, I)', 'argmax(weights, am) != argmax(weights, 1)'],
  ['symmetric(scores) = result(done)', 'symmetric(weights) = result(done)'],
  ['cell(scores, I, am) = 10 and symmetric(scores)', 'symmetric(scores) and edits() = 1'],
  ['argmax(weights, am) = am and setting(mask) = none', 'argmax(weights, am) = am and edits() = 3'],
];

describe('a condition holds, or does not', () => {
  for (const [right, wrong] of TRUE) {
    test(`${right}, not ${wrong}`, () => {
      assert.equal(says(right), true);
      assert.equal(says(wrong), false);
    });
  }

  test('what is not measured yet is nothing that holds', () => {
    for (const sign of ['>', '<', '=', '!=']) assert.equal(says(`result(later) ${sign} 0`), false);
  });

  test('a chosen cell, and a row of which one cell is chosen', () => {
    const store = storeWith(by);
    const chosen = (condition) => says(condition, subjectOf(store));
    assert.equal(chosen('chosen(weights, am, I)'), false);
    visit(store, { path: 'weights', index: [0, 1, 0] });
    assert.equal(chosen('chosen(weights, am, I)'), true);
    assert.equal(chosen('chosen(weights, am)'), true);
    assert.equal(chosen('chosen(weights, I)'), false);
    assert.equal(chosen('chosen(weights, am, good)'), false);
    assert.equal(chosen('chosen(scores, am, I)'), false);
  });

  test('edits are counted, and what they change is read', () => {
    const store = storeWith(by);
    store.edit('x', [0, 1, 2], 1);
    assert.equal(says('edits() = 1', subjectOf(store)), true);
    assert.equal(says('argmax(weights, am) = I and edits() <= 1', subjectOf(store)), true);
  });

  test('what a trained model answers; a trace without an answer says none', async () => {
    const { learned } = await shippedModels(modules);
    const store = await learned('referent-emergent', 'en', {
      sentences: ['the dog finished the bread because it was hungry'],
    });
    assert.equal(says('answer(it) = dog', subjectOf(store)), true);
    assert.equal(says('answer(it) = bread', subjectOf(store)), false);
    assert.equal(says('answer(I) = dog'), false);
    store.dispose();
  });
});

describe('what is no condition', () => {
  const refused = (text, ...accepted) =>
    assert.throws(
      () => parseCondition(text),
      (error) => {
        assert.ok(error instanceof LessonError);
        for (const part of [text.split(' and ').at(-1), ...accepted]) {
          assert.ok(error.message.includes(part), `${error.message}: ${part}`);
          assert.ok(error.in('zh').includes(part), `${error.in('zh')}: ${part}`);
        }
        return true;
      },
    );
  const forms = Object.values(KINDS).map(({ form }) => form);

  const texts = [
    '',
    'scores',
    'scores = 1',
    'cells(x) = 1',
    'toString(x)',
    'cell(x, 1',
    'a(b(c)) = 1',
  ];
  for (const text of [...texts, 'symmetric(scores) and nothing']) {
    test(`“${text}”: all that there are are named`, () => refused(text, ...forms));
  }
  for (const text of [
    'setting() = 1',
    'setting(a, b) = 1',
    'edits(1) = 0',
    'symmetric()',
    'cell() = 1',
  ]) {
    const name = text.split('(')[0];
    test(`“${text}”: how it is written is named`, () => refused(text, KINDS[name].form));
  }

  test('each kind holds somewhere above', () => {
    const written = TRUE.flat().join(' ') + 'chosen( answer(';
    for (const name of Object.keys(KINDS)) assert.ok(written.includes(`${name}(`), name);
  });

  const thrown = (condition, ...accepted) =>
    assert.throws(
      () => says(condition),
      (error) =>
        error instanceof LessonError && accepted.every((part) => error.message.includes(part)),
    );
  test('a step, a word, a place or a setting that is not there: those that are, are named', () => {
    thrown('cell(score, I, am) = 1', 'score', 'scores', 'weights');
    thrown('cell(scores, I, are) = 1', 'are', 'I, am, good');
    thrown('cell(x, I, 7) = 1', '7', '0 … 2');
    thrown('cell(scores, I) = 1', 'query', 'key');
    thrown('row(x, 0, 0, 0, 0) ≈ 1', '0, 0, 0, 0', 'token');
    thrown('setting(colour) = red', 'colour');
  });
});

describe('/learn/teach', () => {
  for (const file of ['learn/teach.md', 'zh/learn/teach.md']) {
    test(`names each kind of condition, and every element: ${file}`, () => {
      const text = readFileSync(join(root, 'web/site', file), 'utf8');
      for (const { form } of Object.values(KINDS)) {
        const [name] = form.split('(');
        assert.match(text, new RegExp(`^\\| \`${name}\\(`, 'm'), name);
      }
      const index = readFileSync(join(root, 'web/lessons/index.ts'), 'utf8');
      const elements = [...index.matchAll(/'\.\/(?:prompts\/)?(?:lesson-)?([\w-]+)\.js'/g)];
      for (const [, name] of elements) {
        const tag = name === 'attention-lesson' ? name : `lesson-${name}`;
        assert.ok(text.includes(`\`<${tag}>\``), tag);
      }
    });
  }
});
