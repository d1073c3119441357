// The store on the real engine, without a page: what is chosen, what cannot be followed, and the walk.

import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { eachWithStore, engine, modules } from './support/store.mjs';

const { PlaygroundStore, DEFAULTS, LIMITS, effect, lanesOf } = modules;
const shared = eachWithStore();
let store;
beforeEach(() => {
  ({ store } = shared);
});

const scores = () => [...store.tensor('scores').data];

describe('a first visit', () => {
  test('opens with a cell already chosen, which the next steps follow', () => {
    const fresh = new PlaygroundStore();
    fresh.start(engine);
    assert.equal(fresh.current.path, 'weights');
    assert.deepEqual(fresh.kept, { path: 'weights', index: [0, 0, 2, 1] });
    fresh.dispose();
    assert.deepEqual(store.kept, { path: 'scores', index: [0, 0, 2, 1] });
    assert.equal(store.explanation.rule, 'dot');
    assert.equal(store.explanation.value, store.tensor('scores').data[2 * 7 + 1]);
    assert.deepEqual(store.labels(store.step('scores'), 3, 0), [
      'The',
      'cat',
      'sat',
      'on',
      'the',
      'mat',
      '.',
    ]);
    assert.equal(store.operandsIn('q_transposed').length, 16);
  });
});

describe('what cannot be followed', () => {
  const refused = [
    [{ heads: 5 }, 'heads', 'heads'],
    [{ heads: 0 }, 'range_whole', 'heads'],
    [{ heads: NaN }, 'number', 'heads'],
    [{ dModel: 513 }, 'range_whole', 'dModel'],
    [{ temperature: 0 }, 'range', 'temperature'],
    [{ scale: Infinity }, 'number', 'scale'],
    [{ dropoutP: 1 }, 'range', 'dropoutP'],
    [{ seed: -1 }, 'range_whole', 'seed'],
    [{ sentences: [''] }, 'empty', 'sentence'],
    [{ sentences: ['  \t'] }, 'blank', 'sentence'],
    [{ sentences: ['word '.repeat(65)] }, 'too_long', 'sentence'],
    [{ sentences: ['x'.repeat(10000)] }, 'too_many_characters', 'sentence'],
    [{ sentences: ['a', ''] }, 'empty', 'sentence 2'],
    [{ kind: 'cross', memory: [''] }, 'empty', 'memory'],
  ];

  for (const [patch, code, argument] of refused) {
    test(`${JSON.stringify(patch).slice(0, 60)} is said, and the last good state stays`, () => {
      const before = { ...store.state };
      const { trace } = store;
      store.update(patch);
      assert.equal(store.problem.code, code);
      assert.equal(store.problem.argument, argument);
      assert.deepEqual({ ...store.state }, before);
      assert.equal(store.trace, trace);
      assert.ok(!trace.disposed);
    });
  }

  test('a wish waits until another makes it possible', () => {
    store.update({ heads: 5 });
    assert.equal(store.submitted.heads, 5);
    store.update({ dModel: 60 });
    assert.equal(store.problem, undefined);
    assert.deepEqual([store.state.heads, store.state.dModel], [5, 60]);
  });

  test('other wishes are followed meanwhile', () => {
    store.update({ sentences: [''] });
    store.update({ heads: 8 });
    assert.equal(store.state.heads, 8);
    assert.equal(store.problem.code, 'empty');
    store.dismiss();
    assert.equal(store.problem, undefined);
    assert.deepEqual(store.submitted.sentences, DEFAULTS.sentences);
  });

  test('undo takes back a wish that could not be followed first', () => {
    store.update({ heads: 8 });
    store.update({ heads: 7 });
    store.undo();
    assert.deepEqual([store.submitted.heads, store.problem], [8, undefined]);
    store.undo();
    assert.equal(store.state.heads, 4);
    assert.ok(!store.canUndo);
  });
});

describe('the walk', () => {
  test('begins at the words, goes over what is computed, and a chosen word is followed', () => {
    store.goTo('weights');
    store.startWalk();
    assert.equal(store.current.path, 'ids');
    const seen = [];
    for (let at; at !== store.current; store.next()) seen.push((at = store.current).path);
    assert.deepEqual(
      seen,
      store.stops.map(([first]) => first.path),
    );
    assert.ok(!seen.includes('w_q'));
    store.goTo('scores');
    store.keep({ path: 'scores', index: [0, 3, 5, 1] });
    store.goTo('k');
    assert.deepEqual(store.kept, { path: 'k', index: [0, 1, 3 * 16] });
    store.goTo('context');
    assert.deepEqual(store.kept, { path: 'context', index: [0, 3, 5, 0] });
  });

  test('from a parameter goes on to what reads it', () => {
    store.goTo('w_o');
    store.next();
    assert.equal(store.current.path, 'output');
  });

  test('has queries, keys and values as lanes of one stop, and keeps to the lane', () => {
    const paths = (lanes) => lanes.map(({ path }) => path);
    const projected = store.stops.filter((stop) => stop.length > 1);
    assert.deepEqual(projected.map(paths), [
      ['q', 'k', 'v'],
      ['q_view', 'k_view', 'v_view'],
      ['q_transposed', 'k_transposed', 'v_transposed'],
    ]);
    assert.deepEqual(paths(lanesOf(store, store.step('k_view'))), ['q_view', 'k_view', 'v_view']);
    assert.deepEqual(paths(lanesOf(store, store.step('scores'))), ['scores']);
    assert.deepEqual(paths(lanesOf(store, store.step('w_k'))), ['w_k']);
    const walked = (from, moves) => {
      store.goTo(from);
      return moves.map((move) => {
        store[move]();
        return store.current.path;
      });
    };
    assert.deepEqual(walked('k', ['next', 'next', 'next']), ['k_view', 'k_transposed', 'scores']);
    assert.deepEqual(walked('v_transposed', ['previous', 'previous']), ['v_view', 'v']);
    assert.deepEqual(walked('scores', ['previous']), ['q_transposed']);
    assert.deepEqual(walked('w_v', ['next']), ['v']);
  });

  test('keeps to one head where heads have steps of their own', () => {
    store.update({ headMatrices: 'separate' });
    assert.equal(store.current.path, 'heads.0.scores');
    store.goTo('heads.2.weights');
    assert.equal(store.state.head, 2);
    assert.ok(store.stops.flat().every(({ path }) => !/^heads\.[013]\./.test(path)));
    store.update({ headMatrices: 'combined' });
    assert.equal(store.current.path, 'weights');
  });

  test('stays where it was when the steps change, or goes to the weights', () => {
    store.goTo('q_view');
    store.update({ projections: 'none' });
    assert.equal(store.current.op, 'softmax');
    store.goTo('nowhere');
    assert.equal(store.problem.code, 'step');
    assert.equal(store.current.op, 'softmax');
  });
});

describe('values from outside', () => {
  test('are changed to what fits, and an unknown step is said', () => {
    store.adopt({ heads: 99, dModel: 64, step: 'nonsense' }, DEFAULTS);
    assert.deepEqual([store.state.heads, store.current.op], [LIMITS.heads, 'softmax']);
    assert.deepEqual(
      store.notices.map(({ values }) => values.names),
      ['heads', 'step'],
    );
  });
});

describe('what an address asks for and is refused', () => {
  test('stands in its fields, and what is shown beside them is not blamed', () => {
    const before = store.state.sentences;
    store.adopt({ sentences: ['a b'], x: [[1, 2, 3]] }, { ...DEFAULTS, lang: 'en' });
    assert.equal(store.problem.code, 'heads');
    assert.deepEqual(store.submitted.sentences, ['a b']);
    assert.deepEqual(store.state.sentences, before);
    // Who corrects it gets the rest of the address, too.
    store.update({ heads: 1, x: [] });
    assert.equal(store.problem, undefined);
    assert.deepEqual(store.state.sentences, ['a b']);
  });
});

describe('a chosen cell, while a sentence is typed', () => {
  const words = () =>
    store.active.index.slice(2).map((at, axis) => store.labels(store.current, axis + 2, 0)[at]);

  test('stays that of its words, wherever these move', () => {
    const typed = 'So the big cat sat down';
    store.update({ sentences: ['the cat sat'] });
    store.keep({ path: 'scores', index: [0, 0, 2, 1] });
    assert.deepEqual(words(), ['sat', 'cat']);
    for (let at = 2; at <= typed.length - 'the cat sat'.length; at += 1) {
      store.update({ sentences: [`${typed.slice(0, at)} the cat sat`] });
      assert.deepEqual(words(), ['sat', 'cat'], store.state.sentences[0]);
    }
    store.update({ sentences: [typed] });
    assert.deepEqual(words(), ['sat', 'cat']);
  });

  test('is in its place while its words are gone, and the nearest of equal words', () => {
    store.update({ sentences: ['a b c d'] });
    store.keep({ path: 'scores', index: [0, 0, 3, 1] });
    store.update({ sentences: ['a x'] });
    assert.deepEqual(store.active.index, [0, 0, 1, 1]);
    // “b” is there again, and was never given up; “d” is not.
    store.update({ sentences: ['x a b x'] });
    assert.deepEqual(store.active.index, [0, 0, 3, 2]);
    store.update({ sentences: ['d b x d b'] });
    assert.deepEqual(store.active.index, [0, 0, 3, 1]);
  });

  test('is the one that is chosen with the sentence, if one is', () => {
    store.update({ sentences: ['a b c'] });
    store.keep({ path: 'scores', index: [0, 0, 2, 1] });
    store.update({ sentences: ['c b a'], cell: [0, 0, 2, 1] });
    assert.deepEqual(store.active.index, [0, 0, 2, 1]);
  });
});

test('a trace that is replaced gives its memory back', () => {
  for (let seed = 0; seed < 50; seed += 1) store.update({ seed });
  const bytes = engine.memoryBytes();
  const first = store.trace;
  for (let seed = 50; seed < 400; seed += 1) store.update({ seed });
  assert.ok(first.disposed);
  assert.equal(engine.memoryBytes(), bytes);
});

describe('what reads the store is told', () => {
  /** How often `read` is run while `act` runs: 0 if nothing that it reads changes. */
  function timesTold(read, act) {
    let times = -1;
    const stop = effect(() => {
      times += 1;
      read();
    });
    act();
    stop();
    return times;
  }
  const other = { path: 'scores', index: [0, 0, 3, 1] };

  test('once for one change, however many fields it sets', () => {
    assert.equal(
      timesTold(
        () => ({ ...store.state, steps: store.steps, kept: store.kept }),
        () => store.update({ heads: 2, step: 'weights', cell: [0, 1, 2, 3] }),
      ),
      1,
    );
  });

  test('of a pointer that moves only where it points, and where the operands are', () => {
    const move = () => store.preview(other);
    assert.equal(
      timesTold(() => store.activeIn('scores'), move),
      1,
    );
    store.preview(undefined);
    assert.equal(
      timesTold(() => store.operandsIn('q_transposed'), move),
      1,
    );
    store.preview(undefined);
    // The same key: its column of K is what was read before.
    assert.equal(
      timesTold(() => store.operandsIn('k_transposed'), move),
      0,
    );
    store.preview(undefined);
    for (const read of [
      () => store.activeIn('weights'),
      () => store.operandsIn('weights'),
      () => store.tensor('scores'),
      () => ({ ...store.state }),
      () => store.stops,
    ]) {
      assert.equal(timesTold(read, move), 0);
      store.preview(undefined);
    }
  });

  test('of an edit only where it changes a number', () => {
    const edit = (value) => () => store.edit('scores', [0, 0, 2, 1], value);
    assert.equal(
      timesTold(() => store.tensor('weights'), edit(1)),
      1,
    );
    assert.equal(
      timesTold(() => store.tensor('q'), edit(2)),
      0,
    );
    assert.equal(
      timesTold(() => store.step('weights'), edit(3)),
      0,
    );
    assert.equal(
      timesTold(() => store.explanation, edit(4)),
      1,
    );
    const { weights, q } = { weights: store.tensor('weights'), q: store.tensor('q') };
    edit(5)();
    assert.notEqual(store.tensor('weights'), weights);
    assert.equal(store.tensor('q'), q);
  });

  test('of an edit that is refused not at all', () => {
    const refused = () => store.edit('scores', [0, 0, 2, 1], NaN);
    assert.equal(
      timesTold(() => store.tensor('weights'), refused),
      0,
    );
    assert.equal(
      timesTold(() => store.problem, refused),
      1,
    );
  });
});
