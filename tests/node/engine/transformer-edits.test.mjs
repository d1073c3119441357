// Edits in a whole model: what depends on a cell is computed again, the rest stays; undo, baseline, compare.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ap, assertRefused, assertSame, at } from './support/engine.mjs';
import { models, small, source, target, withModel, withTransformer } from './support/models.mjs';

const options = models['encoder–decoder'];
const last = ({ shape }) => shape.map((size) => size - 1);

/** Paths of all steps that read a step, over however many others. */
function dependantsOf(trace, path) {
  const changed = new Set([path]);
  for (const { path: each, inputs } of trace.steps)
    if (inputs.some((input) => changed.has(input))) changed.add(each);
  return [...changed];
}

describe('an edit', () => {
  test('of any step changes that step, what reads it, and nothing else', () => {
    withTransformer(options, (trace) => {
      const before = new Map(trace.steps.map(({ path }) => [path, trace.tensor(path)]));
      for (const step of trace.steps.filter(({ path }) => !path.endsWith('ids'))) {
        const changed = trace.set(step.path, last(step), 0.25);
        assert.deepEqual(new Set(changed), new Set(dependantsOf(trace, step.path)), step.path);
        assert.equal(at(trace.tensor(step.path), last(step)), 0.25);
        for (const { path } of trace.steps) {
          assertSame(trace.baseline(path), before.get(path), path);
          if (!changed.includes(path)) assertSame(trace.tensor(path), before.get(path), path);
        }
        trace.undo();
      }
      for (const [path, tensor] of before) assertSame(trace.tensor(path), tensor, path);
      assert.deepEqual(trace.edits, []);
    });
  });

  test('of an embedding reaches both sentences; of the encoder, the decoder; of the decoder, no encoder', () => {
    withTransformer(options, (trace) => {
      const reached = (path) =>
        trace.set(path, [0, 0], 1.5).filter((each) => /^(en|de)coder/.test(each));
      assert.ok(reached('embedding_table').some((path) => path.startsWith('encoder')));
      trace.reset();
      const fromEncoder = reached('encoder.0.self_attention.w_q');
      assert.ok(fromEncoder.includes('decoder.0.cross_attention.k'));
      assert.ok(!fromEncoder.includes('decoder.0.self_attention.k'));
      trace.reset();
      assert.ok(
        !reached('decoder.0.self_attention.w_q').some((path) => path.startsWith('encoder')),
      );
    });
  });

  test('of the whole word embedding gives what those vectors give', () => {
    withTransformer(options, (trace) => {
      const swapped = trace.tensor('target.x');
      swapped.data.reverse();
      trace.setTensor('target.x', swapped);
      assert.equal(trace.edits.length, 8);
      assertSame(trace.tensor('target.x'), swapped);
      trace.undo();
      assert.deepEqual(trace.edits, []);
    });
  });

  test('of a token: another word is looked up, an id that no token has is refused', () => {
    withTransformer(options, (trace) => {
      const before = trace.tensor('logits');
      const changed = trace.set('target.ids', [0, 1], 0);
      assert.ok(changed.includes('logits') && !changed.includes('encoder.0.norm_2'));
      trace.undo();
      assertRefused(() => trace.set('target.ids', [0, 1], 7), { code: 'range', argument: 'ids' });
      assertSame(trace.tensor('logits'), before);
    });
  });

  test('of a γ, of a bias, of a mask', () => {
    withTransformer(options, (trace) => {
      for (const [path, index, value] of [
        ['decoder.0.norm_3_weight', [2], 3],
        ['b_vocabulary', [6], -2],
        ['decoder.causal_mask', [0, 0, 0, 1], 0],
        ['decoder.causal_mask', [0, 0, 1, 0], -Infinity],
      ]) {
        const before = trace.tensor('logits');
        assert.ok(trace.set(path, index, value).includes('logits'));
        assert.notDeepEqual(trace.tensor('logits').data, before.data, path);
      }
      assert.equal(trace.edits.length, 4);
      trace.reset();
      assertSame(trace.tensor('logits'), trace.baseline('logits'));
    });
  });
});

describe('two traces', () => {
  test('of one model share its parameters and nothing that an edit could reach', () => {
    withModel({ ...small, vocabulary: ['<sos>', 'a', 'b'] }, (model) => {
      const [one, other] = [1, 2].map(() => model.trace({ source: [['a']], target: [['<sos>']] }));
      const before = other.tensor('logits');
      one.set('w_vocabulary', [0, 0], 9);
      one.set('encoder.0.norm_1_weight', [0], 9);
      assertSame(other.tensor('logits'), before);
      const differences = one.compare(other).filter(({ maxDifference }) => maxDifference > 0);
      assert.ok(differences.some(({ path }) => path === 'logits'));
      assert.equal(
        at(model.parameter('w_vocabulary'), [0, 0]),
        at(other.tensor('w_vocabulary'), [0, 0]),
      );
      one.dispose();
      assertSame(other.tensor('logits'), before);
      other.dispose();
    });
  });

  test('with equal options are equal to the last bit', () => {
    withTransformer(options, (one) => {
      withTransformer(options, (other) => {
        for (const { path, maxDifference } of one.compare(other))
          assert.equal(maxDifference, 0, path);
      });
    });
  });
});

describe('a model', () => {
  const pass = { source: [['a', 'b']], target: [['<sos>']] };
  const vocabulary = ['<sos>', 'a', 'b'];

  test('may go before its traces, which read, explain and edit as before', () => {
    const model = ap.transformer({ ...small, vocabulary });
    const trace = model.trace(pass);
    const before = trace.tensor('logits');
    model.dispose();
    assert.ok(model.disposed && !trace.disposed);
    assertSame(trace.tensor('logits'), before);
    assert.equal(trace.explain('logits', [0, 0, 1]).rule, 'dot');
    assert.ok(trace.set('embedding_table', [1, 0], 2).includes('logits'));
    trace.reset();
    assertSame(trace.tensor('logits'), before);
    trace.dispose();
    for (const use of [
      () => model.trace(pass),
      () => model.parameter('embedding_table'),
      () => model.set('embedding_table', [0, 0], 1),
      () => model.generate({ source: ['a'] }),
      () => model.cachedTokens,
      () => model.clearCache(),
    ])
      assertRefused(use, { code: 'disposed', argument: 'model' });
    model.dispose();
    model[Symbol.dispose]();
  });

  test('set() changes a parameter for the passes to come, and leaves those that were', () => {
    withModel({ ...small, vocabulary }, (model) => {
      assertRefused(() => model.parameter('w_vocabulary'), { code: 'step', argument: 'path' });
      const earlier = model.trace(pass);
      const before = earlier.tensor('logits');
      const parameter = model.parameter('w_vocabulary');
      assertSame(parameter, earlier.tensor('w_vocabulary'));
      parameter.data.fill(0); // a copy
      assert.deepEqual(model.set('w_vocabulary', [1, 2], 0.5), { cacheEmptied: false });
      assert.equal(at(model.parameter('w_vocabulary'), [1, 2]), 0.5);
      const later = model.trace(pass);
      assertSame(earlier.tensor('logits'), before);
      assert.equal(at(later.tensor('w_vocabulary'), [1, 2]), 0.5);
      assert.notEqual(later.tensor('logits').data[2], before.data[2]);
      assert.equal(later.tensor('logits').data[1], before.data[1]);
      earlier.dispose();
      later.dispose();
    });
  });

  test('takes parameters by path, copies them, and draws the rest by seed', () => {
    const mine = { shape: [3, 4], data: Float32Array.from({ length: 12 }, (_, i) => i / 8) };
    const given = { embedding_table: mine, 'decoder.0.norm_3_weight': [2, 2, 2, 2] };
    withModel({ ...small, vocabulary, parameters: given }, (model) => {
      const table = Float32Array.from(mine.data);
      mine.data.fill(7);
      const trace = model.trace(pass);
      assert.deepEqual(trace.tensor('embedding_table').data, table);
      assert.deepEqual([...trace.tensor('decoder.0.norm_3_weight').data], [2, 2, 2, 2]);
      assert.equal(trace.explain('embedding_table', [0, 0]).origin, 'given');
      assert.equal(trace.explain('w_vocabulary', [0, 0]).origin, 'random');
      model.set('embedding_table', [1, 1], 3);
      assert.equal(at(model.parameter('embedding_table'), [1, 1]), 3);
      trace.dispose();
    });
  });

  test('gives what one trace of the same options gives', () => {
    withModel(
      { ...small, vocabulary: ['the', 'cat', 'sat', '<sos>', 'die', '<eos>', '[PAD]'] },
      (model) => {
        const trace = model.trace({ source, target });
        withTransformer(options, (other) =>
          assertSame(trace.tensor('logits'), other.tensor('logits')),
        );
        trace.dispose();
      },
    );
  });
});
