// The honesty of explain: every cell of every step of small traces, recomputed from its operands.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withTrace } from './support/engine.mjs';
import { checkEveryCell, checkExplanation, read } from './support/explanation-check.mjs';
import { traces } from './support/traces.mjs';

describe('explain: operands are the recorded cells bit for bit, and give the result within its bound', () => {
  const met = new Set();

  for (const [name, options] of Object.entries(traces)) {
    test(name, () => {
      withTrace(options, (trace) => {
        const counts = checkEveryCell(trace, { causalOffset: options.causalOffset });
        for (const rule of Object.keys(counts)) met.add(rule);
        const cells = trace.steps.reduce(
          (sum, { shape }) => sum + shape.reduce((a, b) => a * b, 1),
          0,
        );
        assert.equal(
          Object.values(counts).reduce((a, b) => a + b, 0),
          cells,
        );
      });
    });
  }

  test('every rule was met', () => {
    assert.deepEqual([...met].sort(), [
      'causal',
      'copy',
      'dot',
      'dropout',
      'elementwise',
      'function',
      'leaf',
      'padding',
      'rotation',
      'select',
      'sinusoid',
      'softmax',
    ]);
  });
});

describe('the check itself', () => {
  const alterations = {
    'an operand off by one bit': (e) => (e.left[1].value += 2 ** -30),
    'an operand of another cell': (e) => (e.left[0].index[1] = 2),
    'an operand of another step': (e) => (e.right[0].step = 'w_k'),
    'a missing operand': (e) => e.left.pop(),
    'a result further away than the bound': (e) => (e.result += 2 * e.bound),
    'a bound too large to mean anything': (e) => (e.bound *= 10),
    'a value that is not the recorded one': (e) => (e.value = -e.value),
  };
  for (const [name, alter] of Object.entries(alterations)) {
    test(`refuses ${name}`, () => {
      withTrace(traces['with biases and learned positions'], (trace) => {
        const explanation = trace.explain('q', [0, 1, 2]);
        checkExplanation(read(trace), 'q', [0, 1, 2], explanation);
        alter(explanation);
        const check = () => checkExplanation(read(trace), 'q', [0, 1, 2], explanation);
        assert.throws(check, assert.AssertionError);
      });
    });
  }
});

describe('explain after edits', () => {
  for (const [name, options] of Object.entries(traces)) {
    test(`${name}: still honest, with one cell of every step edited`, () => {
      withTrace(options, (trace) => {
        const editable = trace.steps.filter(({ path }) => !/ids$|^lengths$/.test(path));
        for (const { path, shape } of editable)
          trace.set(
            path,
            shape.map((size) => size - 1),
            0.25,
          );
        checkEveryCell(trace, { causalOffset: options.causalOffset });
        for (const { path, shape } of editable) {
          const last = shape.map((size) => size - 1);
          const { value, edited } = trace.explain(path, last);
          assert.equal(value, 0.25, path);
          assert.equal(typeof edited.computed, 'number', path);
          if (shape.some((size) => size > 1)) {
            const first = trace.explain(
              path,
              shape.map(() => 0),
            );
            assert.equal(first.edited, undefined, `${path}: the first cell was not edited`);
          }
        }
      });
    });
  }

  test('an edited cell gives the edit, what was computed, and the operands of that', () => {
    withTrace(traces['self-attention of tokens'], (trace) => {
      const before = trace.explain('scores', [0, 1, 2, 0]);
      trace.set('scores', [0, 1, 2, 0], 100);
      const after = trace.explain('scores', [0, 1, 2, 0]);
      assert.deepEqual(after, { ...before, value: 100, edited: { computed: before.value } });
      trace.undo();
      assert.deepEqual(trace.explain('scores', [0, 1, 2, 0]), before);
    });
  });

  test('an edit that equals what was computed is still named as one', () => {
    withTrace(traces['self-attention of tokens'], (trace) => {
      const { value } = trace.explain('w_q', [0, 0]);
      trace.set('w_q', [0, 0], value);
      assert.deepEqual(trace.explain('w_q', [0, 0]).edited, { computed: value });
    });
  });
});
