// Faults in the store, on the real engine: what is offered, right beside wrong, the first step that differs, and edits.

import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { eachWithStore, modules } from './support/store.mjs';

const { stepText } = modules;

const shared = eachWithStore();
let store;
beforeEach(() => {
  ({ store } = shared);
});

const near = (actual, expected, bound = 1e-6) =>
  assert.ok(Math.abs(actual - expected) <= bound, `${actual}, expected ${expected}`);

describe('what is offered', () => {
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

describe('a fault in one place', () => {
  test('is made there alone', () => {
    store.update({ fault: 'view_without_transpose' });
    assert.equal(store.fault.firstDifference, 'q_transposed');
    store.update({ faultAt: 'concat' });
    assert.equal(store.problem, undefined);
    assert.equal(store.fault.firstDifference, 'concat');
    assert.equal(store.step('concat').fault, 'view_without_transpose');
    assert.equal(store.step('q_transposed').fault, undefined);
  });

  test('where it cannot be made is refused, and the last good state stays', () => {
    store.update({ fault: 'view_without_transpose', faultAt: 'concat' });
    store.update({ faultAt: 'weights' });
    assert.equal(store.problem.code, 'conflict');
    assert.equal(store.state.faultAt, 'concat');
  });

  test('is no place without a fault', () => {
    store.update({ faultAt: 'nowhere' });
    assert.equal(store.problem, undefined);
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

  test('heads cut by a view alone are not described, nor labelled, as the right ones', () => {
    const rowsOf = (path) => {
      const step = store.step(path);
      return step.axes.map((axis, at) => store.labels(step, at, 0) ?? axis);
    };
    const right = {
      text: stepText(store, store.step('q_transposed')).text,
      rows: rowsOf('scores'),
    };
    assert.ok(Array.isArray(right.rows[2]), 'a row of a head is a token');
    store.update({ fault: 'view_without_transpose' });
    for (const path of ['q_transposed', 'k_transposed', 'v_transposed', 'scores', 'context']) {
      const rows = rowsOf(path);
      assert.ok(!rows.slice(2).some(Array.isArray), `${path} is labelled ${rows}`);
    }
    for (const path of ['q_transposed', 'concat']) {
      const { text, title } = stepText(store, store.step(path));
      const plain = store.t.steps[path];
      assert.notEqual(text, plain.text);
      assert.equal(title, `${plain.title}, by view alone`);
    }
    assert.ok(Array.isArray(rowsOf('concat')[1]), 'joined again, a row is a token');
    store.showRight(true);
    assert.deepEqual(rowsOf('scores'), right.rows);
    assert.equal(stepText(store, store.step('q_transposed')).text, right.text);
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
