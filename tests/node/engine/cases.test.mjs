// Cases that others published, written as a user of the API would, to the digits that are given. `printed` numbers are
// theirs, `exact` ones are the same in double precision. The data and their sources are in tests/cases.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { root } from '../../../scripts/lib/run.mjs';
import { ap, assertNear, identity, printed, roundings } from './support/engine.mjs';

const read = (name) => JSON.parse(readFileSync(join(root, 'tests/cases', `${name}.json`), 'utf8'));

const transposed = (matrix) => matrix[0].map((_, i) => matrix.map((row) => row[i]));

/** What a trace shows, and then nothing of it is left. */
function traced(options, look) {
  const trace = ap.traceAttention(options);
  try {
    return look((path) => trace.tensor(path), trace);
  } finally {
    trace.dispose();
  }
}

const fourDigits = printed(4);
const exactly = roundings(16);

describe('one causal head after the other', () => {
  const { x, trainable, linear, heads, kept, printed: digits, exact } = read('causal-heads');
  const ofLinear = Object.fromEntries(
    Object.entries(linear).map(([name, matrix]) => [name, transposed(matrix)]),
  );
  const { bo, ...matrices } = heads;
  const ofHeads = Object.fromEntries(
    Object.entries(matrices).map(([name, matrix]) => [name, transposed(matrix)]),
  );

  test('without projections, and without a scale', () => {
    const { output, weights } = ap.scaledDotProductAttention({
      query: x,
      key: x,
      value: x,
      scale: 1,
    });
    assertNear(output, digits.context_noW, fourDigits);
    assertNear(output, exact.context_noW, exactly);
    assertNear({ data: weights.data.slice(6, 12) }, digits.weights_noW_row2, fourDigits);
    traced({ query: x, projections: 'none', scale: 1 }, (tensor) => {
      assertNear({ data: tensor('scores').data.slice(6, 12) }, digits.scores_noW_row2, fourDigits);
      assertNear(tensor('context'), exact.context_noW, exactly);
    });
  });

  test('with matrices from 3 to 2, and no W_o', () => {
    const options = { query: x, ...trainable, numHeads: 1, outputProjection: false };
    const { output, weights } = ap.multiHeadAttention(options);
    assertNear(output, digits.context_v1, fourDigits);
    assertNear(output, exact.context_v1, exactly);
    assertNear({ data: weights.data.slice(6, 12) }, digits.weights_row2, fourDigits);
    traced({ query: x, projections: trainable, outputProjection: false }, (tensor, trace) => {
      assertNear({ data: tensor('q').data.slice(2, 4) }, digits.query_2, fourDigits);
      assertNear({ data: tensor('scores').data.slice(6, 12) }, digits.scores_row2, fourDigits);
      assertNear(tensor('concat'), exact.context_v1, exactly);
      assert.equal(trace.steps.at(-1).path, 'concat');
    });
  });

  test('causal, then with a given mask of dropout: a row may vanish', () => {
    traced(
      {
        x,
        projections: ofLinear,
        outputProjection: false,
        isCausal: true,
        dropoutP: 0.5,
        dropoutMask: kept,
        training: true,
      },
      (tensor) => {
        assertNear(tensor('weights'), digits.causal_weights_v2, fourDigits);
        assertNear(tensor('weights'), exact.causal_weights_v2, exactly);
        assertNear(tensor('dropped_weights'), digits.dropped_weights, fourDigits);
      },
    );
    const { weights } = ap.multiHeadAttention({
      query: x,
      ...ofLinear,
      numHeads: 1,
      outputProjection: false,
      isCausal: true,
      dropoutP: 0.5,
      dropoutMask: kept,
      training: true,
    });
    assertNear(weights, digits.dropped_weights, fourDigits);
    const whole = { query: x, ...ofLinear, numHeads: 1, outputProjection: false };
    assertNear(ap.multiHeadAttention(whole).output, exact.context_v2, exactly);
  });

  test('two heads of width 1, whose W_o has the only bias', () => {
    const call = { query: x, ...ofHeads, bo, numHeads: 2, isCausal: true };
    const { output } = ap.multiHeadAttention(call);
    assertNear(output, digits.mha_out, fourDigits);
    assertNear(output, exact.mha_out, exactly);
    traced({ x, projections: { ...ofHeads, bo }, numHeads: 2, isCausal: true }, (tensor) =>
      assertNear(tensor('output'), exact.mha_out, exactly),
    );
    const { wo: _, ...others } = ofHeads;
    const one = { query: x, ...others, numHeads: 1, isCausal: true, outputProjection: false };
    assertNear(ap.multiHeadAttention(one).output, digits.causal_seed123, fourDigits);
    assertNear(ap.multiHeadAttention(one).output, exact.causal_seed123, exactly);
  });
});

describe('two heads of full width', () => {
  const { x, wq, wk, wv, printed: digits, exact } = read('encoder-decoder');
  const matrices = { wq, wk, wv };

  test('self-attention, with and without a causal mask', () => {
    const options = { x, projections: matrices, outputProjection: false };
    traced(options, (tensor) => {
      for (const path of ['q', 'k', 'v', 'weights']) {
        assertNear(tensor(path), digits[path], fourDigits, path);
        assertNear(tensor(path), exact[path], exactly, path);
      }
      assertNear(tensor('scores'), digits.sims, fourDigits);
      assertNear(tensor('scaled_scores'), digits.scaled, fourDigits);
      assertNear(tensor('concat'), digits.self, fourDigits);
      assertNear(tensor('concat'), exact.self, 4 * exactly);
    });
    traced({ ...options, isCausal: true }, (tensor) => {
      assertNear(tensor('weights'), exact.masked_weights, exactly);
      assertNear(tensor('concat'), digits.masked, fourDigits);
      assertNear(tensor('concat'), exact.masked, 4 * exactly);
    });
  });

  test('each head keeps the whole width: h · d_k is not D', () => {
    const [rows, columns] = digits.two_heads_concat_shape;
    const both = { wq: [wq, wq], wk: [wk, wk], wv: [wv, wv] };
    const { output } = ap.multiHeadAttention({
      query: x,
      ...both,
      numHeads: 2,
      outputProjection: false,
    });
    assert.deepEqual(output.shape, [rows, columns]);
    const expected = exact.self.map((row) => [...row, ...row]);
    assertNear(output, expected, 4 * exactly);
    const options = { query: x, key: x, projections: both, numHeads: 2, outputProjection: false };
    traced(options, (tensor) => assertNear(tensor('concat'), expected, 4 * exactly));
    const seeded = { x, numHeads: 2, dK: 2, outputProjection: false };
    traced(seeded, (tensor) => assert.deepEqual(tensor('concat').shape, [1, rows, columns]));
  });
});

describe('query, key and value as they are given', () => {
  const { tensorflow, d2l } = read('given-operands');

  test('more keys than queries, and values of another width', () => {
    const [query, key, value] = [tensorflow.q, tensorflow.k, tensorflow.v];
    traced({ query, key, value, projections: 'none' }, (tensor, { steps }) => {
      assertNear(tensor('weights'), tensorflow.weights, exactly);
      assertNear(tensor('context'), tensorflow.output, roundings(8, 1000));
      const leaves = steps.slice(0, 3).map(({ path, symbol, role }) => [path, symbol, role]);
      assert.deepEqual(leaves, [
        ['query', 'Q', 'query'],
        ['key', 'K', 'key'],
        ['value', 'V', 'value'],
      ]);
    });
  });

  test('a padded batch gives exact integers', () => {
    const value = Array.from({ length: 10 }, (_, row) => [0, 1, 2, 3].map((i) => 4 * row + i));
    const key = { shape: [2, 10, 2], data: new Float32Array(40).fill(1) };
    const operands = { query: [[[0.3, -1]], [[2, 0.5]]], key, value: [value, value] };
    const keyPaddingMask = d2l.lengths.map((length) => value.map((_, i) => i < length));
    const { output, weights } = ap.scaledDotProductAttention({ ...operands, keyPaddingMask });
    assertNear(output, d2l.output, roundings(8, 20));
    assertNear(weights, d2l.weights, exactly);
    traced({ ...operands, keyPaddingMask, projections: 'none' }, (tensor) => {
      assertNear(tensor('context'), d2l.output, roundings(8, 20));
      assertNear(tensor('weights'), d2l.weights, exactly);
    });
  });
});

test('a window and padding together leave a row without keys, whose output and gradient are 0', () => {
  const { mask, padding, weights } = read('row-without-keys');
  const operands = {
    query: { shape: [2, 4, 1], data: new Float32Array(8) },
    attnMask: mask.map((row) => row.map((each) => each === 'visible')),
    keyPaddingMask: padding.map((row) => row.map((hidden) => !hidden)),
  };
  const { query } = operands;
  const value = { shape: [2, 4, 1], data: new Float32Array(8).fill(1) };
  const called = ap.scaledDotProductAttention({ ...operands, key: query, value });
  assertNear(called.weights, weights, exactly);
  assertNear(called.output, [1, 1, 1, 1, 1, 1, 1, 0], exactly);
  const { output } = ap.scaledDotProductAttention({
    ...operands,
    key: query,
    value,
    needWeights: false,
  });
  assertNear(output, [1, 1, 1, 1, 1, 1, 1, 0], exactly);
  traced({ ...operands, value, projections: 'none' }, (tensor, trace) => {
    assertNear(tensor('weights'), weights, exactly);
    trace.backward({ of: 'context' });
    for (const path of ['query', 'key', 'value'])
      assert.ok(tensor(`gradient.${path}`).data.every(Number.isFinite), path);
  });
});

describe('scores of −110,000', () => {
  const { scores, visible, weights, unmasked } = read('huge-scores');
  const operands = { query: [[1]], value: identity(scores.length), scale: 1 };
  // Floats of this size are 0.0078 apart.
  const spacing = 2 ** -7;

  test('masked by −∞, nothing of the future comes through', () => {
    const attnMask = [visible.map(Boolean)];
    const call = { ...operands, key: scores.map((score) => [score]), attnMask };
    for (const needWeights of [true, false]) {
      const { output } = ap.scaledDotProductAttention({ ...call, needWeights });
      assertNear(output, weights, spacing);
      output.data.forEach((each, i) => assert.equal(each > 0, visible[i] === 1));
    }
    traced({ ...call, projections: 'none' }, (tensor) =>
      assertNear(tensor('weights'), weights, spacing),
    );
  });

  test('with −1e5 in place of what is hidden, it has all of the weight', () => {
    const key = scores.map((score) => [score]);
    const { weights: all } = ap.scaledDotProductAttention({ ...operands, key });
    assertNear(all, unmasked, fourDigits);
  });
});

test('gradients of one head, of another loss than ours', () => {
  const { x, wq, wk, wv, target, scale, printed: digits, exact } = read('backward');
  const options = { x, projections: { wq, wk, wv }, outputProjection: false, scale };
  traced(options, (tensor, trace) => {
    assertNear(tensor('weights'), exact.P, exactly);
    const attended = tensor('concat');
    assertNear(attended, exact.A, exactly);
    const targets = target.flat();
    const seed = { shape: attended.shape, data: attended.data.map((a, i) => a - targets[i]) };
    const loss = seed.data.reduce((sum, difference) => sum + difference ** 2 / 2, 0);
    assert.ok(Math.abs(loss - exact.loss) < exactly);
    trace.backward({ of: 'concat', seed });
    const places = {
      dS: 'scores',
      dQ: 'q',
      dK: 'k',
      dV: 'v',
      dW_Q: 'w_q',
      dW_K: 'w_k',
      dW_V: 'w_v',
      dX: 'x',
    };
    for (const [name, path] of Object.entries(places)) {
      const largest = Math.max(...exact[name].flat().map(Math.abs));
      // dS is that of the scaled scores.
      const factor = name === 'dS' ? 1 / scale : 1;
      const { data } = tensor(`gradient.${path}`);
      assertNear(
        { data: data.map((each) => each * factor) },
        exact[name],
        roundings(64, 0.05) + roundings(64, largest),
        name,
      );
    }
    assertNear(tensor('gradient.w_v'), digits.dW_V, 2e-4);
  });
});

describe('padding as floats, which are added to the scores', () => {
  for (const { issue, x, inProjWeight, outProjWeight, padding, printed: digits, exact } of read(
    'float-padding',
  ).cases) {
    test(`issue ${issue}, padding ${padding}`, () => {
      const width = x[0].length;
      const part = (i) => transposed(inProjWeight.slice(i * width, (i + 1) * width));
      const matrices = { wq: part(0), wk: part(1), wv: part(2), wo: transposed(outProjWeight) };
      const keyPaddingMask = { shape: [x.length], data: Float32Array.from(padding) };
      const call = { query: x, ...matrices, numHeads: 1, keyPaddingMask };
      const { output, weights } = ap.multiHeadAttention(call);
      assertNear(weights, exact.weights, exactly);
      assertNear(output, exact.out, roundings(16, 28));
      if (digits.weights) assertNear(weights, digits.weights, fourDigits);
      if (digits.out) assertNear(output, digits.out, fourDigits);
      traced({ x, projections: matrices, keyPaddingMask }, (tensor) => {
        for (const [path, name] of [
          ['q', 'q'],
          ['k', 'k'],
          ['v', 'v'],
          ['scaled_scores', 'scaled'],
          ['weights', 'weights'],
          ['output', 'out'],
        ])
          assertNear(tensor(path), exact[name], roundings(16, 28), path);
      });
    });
  }
});

test('heads joined without a transpose mix tokens', () => {
  const { heads, right, wrong } = read('mixed-tokens');
  const value = right;
  const options = {
    query: value,
    value,
    projections: 'identity',
    outputProjection: false,
    numHeads: 2,
    attnMask: identity(2).map((row) => row.map((each) => each === 1)),
  };
  traced(options, (tensor) => {
    assertNear(tensor('context'), heads, 0);
    assertNear(tensor('concat'), right, 0);
  });
  const faults = [{ fault: 'view_without_transpose', at: 'concat' }];
  traced({ ...options, faults }, (tensor) => {
    assertNear(tensor('context'), heads, 0);
    assertNear(tensor('concat'), wrong, 0);
  });
});

test('rotary positions turn pairs of a head’s halves', () => {
  const { q, k, halves, score_q5_k1: score } = read('rotary-halves');
  const sixTimes = (vector) => Array.from({ length: 6 }, () => vector);
  const [query, key] = [sixTimes(q), sixTimes(k)];
  const options = { query, key, projections: 'none', positions: 'rotary' };
  traced(options, (tensor) => {
    const { data } = tensor('rotated_queries');
    for (const [position, turned] of Object.entries(halves)) {
      const first = Number(position) * q.length;
      assertNear({ data: data.slice(first, first + q.length) }, turned, roundings(8, 4));
    }
    assertNear({ data: [tensor('scores').data[5 * 6 + 1]] }, [score], roundings(8, 16));
  });
});
