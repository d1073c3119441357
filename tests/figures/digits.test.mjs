// Digits, colours and legends that decide: 0 is told from what is nearly 0, numbers that stand for −∞ or were replaced
// do not hide the others, and every digit can be read on its cell.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { contrastOf } from './support/contrast.mjs';
import { drawFigure, drawSvg, web, withStore } from './support/draw.mjs';

const STAGE = [790, 560];

const resultOf = (figure) => figure.grids.find(({ isResult }) => isResult);

/** What the cells of the result show. */
function textsOf(figure) {
  const { x, y } = resultOf(figure).box;
  const marks = [...web.everyMark(figure.marks)].map(({ mark }) => mark);
  return marks.find((mark) => mark.type === 'cells' && mark.x === x && mark.y === y).texts;
}

describe('nearly 0', () => {
  for (const decimals of [0, 1, 2, 4]) {
    test(`no weight but 0 is written 0, with ${decimals} decimals at any width`, () => {
      withStore({ decimals }, (store) => {
        store.edit('scaled_scores', [0, 0, 0, 1], -58);
        store.edit('weights', [0, 0, 1, 1], 0);
        const values = resultOf(drawFigure(store, 'weights', STAGE)).values;
        for (const width of [790, 600, 480, 360]) {
          const texts = textsOf(drawFigure(store, 'weights', [width, 560], { detail: 'auto' }));
          texts?.forEach((text, i) =>
            assert.equal(Number(text) === 0, values[i] === 0, `${values[i]}: ${text} at ${width}`),
          );
        }
      });
    });
  }
});

describe('a mask of −10⁹', () => {
  test('leaves scores their digits and their colours', () => {
    withStore({ mask: 'causal', fault: 'finite_mask' }, (store) => {
      const figure = drawFigure(store, 'masked_scores', STAGE);
      const { scale, values } = resultOf(figure);
      assert.ok(values.includes(-1e9));
      assert.ok(scale.high < 100, `a scale up to ${scale.high}`);
      const texts = textsOf(figure);
      texts.forEach((text, i) => assert.equal(text === '-1e9', values[i] === -1e9, text));
      assert.ok(
        texts.some((text) => /^-?\d\.\d+$/.test(text)),
        texts.join(' '),
      );
    });
  });

  test('has digits and a short legend where it stands by itself', () => {
    withStore({ mask: 'causal', fault: 'finite_mask' }, (store) => {
      const { path } = store.steps.find(({ path }) => store.tensor(path).data.includes(-1e9));
      const figure = drawFigure(store, path, STAGE);
      assert.deepEqual([...new Set(textsOf(figure))].sort(), ['-1e9', '0']);
      assert.match(drawSvg(store, path, STAGE), />-1e9</);
    });
  });

  test('also where an edit writes it into some cells', () => {
    withStore({}, (store) => {
      const [, , queries, keys] = store.step('scores').shape;
      for (let query = 0; query < queries; query += 1)
        for (let key = query + 1; key < keys; key += 1)
          store.edit('scores', [0, 0, query, key], -1e9);
      assert.ok(resultOf(drawFigure(store, 'scores', STAGE)).scale.high < 100);
    });
  });
});

describe('replaced numbers', () => {
  test('do not extend the scale of pasted ones, nor of what follows from them', () => {
    withStore({}, (store) => {
      const [rows, columns] = store.step('w_q').shape;
      const line = Array.from({ length: columns }, (_, i) => (i % 3) * 1e-4).join('\t');
      store.paste('w_q', Array.from({ length: rows }, () => line).join('\n'));
      assert.ok(Math.abs(resultOf(drawFigure(store, 'w_q', STAGE)).scale.high - 2e-4) < 1e-9);
      const { high } = store.extent('q');
      const { scale } = resultOf(drawFigure(store, 'q', STAGE));
      assert.ok(scale.high <= Math.max(high, -store.extent('q').low) * 1.0001, `${scale.high}`);
    });
  });

  test('one edited cell leaves the others their colours', () => {
    withStore({}, (store) => {
      const before = resultOf(drawFigure(store, 'scores', STAGE)).scale;
      store.edit('scores', [0, 0, 1, 1], 1e6);
      const after = resultOf(drawFigure(store, 'scores', STAGE)).scale;
      assert.ok(after.high <= before.high && after.high > before.high / 2);
    });
  });
});

describe('gradients', () => {
  test('of 10⁻⁴ beside 5·10⁻² have digits in one unit', () => {
    withStore({ gradients: true, dModel: 8, heads: 1 }, (store) => {
      const [, rows, columns] = store.step('gradient.output').shape;
      const line = Array.from({ length: columns }, (_, i) => [5e-2, -1e-4, 2e-6, 0][i % 4]);
      store.paste('gradient.output', Array(rows).fill(line.join('\t')).join('\n'));
      const figure = drawFigure(store, 'gradient.output', STAGE);
      assert.equal(resultOf(figure).power, -2);
      assert.deepEqual(textsOf(figure).slice(0, 4), ['5.00', '-0.01', '2e-4', '0']);
    });
  });
});

describe('an old number', () => {
  for (const scheme of ['light', 'dark']) {
    test(`can be read on every colour, ${scheme}`, () => {
      withStore({}, (store) => {
        const [, , queries, keys] = store.step('weights').shape;
        for (let query = 0; query < queries; query += 1)
          for (let key = 0; key < keys; key += 1)
            store.edit('weights', [0, 0, query, key], ((query * keys + key) % 49) / 49);
        const figure = drawFigure(store, 'weights', STAGE);
        const worst = contrastOf(figure, scheme);
        assert.ok(worst.count > 20 && worst.contrast >= 4.5, JSON.stringify(worst));
      });
    });
  }
});
