// Q, K and V of other programs with their heads, [B, h, T, d]: the trace is the call, whatever else is asked for.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  ap,
  assertNear,
  assertRefused,
  assertSame,
  roundings,
  seeded,
  withTrace,
} from './support/engine.mjs';
import { checkEveryCell } from './support/explanation-check.mjs';
import { refused } from './support/models.mjs';

const close = 1e-6;
const [B, h, T, S, d, width] = [2, 3, 4, 5, 6, 3];

function operands(seed, [batch, heads, queries, keys, depth, columns] = [B, h, T, S, d, width]) {
  const random = seeded(seed);
  return {
    query: random.tensor(batch, heads, queries, depth),
    key: random.tensor(batch, heads, keys, depth),
    value: random.tensor(batch, heads, keys, columns),
  };
}

const traced = (options, use) => withTrace({ ...options, projections: 'none' }, use);
const step = (options, path) => traced(options, (trace) => trace.tensor(path));

/** Numbers of one head, [B, T, d]. */
function headOf({ shape: [batch, heads, rows, columns], data }, head) {
  const size = rows * columns;
  const parts = Array.from({ length: batch }, (_, b) => [
    ...data.slice((b * heads + head) * size, (b * heads + head + 1) * size),
  ]);
  return { shape: [batch, rows, columns], data: Float32Array.from(parts.flat()) };
}

/** The trace has the weights and the output of the call, which works in tiles and rounds otherwise. */
function assertAsCalled(options, what = 'trace') {
  const call = ap.scaledDotProductAttention(options);
  traced(options, (trace) => {
    const last = trace.steps.findLast(({ path }) => /^(dropped_)?weights$/.test(path)).path;
    assertNear(trace.tensor(last), [...call.weights.data], close, `${what}: weights`);
    assertNear(trace.tensor('context'), [...call.output.data], 4 * close, `${what}: context`);
    assert.deepEqual(trace.tensor('context').shape, call.output.shape);
  });
}

test('the steps are those of the formula, each with batch and heads', () => {
  traced(operands(1), (trace) => {
    const shapes = Object.fromEntries(trace.steps.map(({ path, shape }) => [path, shape]));
    assert.deepEqual(shapes, {
      query: [B, h, T, d],
      key: [B, h, S, d],
      value: [B, h, S, width],
      scores: [B, h, T, S],
      scaled_scores: [B, h, T, S],
      weights: [B, h, T, S],
      context: [B, h, T, width],
    });
    assert.deepEqual(checkEveryCell(trace), {
      leaf: B * h * (T * d + S * d + S * width),
      dot: B * h * T * (S + width),
      elementwise: B * h * T * S,
      softmax: B * h * T * S,
    });
  });
});

// Without a cap and a mask of dropout the call never holds all scores, and rounds otherwise.
test('weights and output are those of a call that makes the same steps, to the last bit', () => {
  const capped = { ...operands(2), softcap: 0.7, isCausal: true };
  const call = ap.scaledDotProductAttention(capped);
  assertSame(step(capped, 'weights'), call.weights);
  assertSame(step(capped, 'context'), call.output);
  const dropoutMask = { shape: [h, 1, S], data: Array.from({ length: h * S }, (_, i) => i % 2) };
  const dropped = { ...operands(2), dropoutMask, dropoutP: 0.5, training: true };
  const other = ap.scaledDotProductAttention(dropped);
  assertSame(step(dropped, 'dropped_weights'), other.weights);
  assertSame(step(dropped, 'context'), other.output);
});

test('key is the query by default, value the key', () => {
  const { query } = operands(3);
  const whole = { query, key: query, value: query };
  assertSame(step({ query }, 'context'), step(whole, 'context'));
  assertSame(step({ query, value: query }, 'context'), step(whole, 'context'));
});

test('one head with an axis of its own is the same as without, to the last bit', () => {
  const { query, key, value } = operands(4, [2, 1, 4, 5, 6, 3]);
  const without = ({ shape: [batch, , ...rest], data }) => ({ shape: [batch, ...rest], data });
  const flat = { query: without(query), key: without(key), value: without(value) };
  for (const path of ['scores', 'weights', 'context']) {
    assert.deepEqual(step({ query, key, value }, path).data, step(flat, path).data, path);
  }
});

describe('options', () => {
  const random = seeded(9);
  const bools = (...shape) => ({
    shape,
    data: Array.from(random.tensor(...shape).data, (number, i) => i === 0 || number > -1),
  });
  const kept = (...shape) => ({
    shape,
    data: Float32Array.from(random.tensor(...shape).data, (number) => Number(number > -1)),
  });
  const cases = {
    'a mask of booleans for all': { attnMask: bools(T, S) },
    'a mask of booleans for each head': { attnMask: bools(h, T, S) },
    'a mask of booleans for each sentence': { attnMask: bools(B, 1, T, S) },
    'a mask of floats for all': { attnMask: random.tensor(T, S) },
    'a mask of floats for each head of each sentence': { attnMask: random.tensor(B, h, T, S) },
    causal: { isCausal: true },
    'causal with an offset': { isCausal: true, causalOffset: 2 },
    'a row that sees no key': { isCausal: true, causalOffset: -1 },
    'padding of keys': { keyPaddingMask: bools(B, S) },
    'padding of keys in floats': { keyPaddingMask: random.tensor(B, S) },
    'capped scores': { softcap: 0.7 },
    'another scale': { scale: 0.3 },
    temperature: { temperature: 3 },
    'a given mask of dropout': { dropoutMask: kept(T, S), dropoutP: 0.25, training: true },
    'a mask of dropout for each head': {
      dropoutMask: kept(h, T, S),
      dropoutP: 0.5,
      training: true,
    },
    'a mask of dropout without training': { dropoutMask: kept(T, S), dropoutP: 0.25 },
    'all at once': {
      attnMask: random.tensor(h, 1, S),
      isCausal: true,
      causalOffset: 1,
      keyPaddingMask: bools(B, S),
      softcap: 2,
      temperature: 0.5,
      scale: 0.6,
      dropoutMask: kept(B, 1, T, S),
      dropoutP: 0.1,
      training: true,
    },
  };
  for (const [name, options] of Object.entries(cases)) {
    test(`${name}: as the call`, () => {
      for (let seed = 1; seed <= 3; seed++) assertAsCalled({ ...operands(seed), ...options }, name);
    });
  }

  test('tiles give the same context', () => {
    for (const tile of [
      [1, 1],
      [2, 3],
      [9, 9],
    ]) {
      for (const more of [{}, { isCausal: true }, { keyPaddingMask: bools(B, S) }]) {
        const options = { ...operands(5), ...more };
        const { output } = ap.scaledDotProductAttention(options);
        assertNear(step({ ...options, tile }, 'context'), [...output.data], 4 * close, `${tile}`);
      }
    }
  });

  test('dropout by seed: other weights are dropped in other heads', () => {
    const options = { ...operands(6), dropoutP: 0.5, training: true, seed: 4 };
    traced(options, (trace) => {
      const { path } = trace.steps.find(({ kind }) => kind.startsWith('dropped'));
      const { data } = trace.tensor(path);
      const zeros = (head) =>
        `${Array.from(data.slice(head * T * S, (head + 1) * T * S), (x) => Number(x === 0))}`;
      assert.notEqual(zeros(0), zeros(1));
      assertSame(step(options, path), trace.tensor(path));
    });
  });

  test('rotary positions turn each head as they turn it alone', () => {
    const given = operands(7);
    const together = step({ ...given, positions: 'rotary' }, 'context');
    for (let head = 0; head < h; head++) {
      const alone = Object.fromEntries(
        Object.entries(given).map(([name, tensor]) => [name, headOf(tensor, head)]),
      );
      assertSame(
        headOf(together, head),
        step({ ...alone, positions: 'rotary' }, 'context'),
        `head ${head}`,
      );
    }
    assert.notDeepEqual(together.data, step(given, 'context').data);
    const odd = operands(8, [1, 2, 3, 3, 5, 2]);
    assert.throws(() => step({ ...odd, positions: 'rotary' }, 'context'), {
      code: 'conflict',
      argument: 'positions',
    });
  });
});

test('random shapes: as the call', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const random = seeded(seed);
    const sizes = Array.from({ length: 6 }, () => random.whole(1, 9));
    const options = { ...operands(seed, sizes), isCausal: random.coin() };
    if (random.coin()) options.attnMask = random.tensor(sizes[1], sizes[2], sizes[3]);
    if (random.coin()) options.scale = random.unit();
    assertAsCalled(options, `seed ${seed}, ${sizes}`);
  }
});

describe('faults', () => {
  const square = operands(10, [B, h, 4, 4, 4, 4]);
  const masked = { ...square, isCausal: true };
  const cases = {
    no_scale: [square, 'scaled_scores'],
    softmax_axis: [square, 'weights'],
    mask_after_softmax: [masked, 'weights'],
    mask_inverted: [masked, 'masked_scores'],
    no_causal_mask: [masked],
    key_value_swapped: [square, 'scores'],
    finite_mask: [
      {
        ...square,
        keyPaddingMask: [
          [false, false, false, false],
          [true, true, true, true],
        ],
      },
    ],
    dropout_in_evaluation: [{ ...square, dropoutP: 0.5, training: false }],
    tile_without_rescale: [{ ...square, tile: [2, 2] }],
  };
  for (const [fault, [options, path]] of Object.entries(cases)) {
    test(`${fault} is made, and each of its cells is explained`, () => {
      traced(options, (right) =>
        traced({ ...options, faults: [{ fault }] }, (wrong) => {
          const found = right.firstDifference(wrong);
          assert.ok(found, 'no difference');
          if (path) assert.equal(found.path, path);
          assert.ok(wrong.steps.some((each) => each.fault === fault));
          checkEveryCell(wrong, { causalOffset: options.causalOffset });
        }),
      );
    });
  }

  test('those of heads that are split by the layer cannot be made', () => {
    for (const fault of ['view_without_transpose', 'positions_twice', 'values_of_queries']) {
      assertRefused(() => step({ ...square, faults: [{ fault }] }, 'context'), {
        code: 'conflict',
        argument: 'faults',
      });
    }
  });
});

describe('the trace', () => {
  test('a head that is cut adds nothing, in all sentences', () => {
    traced(operands(11), (trace) => {
      const before = trace.tensor('context');
      assert.deepEqual(trace.cutHead('', 1), ['context']);
      const after = trace.tensor('context');
      const zeros = new Float32Array(B * T * width);
      for (let head = 0; head < h; head++)
        assert.deepEqual(
          headOf(after, head).data,
          head === 1 ? zeros : headOf(before, head).data,
          `head ${head}`,
        );
      trace.undo();
      assertSame(trace.tensor('context'), before);
      assertRefused(() => trace.cutHead('', h), { code: 'range', argument: 'head' });
    });
  });

  test('an edit of one head leaves the others', () => {
    traced(operands(12), (trace) => {
      const before = trace.tensor('context');
      const changed = trace.set('query', [0, 2, 1, 0], 5);
      assert.deepEqual(changed, ['query', 'scores', 'scaled_scores', 'weights', 'context']);
      const after = trace.tensor('context');
      for (const head of [0, 1]) assertSame(headOf(after, head), headOf(before, head));
      assert.notDeepEqual(headOf(after, 2).data, headOf(before, 2).data);
    });
  });

  test('gradients of each head are those that it has alone', () => {
    const given = operands(13);
    const seed = seeded(14).tensor(B, h, T, width);
    const gradients = (options, of) =>
      traced({ ...options, isCausal: true }, (trace) => {
        trace.backward({ of: 'context', seed: of });
        return ['query', 'key', 'value'].map((path) => trace.tensor(`gradient.${path}`));
      });
    const together = gradients(given, seed);
    for (let head = 0; head < h; head++) {
      const alone = Object.fromEntries(
        Object.entries(given).map(([name, tensor]) => [name, headOf(tensor, head)]),
      );
      gradients(alone, headOf(seed, head)).forEach((gradient, i) =>
        assertNear(headOf(together[i], head), [...gradient.data], roundings(64, 4), `head ${head}`),
      );
    }
  });

  test('is written and read again', () => {
    traced({ ...operands(15), attnMask: seeded(16).tensor(h, T, S) }, (trace) => {
      trace.set('key', [1, 2, 3, 4], 0.5);
      const text = JSON.stringify(trace);
      const other = ap.traceFrom(text);
      assert.equal(JSON.stringify(other), text);
      other.dispose();
    });
  });
});

describe('bad input', () => {
  const { query, key, value } = operands(17);
  const filled = (...shape) => ({
    shape,
    data: new Float32Array(shape.reduce((product, size) => product * size, 1)).fill(1),
  });
  const none = { query, key, value, projections: 'none' };
  const three = '3 axes: [batch, tokens, width]';
  const shown = `(${query.shape.join(', ')})`;
  // prettier-ignore
  const cases = [
    ['heads that are projected', { ...none, projections: undefined }, 'rank', 'query', shown, three],
    ['heads that are projected by the identity', { ...none, projections: 'identity' }, 'rank', 'query', shown, three],
    ['a key with heads that is projected', { query: filled(B, T, d), key, value: key }, 'rank', 'key', '(2, 3, 5, 6)', three],
    ['a query with heads, a key without', { ...none, key: filled(B, S, d) }, 'rank', 'key', '(2, 5, 6)', `as many axes as query ${shown}`],
    ['a key with heads, a query without', { ...none, query: filled(B, T, d) }, 'rank', 'key', '(2, 3, 5, 6)', 'as many axes as query (2, 4, 6)'],
    ['a value without heads', { ...none, value: filled(B, S, width) }, 'rank', 'value'],
    ['a key without a batch', { ...none, key: filled(S, d) }, 'rank', 'key'],
    ['other heads in the key', { ...none, key: filled(B, h + 1, S, d) }, 'shape', 'key', '(2, 4, 5, 6)', `the leading axes of query ${shown}`],
    ['one head in the key', { ...none, key: filled(B, 1, S, d) }, 'shape', 'key'],
    ['other heads in the value', { ...none, value: filled(B, h - 1, S, width) }, 'shape', 'value'],
    ['another batch', { ...none, value: filled(B + 1, h, S, width) }, 'shape', 'value'],
    ['a key of another width', { ...none, key: filled(B, h, S, d + 1) }, 'shape', 'key', '(2, 3, 5, 7)', "last axis 6, as query's"],
    ['a value of other rows', { ...none, value: filled(B, h, S + 1, width) }, 'shape', 'value', '(2, 3, 6, 3)', "5 rows, as many as key's"],
    ['five axes', { query: filled(1, B, h, T, d), projections: 'none' }, 'rank', 'query'],
    ['one axis', { query: [1, 2], projections: 'none' }, 'rank', 'query'],
    ['no queries', { ...none, query: filled(B, h, 0, d) }, 'size', 'query'],
    ['no keys', { ...none, key: filled(B, h, 0, d), value: filled(B, h, 0, d) }, 'size', 'key'],
    ['no columns', { ...none, value: filled(B, h, S, 0) }, 'size', 'value'],
    ['NaN', { ...none, key: { shape: key.shape, data: key.data.map((x, i) => (i === 7 ? NaN : x)) } }, 'not_finite', 'key', 'NaN at (0, 0, 1, 1)'],
    ['a number of heads, too', { ...none, numHeads: h }, 'conflict', 'numHeads', "3 with projections 'none'", '1, or projections, to which it belongs'],
    ['workers', { ...none, workers: h }, 'conflict', 'workers'],
    ['padding of one sentence', { ...none, keyPaddingMask: filled(1, S) }, 'shape', 'keyPaddingMask'],
    ['padding for each head', { ...none, keyPaddingMask: filled(h, S) }, 'shape', 'keyPaddingMask'],
    ['a mask of other heads', { ...none, attnMask: filled(h - 1, T, S) }, 'shape', 'attnMask'],
    ['added positions', { ...none, positions: 'sinusoidal' }, 'conflict', 'positions'],
  ];
  for (const [name, options, code, argument, actual, expected] of cases) {
    test(`${name}: ${code}`, () => {
      refused(() => ap.traceAttention(options), code, argument, { actual, expected });
    });
  }
});
