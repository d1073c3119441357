// A store that holds a trace of its own, on the real engine: what a panel needs of it, without the playground.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, beforeEach, describe, test } from 'node:test';
import { wasmFile } from '../../../scripts/build/wasm.mjs';
import { root } from '../../../scripts/lib/run.mjs';
import { importWeb } from '../support/bundled.mjs';
import { counted } from './support/counted.mjs';
import { eachSeed } from './support/slow.mjs';

const { PanelStore, load, effect } = await importWeb('panels/panel-store.ts', 'engine/index.ts');
const engine = await load({ wasmBinary: readFileSync(join(root, wasmFile)) });

const panel = {
  make: (ap, { words, memory, ...options }) =>
    ap.traceAttention({ tokens: words, memoryTokens: memory, ...options }),
  tokens: ({ words, memory = [] }) => ({ sentences: words, memory }),
  first: { step: 'weights', cell: [0, 1, 2, 0] },
  seed: ({ seed }) => seed,
};
const options = { words: [['I', 'am', 'good']], dModel: 8, numHeads: 2, seed: 5 };

let store;
beforeEach(() => {
  store?.dispose();
  store = new PanelStore(panel, options, 'zh');
  store.start(engine);
});
after(() => store.dispose());

const cellOf = (path, at) => store.tensor(path).data[at];

describe('a panel', () => {
  test('opens where it says, in its language, and explains the cell', () => {
    assert.equal(store.current.path, 'weights');
    assert.deepEqual(store.kept, { path: 'weights', index: [0, 1, 2, 0] });
    assert.equal(store.explanation.rule, 'softmax');
    assert.equal(store.explanation.value, cellOf('weights', 9 + 2 * 3));
    assert.equal(store.operandsIn('scaled_scores').length, 3);
    assert.equal(store.state.seed, 5);
    assert.ok(store.isUntrained(store.current));
    assert.ok(!store.isUntrained(store.step('ids')));
    assert.match(store.headName(1), /[\u4e00-\u9fff]/u);
  });

  test('names the places of each step', () => {
    assert.deepEqual(store.labels(store.current, 3, 0), ['I', 'am', 'good']);
    assert.deepEqual(store.labels(store.current, 1, 0), [store.headName(0), store.headName(1)]);
    assert.equal(store.labels(store.step('q'), 2, 0), undefined);
    store.set({ memory: [['我', '很', '好', '。']] });
    assert.deepEqual(store.labels(store.current, 2, 0), ['I', 'am', 'good']);
    assert.deepEqual(store.labels(store.current, 3, 0), ['我', '很', '好', '。']);
  });

  test('can say itself which words an axis of a step runs over', () => {
    const own = new PanelStore(
      { ...panel, tokens: () => (step, axis) => [`${step.path} ${axis}`] },
      options,
    );
    own.start(engine);
    assert.deepEqual(own.labels(own.step('scores'), 3, 0), ['scores 3']);
    own.dispose();
  });

  test('can say itself which words are followed from step to step', () => {
    const swapped = { query: 'key', key: 'query' };
    const follows = (step, axis) => (step.path === 'q' ? swapped[step.axes[axis]] : undefined);
    const own = new PanelStore({ ...panel, follows }, options);
    own.start(engine);
    own.keep({ path: 'weights', index: [0, 1, 2, 1] });
    own.goTo('q');
    assert.deepEqual(own.kept.index, [0, 1, 4]);
    own.goTo('context');
    assert.deepEqual(own.kept.index, [0, 1, 2, 0]);
    own.dispose();
  });

  test('is walked through, and a chosen cell is followed', () => {
    store.keep({ path: 'weights', index: [0, 1, 2, 1] });
    store.previous();
    assert.equal(store.current.path, 'scaled_scores');
    assert.deepEqual(store.kept.index, [0, 1, 2, 1]);
    store.goTo('q');
    assert.deepEqual(store.kept.index, [0, 2, 4]);
    store.goTo('nowhere');
    assert.equal(store.problem.code, 'step');
  });

  test('shows another head, in more decimals', () => {
    let calls = -1;
    const stop = effect(() => {
      calls += 1;
      void { ...store.state, kept: store.kept };
    });
    store.updateView({ head: 0, decimals: 4 });
    assert.deepEqual([store.state.head, store.state.decimals], [0, 4]);
    assert.deepEqual(store.kept.index, [0, 0, 2, 0]);
    assert.equal(calls, 1);
    stop();
  });
});

describe('an edit of a panel', () => {
  test('changes what depends on it, and can be taken back', () => {
    const before = cellOf('output', 0);
    const { version } = store;
    store.edit('q', [0, 0, 0], 3);
    assert.equal(store.problem, undefined);
    assert.equal(cellOf('q', 0), 3);
    assert.notEqual(cellOf('output', 0), before);
    assert.equal(store.baseline('output').data[0], before);
    assert.ok(store.version > version);
    assert.deepEqual(store.state.edits, [{ path: 'q', index: [0, 0, 0], value: 3 }]);
    store.reset();
    assert.equal(cellOf('output', 0), before);
    assert.deepEqual(store.state.edits, []);
  });

  test('may be a whole matrix', () => {
    store.paste('scores', '1 2 3\n4 5 6\n7 8 9');
    assert.deepEqual([...store.tensor('scores').data].slice(9), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    store.paste('scores', '1 2');
    assert.equal(store.problem.code, 'paste_shape');
  });

  test('that the engine refuses is said', () => {
    store.edit('q', [0, 0, 0], NaN);
    assert.equal(store.problem.code, 'not_finite');
    assert.deepEqual(store.state.edits, []);
    store.dismiss();
    assert.equal(store.problem, undefined);
  });

  test('stays through other options where its cell does, with its word', () => {
    store.edit(
      'embedding_table',
      [store.labels(store.step('embedding_table'), 0, 0).indexOf('good'), 0],
      2,
    );
    store.edit('scores', [0, 0, 2, 2], 1);
    store.set({ words: [['good', 'day']] });
    assert.equal(store.state.edits.length, 1);
    assert.deepEqual(store.notices, [{ code: 'editsDropped', values: { n: 1 } }]);
    assert.equal(cellOf('embedding', 0), 2);
  });
});

describe('options of a panel', () => {
  test('that the engine refuses leave the last good trace, and are said', () => {
    const { trace, version } = store;
    store.set({ numHeads: 3 });
    assert.equal(store.problem.code, 'heads');
    assert.equal(store.trace, trace);
    assert.equal(store.version, version);
    assert.ok(!trace.disposed);
    assert.equal(store.options.numHeads, 2);
    store.set({ numHeads: 4 });
    assert.equal(store.problem, undefined);
    assert.ok(trace.disposed);
    assert.deepEqual(store.current.shape, [1, 4, 3, 3]);
  });

  test('that are refused at the start leave no trace until better ones come', () => {
    const own = new PanelStore(panel, { ...options, numHeads: 3 });
    own.start(engine);
    assert.deepEqual([own.problem.code, own.trace, own.steps.length], ['heads', undefined, 0]);
    own.set({ dModel: 9 });
    assert.equal(own.problem, undefined);
    assert.equal(own.current.path, 'weights');
    own.dispose();
  });

  test('set before the engine is there are those it starts with', () => {
    const own = new PanelStore(panel, options);
    own.set({ seed: 8, headMatrices: 'separate' });
    own.start(engine);
    assert.equal(own.state.seed, 8);
    assert.equal(own.current.path, 'heads.0.weights');
    own.dispose();
  });

  test('give the memory of the trace before back', () => {
    for (let seed = 0; seed < 50; seed += 1) store.set({ seed });
    const bytes = engine.memoryBytes();
    for (let seed = 50; seed < 300; seed += 1) store.set({ seed });
    assert.equal(engine.memoryBytes(), bytes);
    const { trace } = store;
    store.dispose();
    assert.ok(trace.disposed);
    assert.equal(store.trace, undefined);
  });
});

test('a panel shows the options that the engine has accepted last, and frees every trace', () =>
  eachSeed(300, (world) => {
    const { engine: counting, open } = counted(engine);
    const { random } = world;
    const store = new PanelStore(panel, options, 'en');
    store.start(counting);
    const acts = [
      () => store.set({ numHeads: world.pick([1, 2, 3]) }),
      () => store.retrace({ seed: random.whole(0, 9) }),
      () => store.set({ words: [world.pick([['a'], ['I', 'am'], []])] }),
      () => store.edit('scores', [0, 0, 0, 0], random.unit()),
      () => store.undo(),
      () => store.redo(),
      () => store.reset(),
      () => store.updateView({ head: random.whole(0, 3) }),
      () => store.next(),
    ];
    for (let i = 0; i < 6; i += 1) {
      world.pick(acts)();
      const { numHeads, words, seed } = store.options;
      const [, heads, queries] = store.step('weights').shape;
      assert.deepEqual([heads, queries], [numHeads, words[0].length]);
      assert.equal(store.state.seed, seed);
      assert.equal(store.state.edits.length > 0, store.trace.edits.length > 0);
      assert.equal(open.size, 1);
    }
    store.dispose();
    world.pick(acts.slice(0, 3))();
    assert.equal(open.size, 0);
  }));
