// Attention tile by tile and split among workers: the same output as the whole, every step of it explained.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  ap,
  assertNear,
  assertRefused,
  assertSame,
  assertStillRight,
  iAmGood,
  roundings,
  withTrace,
} from './support/engine.mjs';
import { checkEveryCell } from './support/explanation-check.mjs';

const five = { tokens: [['a', 'b', 'c', 'd', 'e']], dModel: 8, numHeads: 4, seed: 3 };
const kinds = {
  plain: five,
  causal: { ...five, isCausal: true },
  'biases, scale and temperature': { ...five, bias: true, scale: 0.3, temperature: 2 },
  'a batch of unequal lengths': { ...five, tokens: [['a', 'b', 'c'], ['d']] },
  'cross-attention with a mask': {
    ...five,
    memoryTokens: [['x', 'y', 'z']],
    attnMask: [[0, -1, 0.5]],
  },
  'a causal mask moved so far that rows see nothing': { ...five, isCausal: true, causalOffset: -2 },
};
const steps = (trace, pattern) => trace.steps.filter(({ path }) => pattern.test(path));
const near = (trace, whole, path) =>
  assertNear(trace.tensor(path), [...whole.tensor(path).data], roundings(64, 4), path);

describe('tiles', () => {
  const sizes = [
    [1, 1],
    [2, 2],
    [3, 2],
    [2, 3],
    [5, 5],
    [100, 100],
  ];
  for (const [name, options] of Object.entries(kinds)) {
    test(`${name}: context and output are those of the whole, for every size of tile`, () => {
      withTrace(options, (whole) => {
        for (const tile of sizes) {
          withTrace({ ...options, tile }, (tiled) => {
            near(tiled, whole, 'context');
            near(tiled, whole, 'output');
            assert.equal(steps(tiled, /(^|\.)(scores|weights)$/).length, 0);
          });
        }
      });
    });
    test(`${name}: every cell is explained`, () => {
      const { causalOffset } = options;
      withTrace({ ...options, tile: [2, 2] }, (tiled) => {
        const counts = checkEveryCell(tiled, { causalOffset });
        for (const rule of ['maximum', 'function', 'sum', 'elementwise', 'copy'])
          assert.ok(counts[rule] > 0, rule);
      });
    });
  }

  test('the last tile of a row is what is left, and no tile has more cells than asked for', () => {
    withTrace({ ...five, tile: [2, 3] }, (tiled) => {
      const shapes = steps(tiled, /\.tile_scores$/).map(({ path, shape }) => [
        path,
        shape.slice(2),
      ]);
      assert.deepEqual(Object.fromEntries(shapes), {
        'tiles.0.0.tile_scores': [2, 3],
        'tiles.0.1.tile_scores': [2, 2],
        'tiles.1.0.tile_scores': [2, 3],
        'tiles.1.1.tile_scores': [2, 2],
        'tiles.2.0.tile_scores': [1, 3],
        'tiles.2.1.tile_scores': [1, 2],
      });
    });
  });

  test('take the same multiplications as the whole', () => {
    const sum = (trace) => trace.steps.reduce((total, { multiplyAdds }) => total + multiplyAdds, 0);
    withTrace(five, (whole) => {
      withTrace({ ...five, tile: [2, 3] }, (tiled) => assert.equal(sum(tiled), sum(whole)));
    });
  });

  test('running maximum and sum: those of the keys seen so far', () => {
    withTrace({ ...five, numHeads: 1, tile: [5, 2] }, (tiled) => {
      const scores = [0, 1, 2].map((j) => tiled.tensor(`tiles.0.${j}.tile_scaled_scores`));
      for (let t = 0; t < 5; t++) {
        const seen = [];
        scores.forEach(({ shape, data }, j) => {
          const n = shape.at(-1);
          seen.push(...data.slice(t * n, (t + 1) * n));
          const maximum = Math.max(...seen);
          assert.equal(tiled.tensor(`tiles.0.${j}.tile_maximum`).data[t], maximum);
          const sum = seen.reduce((total, s) => total + Math.exp(s - maximum), 0);
          const path = j === 0 ? 'tiles.0.0.tile_sum' : `tiles.0.${j}.running_sum`;
          assertNear({ data: [tiled.tensor(path).data[t]] }, [sum], roundings(16, sum));
        });
      }
    });
  });

  test('without projections, and with one matrix a head', () => {
    withTrace({ x: iAmGood, projections: 'none' }, (whole) => {
      withTrace({ x: iAmGood, projections: 'none', tile: [2, 2] }, (tiled) => {
        near(tiled, whole, 'context');
        checkEveryCell(tiled);
      });
    });
    const separate = { ...five, headMatrices: 'separate' };
    withTrace(separate, (whole) => {
      withTrace({ ...separate, tile: [2, 2] }, (tiled) => {
        near(tiled, whole, 'output');
        assert.ok(steps(tiled, /^heads\.3\.tiles\.2\.2\.tile_scores$/).length === 1);
      });
    });
  });

  test('an edit of a score changes the rest of its row of tiles, and no other', () => {
    withTrace({ ...five, tile: [2, 2] }, (tiled) => {
      const changed = tiled.set('tiles.1.1.tile_scores', [0, 0, 0, 0], 20);
      assert.ok(changed.includes('tiles.1.2.tile_correction') && changed.includes('output'));
      assert.ok(!changed.some((path) => /^tiles\.[02]\.|^tiles\.1\.0\./.test(path)));
      checkEveryCell(tiled);
      tiled.undo();
      assertSame(tiled.tensor('output'), tiled.baseline('output'));
    });
  });
});

describe('workers', () => {
  for (const [name, options] of Object.entries(kinds)) {
    test(`${name}: each has some heads, and their sum is the output of all`, () => {
      withTrace(options, (whole) => {
        for (const workers of [2, 4]) {
          withTrace({ ...options, workers }, (split) => {
            near(split, whole, 'output');
            const scores = steps(split, /^workers\.\d\.scores$/);
            assert.equal(scores.length, workers);
            for (const { shape } of scores) assert.equal(shape[1], 4 / workers);
            const { inputs } = split.steps.find(({ path }) => path === 'output');
            assert.equal(inputs.filter((path) => path.endsWith('partial_output')).length, workers);
            checkEveryCell(split, { causalOffset: options.causalOffset });
          });
        }
      });
    });
  }

  test('one worker is the whole', () => {
    withTrace(five, (whole) => {
      withTrace({ ...five, workers: 1 }, (one) => {
        assert.deepEqual(
          one.steps.map(({ path }) => path),
          whole.steps.map(({ path }) => path),
        );
      });
    });
  });

  test('hold parts of the whole’s matrices, in its memory', () => {
    withTrace({ ...five, workers: 2 }, (split) => {
      const whole = split.memory('w_q');
      const parts = [0, 1].map((i) => split.memory(`workers.${i}.w_q`));
      for (const { storage, shape } of parts)
        assert.deepEqual([storage, ...shape], [whole.storage, 8, 4]);
      assert.deepEqual(
        parts.map(({ offset }) => offset),
        [0, 4],
      );
      assert.deepEqual(split.steps.find(({ path }) => path === 'workers.1.w_o').shape, [4, 8]);
    });
  });

  test('may go tile by tile', () => {
    withTrace(five, (whole) => {
      withTrace({ ...five, workers: 2, tile: [2, 2] }, (split) => {
        near(split, whole, 'output');
        assert.ok(steps(split, /^workers\.1\.tiles\.2\.2\.tile_scores$/).length === 1);
      });
    });
  });
});

describe('what cannot be', () => {
  const refused = (options, code, argument) => {
    assertRefused(() => ap.traceAttention({ ...five, ...options }), { code, argument });
    assertStillRight();
  };
  test('tile: two whole numbers, and no dropout of weights', () => {
    for (const tile of [null, 2, '2,2', {}, [], [2], [2, 2, 2], Int32Array.of(2, 2)])
      refused({ tile }, 'type', 'tile');
    for (const tile of [
      ['2', 2],
      [2, null],
    ])
      refused({ tile }, 'type', 'tile');
    for (const tile of [
      [0, 2],
      [2, -1],
      [1.5, 2],
      [2, NaN],
      [2 ** 31, 2],
    ])
      refused({ tile }, 'range', 'tile');
    for (const tile of [new Array(2), [2, undefined]]) refused({ tile }, 'missing', 'tile');
    refused({ tile: [2, 2], dropoutP: 0.5, training: true }, 'conflict', 'tile');
    withTrace({ ...five, tile: [2, 2], dropoutP: 0.5 }, () => {});
  });
  test('workers: a divisor of the heads, which lie in combined matrices', () => {
    for (const workers of [null, '2', {}, [2]]) refused({ workers }, 'type', 'workers');
    for (const workers of [0, -1, 1.5, NaN, Infinity, 3, 8])
      refused({ workers }, 'range', 'workers');
    refused({ workers: 2, headMatrices: 'separate' }, 'conflict', 'workers');
  });
});
