// The row of a softmax that plays below its matrices: its bars and its numbers are those of the engine's explanation.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { drawFigure, storeWith, web } from './support/draw.mjs';

const STAGE = [790, 560];
const HALF_A_PIXEL = 0.5;
const sentence = { sentences: ['The cat sat on the mat .'], tokens: [null], dModel: 16 };

/** Draws the weights with one of them chosen. */
function withRow({ patch, row = 2, act, size = STAGE, more }, body) {
  const store = storeWith({ ...sentence, ...patch });
  try {
    const cell = { path: 'weights', index: [0, 0, row, 1] };
    store.keep(cell);
    act?.(store);
    body(drawFigure(store, 'weights', size, more), store.explain(cell), store);
  } finally {
    store.dispose();
  }
}

const marksOf = (figure) => [...web.everyMark(figure.marks)].map(({ mark }) => mark);
const resultOf = (figure) => figure.grids.find(({ isResult }) => isResult);

/** What is written below the matrices, line by line from left to right. */
function linesOf(figure) {
  const { box } = resultOf(figure);
  const lines = new Map();
  for (const mark of marksOf(figure)) {
    if (mark.type !== 'text' || mark.face !== 'mono' || mark.y < box.y + box.height) continue;
    lines.set(mark.y, [...(lines.get(mark.y) ?? []), mark]);
  }
  return [...lines]
    .sort(([a], [b]) => a - b)
    .map(([, marks]) => marks.sort((a, b) => a.x - b.x).map(({ text }) => text));
}

/** The heights of the light bars, which are exp, and of the full ones; a bar of no height is not drawn. */
function barsOf(figure) {
  const fills = marksOf(figure).filter(({ fill }) => fill === 'role-weights');
  return fills.map(({ d }) =>
    [...d.matchAll(/M(\S+) \S+h\S+v(\S+?)h/g)].map(([, , high]) => Number(high)),
  );
}

const written = (values) => [...values].map((value) => web.rounded(value, 2));

function weightsOf(store, row) {
  const { shape, data } = store.tensor('weights');
  return data.slice(row * shape[3], (row + 1) * shape[3]);
}

const rows = {
  plain: {},
  masked: { patch: { mask: 'causal' } },
  'fully masked': { patch: { mask: 'causal', causalOffset: -4 } },
};

for (const [name, options] of Object.entries(rows)) {
  describe(`a ${name} row`, () => {
    test('has the exponentials, their sum, the weights and their sum', () => {
      withRow(options, (figure, rule, store) => {
        const [powers, shares] = linesOf(figure);
        const sum = web.rounded(rule.sum, 2);
        assert.equal(rule.fullyMasked, name === 'fully masked');
        assert.deepEqual(powers, [...written(rule.exponentials), sum]);
        const total = rule.fullyMasked ? '0' : '1.00';
        const divisor = rule.fullyMasked ? '÷ Σ' : `÷ ${sum}`;
        assert.deepEqual(shares, [divisor, ...written(weightsOf(store, 2)), total]);
        const texts = marksOf(figure).map(({ text }) => text);
        assert.ok(texts.includes(`max ${web.rounded(rule.maximum, 2)}`));
        assert.equal(texts.includes(store.t.figure.allMasked), rule.fullyMasked);
      });
    });

    test('has bars as high as the exponentials, and in them the weights', () => {
      withRow(options, (figure, { exponentials }, store) => {
        const drawn = barsOf(figure);
        const whole = Math.max(...drawn[0], 0);
        [exponentials, weightsOf(store, 2)].forEach((values, i) => {
          const wanted = [...values].filter((value) => value > 0).map((value) => value * whole);
          assert.equal(drawn[i].length, wanted.length);
          for (const [at, high] of drawn[i].entries()) {
            assert.ok(Math.abs(high - wanted[at]) < HALF_A_PIXEL, `${high} for ${wanted[at]}`);
          }
        });
      });
    });
  });
}

describe('on its way', () => {
  const at = (moment, read) => {
    let found;
    withRow({ more: { moment } }, (figure) => (found = read(figure)));
    return found;
  };

  test('the bars grow to exp, and then shrink to their shares', () => {
    const [[ends, shares], [start], [quarter], [turn, turning], [, late]] = [
      1, 0, 0.25, 0.5, 0.75,
    ].map((moment) => at(moment, barsOf));
    assert.deepEqual(start, []);
    quarter.forEach((high, i) => assert.ok(Math.abs(high - ends[i] / 2) < HALF_A_PIXEL));
    assert.deepEqual([turn, turning], [ends, ends]);
    late.forEach((high, i) => assert.ok(high < ends[i] && high > shares[i]));
  });

  test('it takes less than a second, and no room is taken or left', () => {
    const sizes = [0, 0.3, 0.7, 1].map((moment) =>
      at(moment, ({ width, height }) => [width, height]),
    );
    for (const size of sizes) assert.deepEqual(size, sizes[0]);
    assert.ok(at(0, ({ duration }) => duration) <= 700);
  });
});

test('an edited score changes the row, an edited weight is told from its share', () => {
  const act = (store) => store.edit('scaled_scores', [0, 0, 2, 1], 9);
  withRow({ act }, (figure, rule) => {
    assert.deepEqual(linesOf(figure)[0].slice(0, -1), written(rule.exponentials));
    assert.equal(rule.exponentials[1], 1);
  });
  withRow({ act: (store) => store.edit('weights', [0, 0, 2, 1], 0.9) }, (figure, rule) => {
    const [powers, shares] = linesOf(figure);
    assert.deepEqual(powers.slice(0, -1), written(rule.exponentials));
    assert.equal(shares[2], '0.90');
    const edited = marksOf(figure).filter(
      ({ type, colour }) => type === 'text' && colour === 'edited',
    );
    assert.deepEqual(
      edited.map(({ text }) => text),
      ['0.90'],
    );
    assert.notEqual(shares.at(-1), '1.00');
  });
});

test('over the queries, it is the chosen column that plays', () => {
  withRow({ patch: { fault: 'softmax_axis' } }, (figure, rule, store) => {
    const [powers, shares] = linesOf(figure);
    const { shape, data } = store.tensor('weights');
    const column = Array.from({ length: shape[2] }, (_, row) => data[row * shape[3] + 1]);
    assert.deepEqual(powers, [...written(rule.exponentials), web.rounded(rule.sum, 2)]);
    assert.deepEqual(shares.slice(1), written(column));
  });
});

test('without a chosen cell the last row plays', () => {
  withRow({ act: (store) => store.keep(undefined), row: 6 }, (figure, rule) => {
    assert.deepEqual(linesOf(figure)[0].slice(0, -1), written(rule.exponentials));
  });
});

describe('the matrices come first', () => {
  const lines = (size, tokens) => {
    const words = Array.from({ length: tokens }, (_, i) => `w${i}`);
    const patch = { sentences: [words.join(' ')], tokens: [words] };
    let found;
    withRow({ patch, size }, (figure) => {
      found = { lines: linesOf(figure).length, figure, result: resultOf(figure) };
    });
    return found;
  };

  test('in a low window, and for many words, they stand alone', () => {
    for (const [size, tokens] of [
      [[790, 260], 7],
      [[790, 480], 31],
      [[336, 260], 10],
    ]) {
      assert.equal(lines(size, tokens).lines, 0, `${tokens} in ${size}`);
    }
  });

  test('where the row has room, all of it lies in the height and the width that are given', () => {
    for (const [width, height] of [
      [1280, 600],
      [790, 560],
      [480, 420],
      [336, 420],
      [280, 900],
    ]) {
      for (const tokens of [2, 3, 7, 10, 16]) {
        const { figure } = lines([width, height], tokens);
        assert.ok(figure.width <= width, `${tokens}: ${figure.width} of ${width}`);
        if (tokens <= 10)
          assert.ok(figure.height <= height, `${tokens}: ${figure.height} of ${height}`);
      }
    }
  });
});
