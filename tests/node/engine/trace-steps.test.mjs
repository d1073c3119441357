// The list of steps: paths, kinds, shapes, strides, axes and inputs, for every kind of option.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ap, cat, iAmGood, seeded, withTrace } from './support/engine.mjs';
import { traces } from './support/traces.mjs';

const stepsOf = (options) => withTrace(options, (trace) => trace.steps);
const pathsOf = (options) => stepsOf(options).map(({ path }) => path);
const find = (steps, path) => steps.find((step) => step.path === path);

const walk = [
  // path, operation, shape, strides, axes, inputs
  'embedding_table random 7,8 8,1 vocabulary,d_model',
  'ids given 1,7 7,1 batch,token',
  'embedding embedding 1,7,8 56,8,1 batch,token,d_model ids,embedding_table',
  'w_q random 8,8 8,1 d_model,heads_d_k',
  'w_k random 8,8 8,1 d_model,heads_d_k',
  'w_v random 8,8 8,1 d_model,heads_d_v',
  'q linear 1,7,8 56,8,1 batch,query,heads_d_k embedding,w_q',
  'k linear 1,7,8 56,8,1 batch,key,heads_d_k embedding,w_k',
  'v linear 1,7,8 56,8,1 batch,key,heads_d_v embedding,w_v',
  'q_view view 1,7,2,4 56,8,4,1 batch,query,head,d_k q',
  'k_view view 1,7,2,4 56,8,4,1 batch,key,head,d_k k',
  'v_view view 1,7,2,4 56,8,4,1 batch,key,head,d_v v',
  'q_transposed transpose 1,2,7,4 56,4,8,1 batch,head,query,d_k q_view',
  'k_transposed transpose 1,2,7,4 56,4,8,1 batch,head,key,d_k k_view',
  'v_transposed transpose 1,2,7,4 56,4,8,1 batch,head,key,d_v v_view',
  'scores matmul_transposed 1,2,7,7 98,49,7,1 batch,head,query,key q_transposed,k_transposed',
  'scaled_scores scale 1,2,7,7 98,49,7,1 batch,head,query,key scores',
  'weights softmax 1,2,7,7 98,49,7,1 batch,head,query,key scaled_scores',
  'context matmul 1,2,7,4 56,28,4,1 batch,head,query,d_v weights,v_transposed',
  'context_transposed transpose 1,7,2,4 56,4,28,1 batch,query,head,d_v context',
  'context_contiguous contiguous 1,7,2,4 56,8,4,1 batch,query,head,d_v context_transposed',
  'concat view 1,7,8 56,8,1 batch,query,heads_d_v context_contiguous',
  'w_o random 8,8 8,1 heads_d_v,d_model',
  'output linear 1,7,8 56,8,1 batch,query,d_model concat,w_o',
];

test('the walk of multi-head self-attention, step by step', () => {
  const lines = stepsOf({ tokens: cat, dModel: 8, numHeads: 2 }).map((step) =>
    [step.path, step.op, step.shape, step.strides, step.axes, step.inputs].join(' ').trim(),
  );
  assert.deepEqual(lines, walk);
});

test('sizes of the write-ups: (10, 6, 512) with 8 heads', () => {
  const steps = stepsOf({ x: seeded(1).tensor(10, 6, 512), numHeads: 8 });
  const shapes = {
    x: [10, 6, 512],
    q: [10, 6, 512],
    q_view: [10, 6, 8, 64],
    q_transposed: [10, 8, 6, 64],
    scores: [10, 8, 6, 6],
    context: [10, 8, 6, 64],
    context_transposed: [10, 6, 8, 64],
    concat: [10, 6, 512],
    output: [10, 6, 512],
  };
  for (const [path, shape] of Object.entries(shapes)) {
    assert.deepEqual(find(steps, path).shape, shape, path);
  }
});

describe('what an option adds to the walk', () => {
  const plain = { tokens: cat, dModel: 8, numHeads: 2 };
  const before = pathsOf(plain);
  const added = (options) =>
    pathsOf({ ...plain, ...options }).filter((path) => !before.includes(path));

  for (const [name, options, steps] of [
    ['a bias', { bias: true }, ['b_q', 'b_k', 'b_v', 'b_o']],
    ['sinusoidal positions', { positions: 'sinusoidal' }, ['position_encoding', 'x']],
    ['learned positions', { positions: 'learned' }, ['position_table', 'x']],
    ['a causal mask', { isCausal: true }, ['causal_mask', 'masked_scores']],
    [
      'padding that is asked for',
      { maskPadding: true },
      ['lengths', 'padding_mask', 'masked_scores'],
    ],
    [
      'a given padding mask',
      { keyPaddingMask: new Array(7).fill(true) },
      ['padding_mask', 'masked_scores'],
    ],
    ['a given mask', { attnMask: [[true]] }, ['custom_mask', 'masked_scores']],
    ['a temperature', { temperature: 2 }, ['tempered_scores']],
    ['temperature 1', { temperature: 1 }, []],
    ['dropout in training', { dropoutP: 0.1, training: true }, ['dropped_weights']],
    ['dropout in evaluation', { dropoutP: 0.1 }, []],
    ['a scale', { scale: 1 }, []],
  ]) {
    test(`${name}: ${steps.join(', ') || 'nothing'}`, () =>
      assert.deepEqual(added(options), steps));
  }

  test('sentences of unequal length hide their padding, unless maskPadding is false', () => {
    const tokens = [...cat, ['The', 'dog']];
    assert.ok(pathsOf({ ...plain, tokens }).includes('padding_mask'));
    assert.ok(!pathsOf({ ...plain, tokens, maskPadding: false }).includes('padding_mask'));
  });

  test('cross-attention reads keys and values from the memory', () => {
    const steps = stepsOf({ ...plain, memoryTokens: [['Bonjour', 'tout', 'le', 'monde']] });
    assert.deepEqual(find(steps, 'memory.embedding').shape, [1, 4, 8]);
    assert.deepEqual(find(steps, 'q').inputs, ['embedding', 'w_q']);
    assert.deepEqual(find(steps, 'k').inputs, ['memory.embedding', 'w_k']);
    assert.deepEqual(find(steps, 'v').inputs, ['memory.embedding', 'w_v']);
    assert.deepEqual(find(steps, 'scores').shape, [1, 2, 7, 4]);
    assert.match(find(steps, 'k').formula, /R\\, W_K/);
  });

  test('no projections: scores of the word vectors themselves, and no heads', () => {
    const steps = stepsOf({ x: iAmGood, projections: 'none' });
    assert.deepEqual(
      steps.map(({ path }) => path),
      ['x', 'scores', 'scaled_scores', 'weights', 'context'],
    );
    assert.deepEqual(find(steps, 'scores').inputs, ['x', 'x']);
    assert.deepEqual(find(steps, 'context').inputs, ['weights', 'x']);
  });

  test('where projections come from: random, identity or given', () => {
    const x = { x: iAmGood };
    const wq = find(stepsOf(x), 'w_q');
    assert.deepEqual([wq.op, wq.leaf, wq.inputs], ['random', true, []]);
    assert.equal(find(stepsOf({ ...x, projections: 'identity' }), 'w_q').op, 'identity');
    const given = { wq: iAmGood, wk: iAmGood, wv: iAmGood, wo: iAmGood };
    assert.equal(find(stepsOf({ ...x, projections: given }), 'w_q').op, 'given');
  });
});

describe('every trace', () => {
  const declared = new Set(ap.declarations().map(({ kind }) => kind));
  const ownTexts = ['head_concat', 'masked_dropped_weights'];

  for (const [name, options] of Object.entries(traces)) {
    test(`${name}: unique paths, inputs before readers, axes as many as sizes, declared kinds`, () => {
      const steps = stepsOf(options);
      const seen = new Set();
      for (const step of steps) {
        const { path, kind, shape, strides, axes, inputs } = step;
        assert.ok(!seen.has(path), path);
        for (const input of inputs) assert.ok(seen.has(input), `${path} reads ${input}`);
        seen.add(path);
        assert.equal(strides.length, shape.length, path);
        assert.equal(axes.length, shape.length, `${path}: ${axes} of [${shape}]`);
        assert.equal(new Set(axes).size, axes.length, `${path}: ${axes}`);
        assert.equal(step.leaf, inputs.length === 0, path);
        assert.equal(step.aliases, ['view', 'transpose', 'split'].includes(step.op), path);
        // Where the texts differ from those of the step that usually has the path.
        const own = kind.startsWith('given_') || ownTexts.includes(kind);
        assert.ok(path === kind || path.includes('.') || own, `${path}: ${kind}`);
        assert.ok(declared.has(kind), `${path}: ${kind} is not declared`);
        assert.equal(step.edits, 0, path);
        for (const text of [step.symbol, step.formula, step.code]) assert.ok(text.length > 0, path);
      }
    });
  }

  test('lists are copies: changing one changes neither the trace nor its next list', () => {
    withTrace(traces['self-attention of tokens'], (trace) => {
      const scores = find(trace.steps, 'scores');
      for (const list of [scores.shape, scores.strides, scores.inputs, scores.axes]) list.reverse();
      scores.shape[0] = 99;
      assert.deepEqual(trace.tensor('scores').shape, [1, 2, 3, 3]);
      assert.deepEqual(trace.memory('scores').strides, [18, 9, 3, 1]);
      assert.deepEqual(trace.explain('scores', [0, 1, 2, 2]).index, [0, 1, 2, 2]);
    });
  });
});
