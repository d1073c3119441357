// The dial of rotated queries and keys: its arms are the numbers of the chosen pair, its angle that of the explanation.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { drawFigure, web } from './support/draw.mjs';
import { modelStore } from './support/models.mjs';

const words = ['I', 'am', 'good', 'and', 'so', 'are', 'you'];
const options = {
  architecture: 'encoder-only',
  source: [words],
  labels: [words],
  vocabulary: words,
  dModel: 32,
  nhead: 2,
  numEncoderLayers: 1,
  positions: 'rotary',
};
const attention = 'encoder.0.self_attention';
const NEAR = 1e-4;
/** A column of the second half: the pair is 3 and 11. */
const chosen = [0, 1, 5, 11];

/** The lines from the middle of the large dial, as angles counterclockwise, by their colour. */
function armsOf(figure) {
  const arms = {};
  for (const { mark } of web.everyMark(figure.marks)) {
    const line = mark.type === 'path' && /^M\S+ \S+l(\S+) (\S+)$/.exec(mark.d);
    if (line && mark.width >= 2) arms[mark.stroke] ??= Math.atan2(-line[2], line[1]);
  }
  return arms;
}

function withStore(path, body) {
  const store = modelStore({ options, step: path, backward: path.startsWith('gradient.') });
  try {
    store.keep({ path, index: chosen });
    body(store);
  } finally {
    store.dispose();
  }
}

/** The angle of the chosen pair in a step. */
function angleIn(store, path) {
  const { shape, data } = store.tensor(path);
  const at = (column) => {
    const index = [...chosen.slice(0, 3), column];
    return data[index.reduce((sum, place, axis) => sum * shape[axis] + place, 0)];
  };
  return Math.atan2(at(11), at(3));
}

function assertSameAngle(one, other) {
  assert.ok(Math.abs(Math.sin((one - other) / 2)) < NEAR, `${one} is not ${other}`);
}

const cases = [
  [`${attention}.rotated_queries`, 'role-query', 1],
  [`${attention}.rotated_keys`, 'role-key', 1],
  [`gradient.${attention}.q_transposed`, 'role-gradient', -1],
];

for (const [path, colour, sign] of cases) {
  describe(path, () => {
    test('the arms point where the numbers before and after do', () => {
      withStore(path, (store) => {
        const arms = armsOf(drawFigure(store, path, [790, 560]));
        assertSameAngle(arms.soft, angleIn(store, store.step(path).inputs[0]));
        assertSameAngle(arms[colour], angleIn(store, path));
      });
    });

    test('on its way the arm has turned by a part of the explained angle', () => {
      withStore(path, (store) => {
        const { angle, position, pair } = store.explanation;
        assert.deepEqual([position, pair], [5, 3]);
        assert.equal(Math.sign(angle), sign);
        const arms = armsOf(drawFigure(store, path, [790, 560], { moment: 0.25 }));
        assertSameAngle(arms[colour], arms.soft + angle / 4);
      });
    });

    test('the row, the angle and both points are written beside the dial, on a phone too', () => {
      withStore(path, (store) => {
        const texts = [
          [790, 560],
          [336, 420],
        ].map((size) =>
          [...web.everyMark(drawFigure(store, path, size).marks)].flatMap(({ mark }) =>
            mark.type === 'text' ? mark.text : [],
          ),
        );
        for (const shown of texts) {
          for (const text of [`θ = ${sign < 0 ? '-' : ''}5 / 10000`, '6/16', '3', '11']) {
            assert.ok(shown.includes(text), `${text} of ${shown.join(' | ')}`);
          }
          assert.equal(shown.filter((text) => /^(→ )?\(-?\d.*, -?\d.*\)$/.test(text)).length, 2);
        }
      });
    });
  });
}

test('without a chosen cell the first pair of the second word is shown', () => {
  const path = cases[0][0];
  withStore(path, (store) => {
    store.keep(undefined);
    const texts = [...web.everyMark(drawFigure(store, path, [790, 560]).marks)].map(
      ({ mark }) => mark.text,
    );
    assert.ok(texts.includes('θ = 1 / 10000') && texts.includes('0/16'));
  });
});

test('a chosen cell of the numbers before is outlined where it is after', () => {
  const path = cases[0][0];
  withStore(path, (store) => {
    const [before] = store.step(path).inputs;
    const outlines = () => {
      const figure = drawFigure(store, path, [790, 560]);
      const { box, cellWidth, cellHeight } = figure.grids.find(({ isResult }) => isResult);
      const corner = `M${box.x + 11 * cellWidth} ${box.y + 5 * cellHeight}`;
      return [...web.everyMark(figure.marks)].filter(
        ({ mark }) => mark.type === 'path' && mark.stroke === 'ink' && mark.d.startsWith(corner),
      ).length;
    };
    assert.equal(outlines(), 0);
    store.keep({ path: before, index: chosen });
    assert.equal(outlines(), 1);
  });
});

test('of 24 tokens the dial is in sight on a phone', () => {
  const path = cases[0][0];
  const source = [Array.from({ length: 24 }, (_, i) => words[i % words.length])];
  const store = modelStore({ options: { ...options, source, labels: source }, step: path });
  try {
    const [width, height] = [336, 360];
    const figure = drawFigure(store, path, [width, height]);
    assert.ok(figure.height <= height, `${figure.height} of ${height} px`);
  } finally {
    store.dispose();
  }
});
