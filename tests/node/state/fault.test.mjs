// Faults in the store, on the real engine: what is offered, right beside wrong, the first step that differs, and edits.

import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { eachWithStore, engine, modules } from './support/store.mjs';

const { FAULTS, DEFAULTS, canMake, faultSituation, traceOptions, transformerOptions, tokensOf } =
  modules;
const shared = eachWithStore();
let store;
beforeEach(() => {
  ({ store } = shared);
});

const near = (actual, expected, bound = 1e-6) =>
  assert.ok(Math.abs(actual - expected) <= bound, `${actual}, expected ${expected}`);

/** A pinned random sequence, for choosing among values. */
function* choices(seed) {
  let state = seed;
  for (;;) {
    state = (state * 1103515245 + 12345) % 2147483648;
    yield state / 2147483648;
  }
}

describe('what is offered', () => {
  const random = choices(7);
  const one = (list) => list[Math.floor(random.next().value * list.length)];
  const ragged = ['a b c', 'a b'];
  const situation = () => {
    const sentences = one([['a b c'], ragged, ['a b', 'c d']]);
    return {
      ...DEFAULTS,
      sentences,
      tokens: sentences.map(() => null),
      memory: one([sentences.map(() => 'x y z'), sentences.map(() => 'x y')]),
      memoryTokens: sentences.map(() => null),
      model: one(['attention', 'attention', 'encoder-decoder', 'encoder-only', 'decoder-only']),
      kind: one(['self', 'cross']),
      mask: one(['none', 'causal', 'padding', 'both', 'custom']),
      projections: one(['xavier', 'identity', 'none']),
      headMatrices: one(['combined', 'separate']),
      scale: one([null, 0.5]),
      heads: one([1, 2]),
      dModel: 4,
      dropoutP: one([0, 0.5]),
      training: one([true, false]),
      layers: 1,
    };
  };
  const trace = (state) => {
    const tokens = tokensOf(state);
    return state.model === 'attention'
      ? engine.traceAttention(traceOptions(state, tokens))
      : engine.traceTransformer(transformerOptions(state, tokens));
  };

  test('the engine can make all that is offered, and what is not offered makes no difference', () => {
    const offered = new Set();
    for (let round = 0; round < 150; round += 1) {
      const state = situation();
      const right = trace(state);
      for (const fault of FAULTS.slice(1)) {
        const wanted = canMake(fault, faultSituation(state, tokensOf(state)));
        if (wanted) offered.add(fault);
        let wrong;
        try {
          wrong = trace({ ...state, fault });
        } catch (error) {
          const { kind, mask, model, projections } = state;
          const at = JSON.stringify({ fault, kind, mask, model, projections, code: error.code });
          assert.ok(!wanted && error.code === 'conflict', at);
          continue;
        }
        const difference = right.firstDifference(wrong)?.path;
        const at = JSON.stringify({ ...state, fault, difference });
        // One head scaled by √1 is not scaled: that fault is offered by its other name.
        if (!wanted && fault !== 'scale_by_sqrt_h') assert.equal(difference, undefined, at);
        wrong.dispose();
      }
      right.dispose();
    }
    assert.deepEqual([...offered].sort(), FAULTS.slice(1).sort());
  });

  test('a fault that other settings rule out is dropped, and that is said', () => {
    store.update({ mask: 'causal', fault: 'mask_after_softmax' });
    assert.equal(store.state.fault, 'mask_after_softmax');
    assert.equal(store.problem, undefined);
    store.update({ mask: 'none' });
    assert.equal(store.state.fault, 'none');
    assert.equal(store.fault, undefined);
    assert.deepEqual(
      store.notices.map(({ code }) => code),
      ['faultDropped'],
    );
    store.undo();
    assert.equal(store.state.fault, 'mask_after_softmax');
    assert.equal(store.fault.name, 'mask_after_softmax');
  });
});

describe('right beside wrong', () => {
  const expected = {
    softmax_axis: 'weights',
    no_scale: 'scaled_scores',
    scale_by_sqrt_d: 'scaled_scores',
    view_without_transpose: 'q_transposed',
    dropout_in_evaluation: 'context',
    mask_after_softmax: 'weights',
    mask_inverted: 'masked_scores',
    finite_mask: 'masked_scores',
  };
  for (const [fault, path] of Object.entries(expected)) {
    test(`${fault}: the first step that differs is ${path}`, () => {
      store.update({ fault, mask: 'causal' });
      assert.equal(store.fault.firstDifference, path);
      assert.ok(store.fault.differs(path));
      assert.ok(!store.fault.differs('q'));
      assert.equal(store.fault.right.trace.firstDifference(store.trace).path, path);
    });
  }

  test('the numbers of a cell, and the right ones shown in place of the wrong ones', () => {
    store.update({ fault: 'no_scale' });
    store.goTo('scaled_scores');
    const cell = { path: 'scaled_scores', index: [0, 1, 2, 3] };
    const { right, wrong } = store.fault.values(cell);
    near(wrong, right * 4, 1e-5);
    const shown = store.tensor('scaled_scores').data;
    store.showRight(true);
    assert.ok(store.fault.showsRight);
    assert.equal(store.tensor('scaled_scores').data[16 * 0 + 49 + 2 * 7 + 3], right);
    assert.equal(store.trace, store.fault.right.trace);
    assert.equal(store.state.fault, 'no_scale');
    store.showRight(false);
    assert.deepEqual(store.tensor('scaled_scores').data, shown);
    assert.deepEqual(store.fault.values({ path: 'nothing', index: [0] }), {
      right: undefined,
      wrong: undefined,
    });
  });

  test('a step that only the wrong trace has is left when the right one is shown', () => {
    store.update({ fault: 'mask_after_softmax', mask: 'causal' });
    store.goTo('masked_weights');
    assert.ok(store.fault.differs('masked_weights'));
    store.showRight(true);
    assert.ok(store.current, 'no step is shown');
    assert.ok(store.step(store.current.path));
    assert.equal(store.problem, undefined);
  });

  test('an edit is made in both; one that only one of them can have is told', () => {
    store.update({ fault: 'softmax_axis' });
    store.edit('scores', [0, 0, 1, 1], 9);
    assert.ok(store.fault.sameEdits);
    const both = store.fault.values({ path: 'scores', index: [0, 0, 1, 1] });
    assert.deepEqual(both, { right: 9, wrong: 9 });
    assert.equal(store.fault.firstDifference, 'weights');
    store.showRight(true);
    store.edit('scores', [0, 0, 1, 1], 5);
    assert.deepEqual(store.fault.values({ path: 'scores', index: [0, 0, 1, 1] }), {
      right: 5,
      wrong: 5,
    });
    store.undo();
    assert.deepEqual(store.fault.values({ path: 'scores', index: [0, 0, 1, 1] }), {
      right: 9,
      wrong: 9,
    });
    store.update({ fault: 'mask_after_softmax', mask: 'causal' });
    assert.ok(!store.fault.showsRight);
    store.edit('masked_weights', [0, 0, 1, 1], 0.5);
    assert.ok(!store.fault.sameEdits);
    store.undo();
    assert.ok(store.fault.sameEdits);
  });

  test('both traces are freed with the fault, and with the store', () => {
    store.update({ fault: 'softmax_axis' });
    const first = [store.trace, store.fault.right.trace];
    store.update({ fault: 'none' });
    assert.deepEqual(
      first.map(({ disposed }) => disposed),
      [true, true],
    );
    store.update({ fault: 'no_scale' });
    const second = [store.trace, store.fault.right.trace];
    store.showRight(true);
    store.dispose();
    assert.deepEqual(
      second.map(({ disposed }) => disposed),
      [true, true],
    );
  });

  test('of a Transformer too', () => {
    store.update({ ...modules.firstPair('en'), fault: 'scale_by_sqrt_d' });
    assert.equal(store.problem, undefined);
    assert.equal(store.fault.firstDifference, 'encoder.0.self_attention.scaled_scores');
    store.update({ fault: 'mask_inverted' });
    assert.equal(store.fault.firstDifference, 'decoder.0.self_attention.masked_scores');
  });
});
