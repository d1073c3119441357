// Weights of other programs as traces: kept to the last bit, explained, edited, differentiated, written and read again.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  ap,
  assertNear,
  assertRefused,
  assertSame,
  assertStillRight,
  roundings,
  seeded,
} from './support/engine.mjs';
import { checkEveryCell } from './support/explanation-check.mjs';
import { refused } from './support/models.mjs';

function withWeights(options, use) {
  const trace = ap.traceWeights(options);
  try {
    return use(trace);
  } finally {
    trace.dispose();
  }
}

const pathsOf = (trace) => trace.steps.map(({ path }) => path);

/** Σ weights · values, in doubles: [B, h, T, d_v]. */
function contextOf({ weights, value }) {
  const [queries, keys] = weights.shape.slice(-2);
  const width = value.shape.at(-1);
  const heads = weights.data.length / (queries * keys);
  return Array.from({ length: heads * queries * width }, (_, i) => {
    const [row, column] = [Math.floor(i / width), i % width];
    const first = Math.floor(row / queries) * keys;
    let sum = 0;
    for (let s = 0; s < keys; s++)
      sum += weights.data[row * keys + s] * value.data[(first + s) * width + column];
    return sum;
  });
}

const numbers = [NaN, Infinity, -Infinity, -0, 1e-45, -3.4e38, 0.1, 1];

describe('shapes', () => {
  for (const leading of [[], [3], [2, 3], [1, 1]]) {
    test(`weights of ${leading.length + 2} axes have batch and heads, values and context too`, () => {
      const random = seeded(5 + leading.length);
      const options = {
        weights: random.tensor(...leading, 2, 4),
        value: random.tensor(...leading, 4, 3),
      };
      const [batch, heads] = [...[1, 1].slice(leading.length), ...leading];
      withWeights(options, (trace) => {
        const steps = trace.steps.map(({ path, kind, op, shape }) => ({ path, kind, op, shape }));
        assert.deepEqual(steps, [
          { path: 'weights', kind: 'given_weights', op: 'given', shape: [batch, heads, 2, 4] },
          { path: 'value', kind: 'value', op: 'given', shape: [batch, heads, 4, 3] },
          { path: 'context', kind: 'context', op: 'matmul', shape: [batch, heads, 2, 3] },
        ]);
        assert.deepEqual(trace.tensor('weights').data, options.weights.data);
        assert.deepEqual(trace.tensor('value').data, options.value.data);
        assertNear(trace.tensor('context'), contextOf(options), roundings(32, 4));
      });
      withWeights({ weights: options.weights }, (trace) => {
        assert.deepEqual(pathsOf(trace), ['weights']);
      });
    });
  }

  test('weights and values may have other axes than each other, as long as their sizes fit', () => {
    const weights = seeded(3).tensor(1, 1, 2, 3);
    const value = seeded(4).tensor(3, 2);
    const whole = { shape: [1, 1, 3, 2], data: value.data };
    withWeights({ weights, value }, (trace) =>
      withWeights({ weights: { shape: [2, 3], data: weights.data }, value: whole }, (other) =>
        assertSame(trace.tensor('context'), other.tensor('context')),
      ),
    );
  });

  test('of random sizes', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const random = seeded(seed);
      const [batch, heads, queries, keys, width] = Array.from({ length: 5 }, () =>
        random.whole(1, 7),
      );
      const options = {
        weights: random.tensor(batch, heads, queries, keys),
        value: random.tensor(batch, heads, keys, width),
      };
      withWeights(options, (trace) =>
        assertNear(trace.tensor('context'), contextOf(options), roundings(64, 4), `seed ${seed}`),
      );
    }
  });
});

describe('numbers', () => {
  const forms = {
    'nested arrays': [numbers],
    Float32Array: { shape: [1, 8], data: Float32Array.from(numbers) },
    Float64Array: { shape: [1, 8], data: Float64Array.from(numbers) },
    'a plain array': { shape: [1, 8], data: numbers },
  };
  for (const [name, weights] of Object.entries(forms)) {
    test(`${name}: kept to the last bit, whatever they are`, () => {
      withWeights({ weights }, (trace) => {
        const kept = { shape: [1, 1, 1, 8], data: Float32Array.from(numbers) };
        assertSame(trace.tensor('weights'), kept);
        assertSame(trace.baseline('weights'), kept);
        const { offset, strides, data } = trace.memory('weights');
        assert.deepEqual([offset, strides], [0, [8, 8, 8, 1]]);
        assert.deepEqual(data, kept.data);
      });
    });
  }

  test('of resident tensors are copied: what is written later leaves the trace alone', () => {
    const [weights, value] = [ap.tensor([1, 2], [0.25, 0.75]), ap.tensor([2, 1], [4, 8])];
    withWeights({ weights, value }, (trace) => {
      weights.write([9, 9]);
      value.dispose();
      weights.dispose();
      trace.set('weights', [0, 0, 0, 0], 0.5);
      trace.undo();
      assert.deepEqual([...trace.tensor('context').data], [7]);
    });
    assertRefused(() => ap.traceWeights({ weights }), { code: 'disposed', argument: 'weights' });
  });

  test('given are copied: the caller’s own may change', () => {
    const weights = { shape: [1, 2], data: Float32Array.of(0.25, 0.75) };
    withWeights({ weights }, (trace) => {
      const before = JSON.stringify(trace);
      weights.data.fill(7);
      weights.shape.reverse();
      assert.equal(JSON.stringify(trace), before);
    });
  });

  test('NaN and ∞ make NaN of their own row of the context alone', () => {
    const weights = [
      [NaN, 0],
      [0.5, 0.5],
      [Infinity, -Infinity],
    ];
    withWeights({ weights, value: [[1], [3]] }, (trace) => {
      assert.deepEqual([...trace.tensor('context').data], [NaN, 2, NaN]);
    });
  });

  test('summaries and histograms are those of the finite ones', () => {
    withWeights({ weights: [[NaN, Infinity, 0.25, 0.75]] }, (trace) => {
      const { low, high, reach } = ap.extent(trace.tensor('weights'));
      assert.deepEqual([low, high, reach], [0.25, 0.75, 0.75]);
      const { counts } = trace.histogram('weights', { bins: 2, reach: 1 });
      assert.equal(counts.reduce((a, b) => a + b) <= 4, true);
    });
  });
});

describe('explained', () => {
  test('a weight is a number that was given, a sum goes down to weights and values', () => {
    const weights = seeded(8).tensor(2, 2, 3);
    const value = seeded(9).tensor(2, 3, 2);
    withWeights({ weights, value }, (trace) => {
      const given = trace.explain('weights', [0, 1, 1, 2]);
      assert.deepEqual(
        [given.rule, given.origin, given.value, given.result, given.bound],
        ['leaf', 'given', weights.data[11], weights.data[11], 0],
      );
      const { rule, left, right } = trace.explain('context', [0, 1, 1, 0]);
      assert.equal(rule, 'dot');
      const places = (operands) => operands.map(({ step, index }) => [step, ...index]);
      assert.deepEqual(places(left), [
        ['weights', 0, 1, 1, 0],
        ['weights', 0, 1, 1, 1],
        ['weights', 0, 1, 1, 2],
      ]);
      assert.deepEqual(places(right), [
        ['value', 0, 1, 0, 0],
        ['value', 0, 1, 1, 0],
        ['value', 0, 1, 2, 0],
      ]);
      assert.deepEqual(checkEveryCell(trace), { leaf: 12 + 12, dot: 8 });
    });
  });

  test('what is not finite, too', () => {
    withWeights({ weights: [numbers] }, (trace) => {
      numbers.forEach((number, s) => {
        const { rule, value, result } = trace.explain('weights', [0, 0, 0, s]);
        assert.deepEqual([rule, value, result], ['leaf', Math.fround(number), Math.fround(number)]);
      });
    });
    withWeights({ weights: [[NaN, 1]], value: [[2], [3]] }, (trace) => {
      const { rule, value, result, difference, products, sums } = trace.explain(
        'context',
        [0, 0, 0, 0],
      );
      assert.deepEqual([rule, value, result, difference], ['dot', NaN, NaN, 0]);
      assert.deepEqual(
        [products, sums],
        [
          [NaN, 3],
          [NaN, NaN],
        ],
      );
    });
  });
});

describe('edited', () => {
  const options = {
    weights: [
      [NaN, 1],
      [0.5, 0.5],
    ],
    value: [
      [2, 4],
      [6, 8],
    ],
  };

  test('a weight changes the context, and undo brings NaN back', () => {
    withWeights(options, (trace) => {
      const before = pathsOf(trace).map((path) => trace.tensor(path));
      assert.deepEqual(trace.set('weights', [0, 0, 0, 0], 0.5), ['weights', 'context']);
      assert.deepEqual([...trace.tensor('context').data], [7, 10, 4, 6]);
      assertSame(trace.baseline('weights'), before[0]);
      assert.ok(Number.isNaN(trace.explain('weights', [0, 0, 0, 0]).edited.computed));
      assert.deepEqual(trace.set('value', [0, 0, 1, 1], 0), ['value', 'context']);
      assert.deepEqual([...trace.tensor('context').data], [7, 2, 4, 2]);
      checkEveryCell(trace);
      trace.undo();
      assert.deepEqual(trace.undo(), ['weights', 'context']);
      pathsOf(trace).forEach((path, i) => assertSame(trace.tensor(path), before[i], path));
      assert.deepEqual(trace.edits, []);
    });
  });

  test('a whole matrix may be pasted; numbers that are not finite are refused in edits', () => {
    withWeights(options, (trace) => {
      const pasted = { shape: [1, 1, 2, 2], data: [1, 0, 0, 1] };
      assert.deepEqual(trace.setTensor('weights', pasted), ['weights', 'context']);
      assert.deepEqual([...trace.tensor('context').data], [2, 4, 6, 8]);
      const code = { code: 'not_finite', argument: 'value' };
      assertRefused(() => trace.set('weights', [0, 0, 0, 0], NaN), code);
      assert.deepEqual(trace.reset(), ['weights', 'context']);
      assert.ok(Number.isNaN(trace.tensor('weights').data[0]));
    });
  });

  test('a head that is cut adds nothing', () => {
    const random = seeded(2);
    const two = { weights: random.tensor(2, 2, 3), value: random.tensor(2, 3, 2) };
    withWeights(two, (trace) => {
      const { data } = trace.tensor('context');
      assert.deepEqual(trace.cutHead('', 1), ['context']);
      assert.deepEqual([...trace.tensor('context').data], [...data.slice(0, 4), 0, 0, 0, 0]);
    });
  });
});

describe('differentiated', () => {
  test('the gradient of the weights is seed · Vᵀ, that of the values weightsᵀ · seed', () => {
    const weights = [
      [1, 0, 2],
      [0, 3, 0],
    ];
    const value = [
      [1, 2],
      [3, 4],
      [5, 6],
    ];
    const seed = { shape: [1, 1, 2, 2], data: [1, 10, 100, 1000] };
    withWeights({ weights, value }, (trace) => {
      trace.backward({ of: 'context', seed });
      assert.deepEqual([...trace.tensor('gradient.weights').data], [21, 43, 65, 2100, 4300, 6500]);
      assert.deepEqual([...trace.tensor('gradient.value').data], [1, 10, 300, 3000, 2, 20]);
      trace.set('weights', [0, 0, 0, 1], 1);
      assert.deepEqual([...trace.tensor('gradient.value').data], [1, 10, 301, 3010, 2, 20]);
    });
  });

  test('NaN among the weights leaves their own gradient finite', () => {
    withWeights({ weights: [[NaN, 1]], value: [[2], [3]] }, (trace) => {
      trace.backward({ of: 'context' });
      assert.deepEqual([...trace.tensor('gradient.weights').data], [2, 3]);
      assert.deepEqual([...trace.tensor('gradient.value').data], [NaN, 1]);
    });
  });
});

describe('compared', () => {
  test('with the weights that attention itself has: equal to the last bit', () => {
    const random = seeded(12);
    const options = {
      query: random.tensor(2, 3, 4, 5),
      key: random.tensor(2, 3, 6, 5),
      value: random.tensor(2, 3, 6, 2),
      projections: 'none',
    };
    const own = ap.traceAttention(options);
    withWeights({ weights: own.tensor('weights'), value: options.value }, (trace) => {
      assertSame(trace.tensor('context'), own.tensor('context'));
    });
    own.dispose();
  });

  test('with other weights: the first difference is theirs', () => {
    withWeights({ weights: [[0.5, 0.5]], value: [[1], [2]] }, (trace) =>
      withWeights({ weights: [[0.5, 0.25]], value: [[1], [2]] }, (other) => {
        assert.equal(trace.firstDifference(other).path, 'weights');
        assert.equal(trace.firstDifference(trace), undefined);
        assert.deepEqual([...trace.difference(other, 'weights').data], [0, 0.25]);
      }),
    );
  });
});

test('written and read again: the same numbers and edits, to the last bit', () => {
  const value = seeded(6).tensor(8, 2);
  withWeights({ weights: [numbers], value }, (trace) => {
    trace.set('weights', [0, 0, 0, 1], 0.25);
    trace.backward({ of: 'context' });
    trace.set('value', [0, 0, 0, 0], 3);
    const text = JSON.stringify(trace);
    const record = JSON.parse(text);
    assert.equal(record.call, 'traceWeights');
    assert.deepEqual(Object.keys(record.options), ['weights', 'value']);
    const other = ap.traceFrom(text);
    assert.equal(JSON.stringify(other), text);
    for (const path of pathsOf(trace)) assertSame(other.tensor(path), trace.tensor(path), path);
    while (trace.edits.length > 0) assert.deepEqual(other.undo(), trace.undo());
    for (const path of pathsOf(trace)) assertSame(other.tensor(path), trace.tensor(path), path);
    other.dispose();
    const changed = { ...record, options: { weights: record.options.weights } };
    assert.throws(() => ap.traceFrom(changed), { argument: 'of' });
    assert.throws(() => ap.traceFrom({ ...record, options: {} }), {
      code: 'missing',
      argument: 'record.options.weights',
    });
  });
});

describe('bad input', () => {
  const two = [[0.5, 0.5]];
  const tensor = '{ shape, data }, nested arrays, or a list of numbers';
  const axes = '2 to 4 axes: [rows, columns], [heads, …] or [batch, heads, …]';
  const filled = (...shape) => ({
    shape,
    data: new Float32Array(shape.reduce((product, size) => product * size, 1)).fill(1),
  });
  // prettier-ignore
  const cases = [
    ['no weights', {}, 'missing', 'weights', 'nothing', 'a tensor'],
    ['null', { weights: null }, 'type', 'weights', 'null', tensor],
    ['a number', { weights: 5 }, 'type', 'weights', '5', tensor],
    ['letters', { weights: [['a']] }, 'type', 'weights', '"a"', 'numbers only'],
    ['booleans', { weights: [[true]] }, 'type', 'weights', 'true', 'numbers only'],
    ['too few numbers', { weights: { shape: [2, 2], data: [1, 2, 3] } }, 'size', 'weights', '3 elements', '4 for (2, 2)'],
    ['one axis', { weights: [1, 2] }, 'rank', 'weights', '(2)', axes],
    ['five axes', { weights: filled(1, 1, 1, 2, 2) }, 'rank', 'weights', '(1, 1, 1, 2, 2)', axes],
    ['no keys', { weights: [[]] }, 'size', 'weights', '(1, 1, 1, 0)', 'sizes of at least 1'],
    ['no queries', { weights: filled(2, 0, 3) }, 'size', 'weights', '(1, 2, 0, 3)', 'sizes of at least 1'],
    ['too many numbers', { weights: { shape: [2 ** 15, 2 ** 15], data: [] } }, 'overflow', 'weights'],
    ['null as value', { weights: two, value: null }, 'type', 'value', 'null', tensor],
    ['0 as value', { weights: two, value: 0 }, 'type', 'value', '0', tensor],
    ['an empty text as value', { weights: two, value: '' }, 'type', 'value', '""', tensor],
    ['false as value', { weights: two, value: false }, 'type', 'value', 'false', tensor],
    ['NaN as value', { weights: two, value: NaN }, 'type', 'value', 'NaN', tensor],
    ['a value of one axis', { weights: two, value: [1, 2] }, 'rank', 'value', '(2)', axes],
    ['a row too few', { weights: two, value: [[1]] }, 'shape', 'value', '(1, 1, 1, 1)', '(1, 1, 2, d_v): a row for each key'],
    ['no columns', { weights: two, value: filled(2, 0) }, 'shape', 'value', '(1, 1, 2, 0)', '(1, 1, 2, d_v): a row for each key'],
    ['a head too few', { weights: filled(2, 1, 3), value: filled(3, 4) }, 'shape', 'value', '(1, 1, 3, 4)', '(1, 2, 3, d_v): a row for each key'],
    ['another batch', { weights: filled(2, 3, 1, 4), value: filled(3, 4, 5) }, 'shape', 'value', '(1, 3, 4, 5)', '(2, 3, 4, d_v): a row for each key'],
    ['NaN in the value', { weights: two, value: [[1], [NaN]] }, 'not_finite', 'value', 'NaN at (0, 0, 1, 0)', 'finite numbers'],
    ['∞ in the value', { weights: two, value: [[Infinity], [1]] }, 'not_finite', 'value'],
    ['a misspelt option', { weight: two }, 'option', 'weight', 'no such option', 'weights'],
    ['an option of another call', { weights: two, isCausal: true }, 'option', 'isCausal'],
  ];
  for (const [name, options, code, argument, actual, expected] of cases) {
    test(`${name}: ${code}`, () => {
      refused(() => ap.traceWeights(options), code, argument, { actual, expected });
    });
  }

  test('leaves no memory behind, and the engine as it was', () => {
    const refuse = () => {
      for (const [, options] of cases) assert.throws(() => ap.traceWeights(options));
    };
    refuse();
    const before = ap.memoryBytes();
    for (let times = 0; times < 100; times++) refuse();
    assert.equal(ap.memoryBytes(), before);
    assertStillRight();
  });
});
