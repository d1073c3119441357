// Edits: one road from a cell to what depends on it, and back by undo and reset.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  ap,
  assertNear,
  assertRefused,
  assertSame,
  at,
  seeded,
  withTrace,
} from './support/engine.mjs';
import { traces } from './support/traces.mjs';

const words = { tokens: [['I', 'am', 'good']], dModel: 4, numHeads: 2, seed: 3 };

/** Paths of the steps that read `path`, directly or not, itself first. */
function dependants(trace, path) {
  const reached = new Set([path]);
  for (const step of trace.steps) {
    if (step.inputs.some((input) => reached.has(input))) reached.add(step.path);
  }
  return trace.steps.map((step) => step.path).filter((each) => reached.has(each));
}

const all = (trace) => new Map(trace.steps.map(({ path }) => [path, trace.tensor(path)]));

function assertAllSame(trace, tensors) {
  for (const [path, tensor] of tensors) assertSame(trace.tensor(path), tensor, path);
}

describe('set', () => {
  for (const [name, options] of Object.entries(traces)) {
    test(`${name}: names what depends on the step, in order, leaves the rest, and undo takes it back`, () => {
      withTrace(options, (trace) => {
        const before = all(trace);
        for (const { path, shape, role } of trace.steps.filter(({ op }) => op !== 'embedding')) {
          if (/ids$|^lengths$/.test(path)) continue;
          const index = shape.map(() => 0);
          const own = at(before.get(path), index);
          const value = role === 'mask' || own === -Infinity ? -2 : own + 1;
          const changed = trace.set(path, index, value);
          assert.deepEqual(changed, dependants(trace, path), path);
          assert.equal(at(trace.tensor(path), index), Math.fround(value), path);
          const others = [...before].filter(([other]) => !changed.includes(other));
          assertAllSame(trace, others);
          for (const [other, tensor] of before) assertSame(trace.baseline(other), tensor, other);
          assert.deepEqual(trace.undo(), changed, `undo of ${path}`);
          assertAllSame(trace, before);
        }
        assert.deepEqual(trace.edits, []);
      });
    });
  }

  test('an edited matrix gives the numbers of a trace that was given that matrix', () => {
    const random = seeded(61);
    const [wq, wk, wv, wo] = [1, 2, 3, 4].map(() => random.tensor(4, 4));
    const x = random.tensor(2, 3, 4);
    const other = { shape: [4, 4], data: wq.data.with(5, 0.5) };
    withTrace({ x, projections: { wq, wk, wv, wo }, numHeads: 2 }, (trace) => {
      trace.set('w_q', [1, 1], 0.5);
      withTrace({ x, projections: { wq: other, wk, wv, wo }, numHeads: 2 }, (given) => {
        assertAllSame(trace, all(given));
      });
    });
  });

  test('an edit of a view is no edit of its source, nor of another view', () => {
    withTrace(words, (trace) => {
      const [q, view] = ['q', 'q_view'].map((path) => trace.tensor(path));
      trace.set('q_transposed', [0, 1, 2, 0], 50);
      assertSame(trace.tensor('q'), q);
      assertSame(trace.tensor('q_view'), view);
      assert.notEqual(trace.memory('q_transposed').storage, trace.memory('q_view').storage);
    });
  });

  test('an edit stays through a re-run that comes from above it', () => {
    withTrace(words, (trace) => {
      trace.set('scores', [0, 0, 0, 1], 9);
      const changed = trace.set('w_q', [0, 0], 2);
      assert.ok(changed.includes('scores'));
      assert.equal(at(trace.tensor('scores'), [0, 0, 0, 1]), 9);
      const { edited, result, bound } = trace.explain('scores', [0, 0, 0, 1]);
      assert.ok(Math.abs(edited.computed - result) <= bound);
    });
  });

  test('dropout: an edit elsewhere drops the same cells', () => {
    const options = { ...words, dropoutP: 0.5, training: true };
    withTrace(options, (trace) => {
      const pattern = () => Array.from(trace.tensor('dropped_weights').data, (w) => w === 0).join();
      const before = pattern();
      trace.set('w_q', [0, 0], 3);
      assert.equal(pattern(), before);
      assert.match(before, /true.*false|false.*true/);
    });
  });

  test('−∞ is right in a mask, and nowhere else', () => {
    withTrace({ ...words, isCausal: true, attnMask: [[0, 0, 0]] }, (trace) => {
      trace.set('causal_mask', [0, 0, 2, 0], -Infinity);
      trace.set('custom_mask', [0, 1], -Infinity);
      const row = Array.from(trace.tensor('weights').data.slice(6, 9));
      assert.deepEqual(row, [0, 0, 1]);
      for (const path of ['scores', 'masked_scores', 'w_q', 'embedding']) {
        const index = trace.tensor(path).shape.map(() => 0);
        const set = () => trace.set(path, index, -Infinity);
        assertRefused(set, { code: 'not_finite', argument: 'value' });
      }
    });
  });
});

describe('edits, undo and reset', () => {
  test('the list holds every edited cell, in order, as floats', () => {
    withTrace(words, (trace) => {
      trace.set('w_q', [0, 3], 0.1);
      trace.set('scores', [0, 1, 2, 0], -4);
      trace.set('w_q', [0, 3], 7);
      assert.deepEqual(trace.edits, [
        { path: 'w_q', index: [0, 3], value: Math.fround(0.1) },
        { path: 'scores', index: [0, 1, 2, 0], value: -4 },
        { path: 'w_q', index: [0, 3], value: 7 },
      ]);
      const counts = trace.steps.filter(({ edits }) => edits > 0);
      assert.deepEqual(
        counts.map(({ path, edits }) => [path, edits]),
        [
          ['w_q', 1],
          ['scores', 1],
        ],
      );
    });
  });

  test('undo goes back one edit at a time, through the very states that were', () => {
    withTrace(words, (trace) => {
      const states = [all(trace)];
      const edits = [
        ['w_q', [0, 3], 0.5],
        ['weights', [0, 1, 2, 0], 1],
        ['w_q', [0, 3], 7],
        ['embedding', [0, 0, 0], 2],
      ];
      for (const edit of edits) {
        trace.set(...edit);
        states.push(all(trace));
      }
      for (let left = edits.length; left > 0; left--) {
        assertAllSame(trace, states[left]);
        const changed = trace.undo();
        assert.equal(changed[0], edits[left - 1][0]);
        assert.equal(trace.edits.length, left - 1);
      }
      assertAllSame(trace, states[0]);
      assert.deepEqual(trace.undo(), []);
    });
  });

  test('reset takes all edits back, and says what changed', () => {
    withTrace(words, (trace) => {
      const before = all(trace);
      trace.set('w_v', [0, 0], 4);
      trace.set('w_o', [0, 0], 4);
      const changed = trace.reset();
      const expected = new Set([...dependants(trace, 'w_v'), ...dependants(trace, 'w_o')]);
      assert.deepEqual(new Set(changed), expected);
      assertAllSame(trace, before);
      assert.deepEqual([trace.edits, trace.reset(), trace.undo()], [[], [], []]);
      trace.set('w_v', [0, 0], 5);
      assert.equal(at(trace.tensor('w_v'), [0, 0]), 5);
    });
  });

  test('a refused edit changes nothing', () => {
    withTrace(words, (trace) => {
      trace.set('w_q', [0, 0], 1);
      const before = all(trace);
      const edits = trace.edits;
      for (const value of [NaN, Infinity, -Infinity, 1e39, '1', null]) {
        assert.throws(() => trace.set('w_q', [0, 0], value));
      }
      assert.throws(() => trace.setTensor('w_q', [[1, 2]]));
      assertAllSame(trace, before);
      assert.deepEqual(trace.edits, edits);
    });
  });
});

describe('cutHead', () => {
  const model = {
    dModel: 8,
    nhead: 2,
    dimFeedforward: 8,
    numEncoderLayers: 1,
    numDecoderLayers: 1,
  };
  const pair = {
    source: [
      ['a', 'b', 'c'],
      ['b', 'a'],
    ],
    target: [
      ['x', 'y'],
      ['y', 'x'],
    ],
  };
  const attention = 'decoder.0.cross_attention';
  const columns = ({ data }, head) => data.filter((_, i) => Math.floor(i / 4) % 2 === head);

  test('takes away what one head adds to the output, as one entry of the undo list', () => {
    const trace = ap.traceTransformer({ ...model, ...pair, seed: 4 });
    try {
      const before = all(trace);
      const { data } = trace.tensor(`${attention}.w_o`);
      const other = ap.traceTransformer({
        ...model,
        ...pair,
        seed: 4,
        // The rows of W_o that read head 1.
        parameters: {
          [`${attention}.w_o`]: { shape: [8, 8], data: data.map((w, i) => (i < 32 ? w : 0)) },
        },
      });
      const changed = trace.cutHead(attention, 1);
      assert.equal(changed[0], `${attention}.context`);
      const joined = trace.tensor(`${attention}.concat`);
      assert.ok(columns(joined, 1).every((cell) => cell === 0));
      assert.ok(columns(joined, 0).every((cell) => cell !== 0));
      assertNear(trace.tensor('logits'), [...other.tensor('logits').data], 1e-5);
      other.dispose();
      trace.cutHead(attention, 0);
      trace.undo();
      trace.undo();
      assertAllSame(trace, before);
    } finally {
      trace.dispose();
    }
  });

  test('finds the head where each has its own steps, and where there is one attention', () => {
    for (const headMatrices of ['combined', 'separate'])
      withTrace({ ...words, headMatrices }, (trace) => {
        trace.cutHead('', 1);
        const { shape, data } = trace.tensor('concat');
        assert.deepEqual(
          Array.from(data, (cell) => cell === 0),
          Array.from(data, (_, i) => i % shape[2] >= 2),
          headMatrices,
        );
      });
  });

  test('refuses what is no head', () => {
    withTrace(words, (trace) => {
      assertRefused(() => trace.cutHead('encoder.0', 0), { code: 'step', argument: 'path' });
      assertRefused(() => trace.cutHead(undefined, 0), { code: 'type', argument: 'attention' });
      for (const head of [2, -1, 0.5, NaN])
        assertRefused(() => trace.cutHead('', head), { code: 'range', argument: 'head' });
      assertRefused(() => trace.cutHead(''), { code: 'missing', argument: 'head' });
      assert.deepEqual(trace.edits, []);
    });
  });
});

describe('setTensor', () => {
  test('is one entry of the undo list, of the cells that differ', () => {
    withTrace(words, (trace) => {
      const before = all(trace);
      const { shape, data } = trace.tensor('w_k');
      const values = { shape, data: data.with(1, 9).with(15, -9) };
      assert.deepEqual(trace.setTensor('w_k', values), dependants(trace, 'w_k'));
      assertSame(trace.tensor('w_k'), values);
      assert.deepEqual(trace.edits, [
        { path: 'w_k', index: [0, 1], value: 9 },
        { path: 'w_k', index: [3, 3], value: -9 },
      ]);
      trace.undo();
      assertAllSame(trace, before);
    });
  });

  test('takes nested arrays, also for a step in the middle, and gives what follows from them', () => {
    withTrace(
      {
        x: [
          [1, 0],
          [0, 1],
        ],
        projections: 'none',
      },
      (trace) => {
        trace.setTensor('weights', [
          [
            [0.25, 0.75],
            [1, 0],
          ],
        ]);
        assertNear(trace.tensor('context'), [0.25, 0.75, 1, 0], 0);
      },
    );
  });

  test('with the numbers that are there already is no edit', () => {
    withTrace(words, (trace) => {
      assert.deepEqual(trace.setTensor('w_k', trace.tensor('w_k')), []);
      assert.deepEqual(trace.edits, []);
    });
  });
});

test('two traces of one plan are edited apart', () => {
  const [one, other] = [ap.traceAttention(words), ap.traceAttention(words)];
  try {
    const before = all(other);
    one.set('w_q', [0, 0], 5);
    assertAllSame(other, before);
  } finally {
    one.dispose();
    other.dispose();
  }
});
