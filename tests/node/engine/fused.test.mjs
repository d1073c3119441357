// Attention in one pass over blocks of keys, with weights kept or not, against its definition in doubles: lengths
// below, at and above the blocks, every kind of mask, dropout.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as oracle from './support/attention-oracle.mjs';
import { ap, assertNear, assertSame, epsilon, seeded } from './support/engine.mjs';

/** Keys are taken 256 at a time where no weights are kept, queries 16. */
const lengths = [1, 2, 15, 16, 17, 63, 255, 256, 257, 300, 511, 512, 513, 600];

/** One of the kinds of masks for [B, T, S], and what it adds to a cell. */
const masks = {
  none: () => ({ options: {}, added: () => 0 }),
  causal: (random, { S }) => {
    const causalOffset = random.whole(-3, S);
    const options = { isCausal: true, causalOffset };
    return { options, added: (_, t, s) => (s > t + causalOffset ? -Infinity : 0) };
  },
  'booleans, [T, S]': (random, { T, S }) => {
    const data = Uint8Array.from({ length: T * S }, () => random.coin());
    return {
      options: { attnMask: { shape: [T, S], data } },
      added: (_, t, s) => (data[t * S + s] ? 0 : -Infinity),
    };
  },
  'floats, some −∞, [B, 1, S]': (random, { B, S }) => {
    const { data } = random.tensor(B, 1, S);
    data.forEach((number, i) => {
      if (number < -1.5) data[i] = -Infinity;
    });
    return {
      options: { attnMask: { shape: [B, 1, S], data } },
      added: (b, _, s) => data[b * S + s],
    };
  },
  'floats, causal, [T, 1]': (random, { T }) => {
    const attnMask = random.tensor(T, 1);
    const added = (_, t, s) => (s > t ? -Infinity : attnMask.data[t]);
    return { options: { isCausal: true, attnMask }, added };
  },
  'whole blocks hidden, whole rows too': (random, { T, S }) => {
    const data = new Uint8Array(T * S);
    for (let t = 0; t < T; t++) {
      const from = random.whole(0, S);
      if (t % 3) data.fill(1, t * S + from, t * S + Math.min(S, from + 40));
    }
    return {
      options: { attnMask: { shape: [T, S], data } },
      added: (_, t, s) => (data[t * S + s] ? 0 : -Infinity),
    };
  },
};

function randomInputs(random) {
  const [B, T, S] = [random.whole(1, 2), pick(random), pick(random)];
  const [d, dv] = [random.whole(1, 20), random.whole(1, 36)];
  const [query, key] = [random.tensor(B, T, d), random.tensor(B, S, d)];
  return { size: { B, T, S, d, dv }, inputs: { query, key, value: random.tensor(B, S, dv) } };
}

const pick = (random) => lengths[random.whole(0, lengths.length - 1)];

/** The definition for one sentence of the batch. */
function expectedOf({ T, S, d, dv }, { query, key, value }, b, added) {
  return oracle.attention(
    oracle.given(T, d, query.data, b * T * d),
    oracle.given(S, d, key.data, b * S * d),
    oracle.given(S, dv, value.data, b * S * dv),
    { mask: (t, s) => added(b, t, s) },
  );
}

/** Rows that see nothing have zeros exactly, as weights and as output. */
function assertHiddenRowsAreZero({ T, S, dv }, b, added, output, weights) {
  let hidden = 0;
  for (let t = 0; t < T; t++) {
    let sees = false;
    for (let s = 0; s < S && !sees; s++) sees = added(b, t, s) !== -Infinity;
    if (sees) continue;
    hidden++;
    const row = (data, width) => data.subarray((b * T + t) * width, (b * T + t + 1) * width);
    assert.ok(
      row(output.data, dv).every((number) => number === 0),
      `output of row ${t}`,
    );
    assert.ok(
      row(weights.data, S).every((number) => number === 0),
      `weights of row ${t}`,
    );
  }
  return hidden;
}

describe('one pass over blocks of keys equals the definition within its own error bounds', () => {
  for (const [name, mask] of Object.entries(masks)) {
    test(`mask: ${name}`, () => {
      let hidden = 0;
      let beyond = 0;
      for (let round = 0; round < 8; round++) {
        const random = seeded(7000 + round);
        const { size, inputs } = randomInputs(random);
        const { options, added } = mask(random, size);
        const kept = ap.scaledDotProductAttention({ ...inputs, ...options });
        const bare = ap.scaledDotProductAttention({ ...inputs, ...options, needWeights: false });
        for (let b = 0; b < size.B; b++) {
          const expected = expectedOf(size, inputs, b, added);
          const what = `round ${round} ${JSON.stringify(size)}`;
          const start = b * size.T * size.dv;
          const at = b * size.T * size.S;
          oracle.assertWithin(kept.weights.data, at, expected.weights, `${what}: weight`);
          oracle.assertWithin(kept.output.data, start, expected.output, `${what}: with weights`);
          oracle.assertWithin(bare.output.data, start, expected.output, `${what}: without`);
          hidden += assertHiddenRowsAreZero(size, b, added, kept.output, kept.weights);
          assertHiddenRowsAreZero(size, b, added, bare.output, kept.weights);
        }
        if (size.S > 256) beyond++;
        else assertSame(bare.output, kept.output, 'one block: the same bits');
      }
      assert.ok(beyond >= 2, 'some rounds go beyond one block');
      if (name.includes('rows')) assert.ok(hidden > 100, `${hidden} hidden rows`);
    });
  }

  test('scores that differ by hundreds, the largest in the last block', () => {
    const random = seeded(7100);
    const [T, S, d] = [5, 700, 4];
    const query = random.tensor(T, d);
    const key = random.tensor(S, d);
    // One key is far above all others for every query; where it comes, what was summed up before fades to zero.
    const attnMask = { shape: [1, S], data: new Float32Array(S) };
    attnMask.data[600] = 300;
    const value = random.tensor(S, 9);
    const inputs = { query, key, value, attnMask };
    const { output } = ap.scaledDotProductAttention({ ...inputs, needWeights: false });
    const row = Array.from(value.data.subarray(600 * 9, 601 * 9));
    assertNear(
      output,
      Array.from({ length: T }, () => row),
      4 * epsilon,
    );
  });

  test('multi-head attention, with keys hidden by padding, beyond one block', () => {
    const random = seeded(7200);
    const [T, S, D, heads] = [20, 530, 12, 3];
    const small = (...shape) => {
      const { data } = random.tensor(...shape);
      return { shape, data: data.map((number) => number / Math.sqrt(D)) };
    };
    const [wq, wk, wv, wo] = Array.from({ length: 4 }, () => small(D, D));
    const [query, key] = [random.tensor(1, T, D), random.tensor(1, S, D)];
    const seen = Uint8Array.from({ length: S }, (_, s) => s % 7 !== 0 && s < 520);
    const keyPaddingMask = { shape: [1, S], data: seen };
    const options = { query, key, wq, wk, wv, wo, numHeads: heads, keyPaddingMask };
    const memory = oracle.given(S, D, key.data);
    const matrices = { wq, wk, wv, wo };
    for (const name of Object.keys(matrices)) matrices[name] = oracle.given(D, D, matrices[name].data); // prettier-ignore
    const expected = oracle.multiHead({
      query: oracle.given(T, D, query.data),
      key: memory,
      value: memory,
      ...matrices,
      heads,
      mask: (_, __, s) => (seen[s] ? 0 : -Infinity),
    });
    const kept = ap.multiHeadAttention(options);
    const bare = ap.multiHeadAttention({ ...options, needWeights: false });
    oracle.assertWithin(kept.output.data, 0, expected.output, 'with weights');
    oracle.assertWithin(bare.output.data, 0, expected.output, 'without');
    expected.weights.forEach((weights, head) => {
      oracle.assertWithin(kept.weights.data, head * T * S, weights, `weights of head ${head}`);
    });
  });
});

describe('dropout in one pass', () => {
  const random = seeded(7300);
  const size = { B: 2, T: 33, S: 600, d: 8, dv: 12 };
  const inputs = {
    query: random.tensor(2, 33, 8),
    key: random.tensor(2, 600, 8),
    value: random.tensor(2, 600, 12),
  };
  const dropout = { dropoutP: 0.25, training: true, seed: 5 };
  const run = (options) => ap.scaledDotProductAttention({ ...inputs, ...dropout, ...options });

  test('drops the same weights for the same seed, whether they are kept or not', () => {
    const { output, weights } = run({});
    assertSame(run({}).weights, weights);
    assertSame(run({}).output, output);
    assertSame(run({ needWeights: false }).output, run({ needWeights: false }).output);
    const bare = run({ needWeights: false });
    for (let b = 0; b < size.B; b++) {
      const whole = expectedOf(size, inputs, b, () => 0);
      // Only a dropped weight is zero here.
      const factor = (_, i) => (weights.data[b * 33 * 600 + i] === 0 ? 0 : 1 / 0.75);
      const scaled = (numbers) => numbers.map((number, i) => number * factor(number, i));
      const { values, errors } = whole.weights;
      const wider = errors.map((error, i) => error + 2 * epsilon * values[i]);
      const dropped = { ...whole.weights, values: scaled(values), errors: scaled(wider) };
      const expected = oracle.multiply(dropped, oracle.given(600, 12, inputs.value.data, b * 600 * 12)); // prettier-ignore
      oracle.assertWithin(weights.data, b * 33 * 600, dropped, 'weight');
      oracle.assertWithin(output.data, b * 33 * 12, expected, 'with weights');
      oracle.assertWithin(bare.output.data, b * 33 * 12, expected, 'without');
    }
  });

  test('another seed drops others, and about a quarter each time', () => {
    const { weights } = run({});
    const other = run({ seed: 6 }).weights;
    const n = weights.data.length;
    const deviation = Math.sqrt(n * 0.25 * 0.75);
    for (const { data } of [weights, other]) {
      const zeros = data.reduce((count, weight) => count + (weight === 0), 0);
      assert.ok(Math.abs(zeros - n / 4) <= 5 * deviation, `${zeros} of ${n} dropped`);
    }
    assert.ok(weights.data.some((weight, i) => (weight === 0) !== (other.data[i] === 0)));
    const bits = ({ output }) => output.data.join();
    assert.notEqual(bits(run({ needWeights: false })), bits(run({ needWeights: false, seed: 6 })));
  });
});
