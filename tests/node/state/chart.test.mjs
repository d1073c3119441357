// Charts as marks: every number stands where its axis says, and no text touches another.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { importWeb } from '../support/bundled.mjs';
import { seeded } from '../support/seeded.mjs';

const { chart, levelAxis, plainAxis, doublingAxis, everyMark } = await importWeb(
  'figures/chart/chart.ts',
  'figures/chart/axis.ts',
  'figures/marks.ts',
);

/** Widths of texts as a wide face has them. */
const measure = (text, size) =>
  [...text].reduce((sum, letter) => sum + size * (letter.codePointAt(0) > 0x2e80 ? 1 : 0.62), 0);

const marksOf = (drawn) => [...everyMark(drawn.marks)].map(({ mark }) => mark);

/** [x, y] of the corners of a path of lines. */
const points = (d) =>
  [...d.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);

const boxOf = ({ x, y, text, size, align }) => {
  const wide = measure(text, size);
  const left = align === 'end' ? x - wide : align === 'middle' ? x - wide / 2 : x;
  return { text, left, right: left + wide, top: y - size * 0.75, bottom: y + size * 0.2 };
};

const near = (a, b) => Math.abs(a - b) < 0.02;

const level = { low: -1, high: 1 };
const size = { width: 400, height: 200 };

test('a line goes through its numbers, whatever its places', () => {
  const values = [0, 1, -1, 0.5];
  const lines = [
    { values, colour: 'accent' },
    { values: [1, -1], places: [1, 3], colour: 'soft', dash: [2, 2] },
  ];
  const drawn = chart({ count: 4, axis: 'place', levels: levelAxis(level), lines }, size, measure);
  const { plot } = drawn;
  const paths = marksOf(drawn).filter(({ type, width }) => type === 'path' && width === 1.75);
  assert.deepEqual(
    paths.map(({ stroke, dash }) => [stroke, dash]),
    [
      ['soft', [2, 2]],
      ['accent', undefined],
    ],
    'the first is in front',
  );
  const middle = (place) => {
    const { x, width } = drawn.area(place);
    return x + width / 2;
  };
  const [short, whole] = paths.map(({ d }) => points(d));
  assert.equal(whole.length, 4);
  whole.forEach(([x, y], i) => {
    if (i > 0 && i < 3) assert.ok(near(x, middle(i)), `${x} at ${i}`);
    assert.ok(near(y, plot.y + ((1 - values[i]) / 2) * plot.height), `${y} for ${values[i]}`);
    assert.equal(drawn.placeAt(x), i);
  });
  assert.deepEqual(short, [
    [whole[1][0], Math.round(plot.y * 100) / 100],
    [whole[3][0], plot.y + plot.height],
  ]);
});

test('bars stand on 0, fill the width, and are as high as their numbers', () => {
  const values = [3, 0, 6];
  const bars = { values, colour: 'accent' };
  const levels = levelAxis({ low: 0, high: 6 });
  const drawn = chart({ count: 3, axis: '', levels, bars, at: 2 }, size, measure);
  const path = marksOf(drawn).find(({ fill }) => fill === 'accent').d;
  const boxes = [...path.matchAll(/M(\S+) (\S+)h(\S+)v(\S+)h/g)].map((all) =>
    all.slice(1).map(Number),
  );
  const { plot } = drawn;
  boxes.forEach(([x, y, width, height], i) => {
    assert.ok(near(height, (values[i] / 6) * plot.height));
    assert.ok(near(y + height, plot.y + plot.height));
    assert.equal(drawn.placeAt(x + width / 2), i);
  });
  assert.ok(near(drawn.area(0).x, plot.x));
  assert.ok(near(drawn.area(2).x + drawn.area(2).width, plot.x + plot.width));
  assert.ok(marksOf(drawn).some(({ text, strong }) => text === '2' && strong));
});

test('the marked place has a line, a ring on the first line there, and its number', () => {
  const lines = [
    { values: [1, 1], places: [0, 2], colour: 'accent' },
    { values: [-1], places: [1], colour: 'soft' },
  ];
  const data = { count: 3, axis: '', levels: levelAxis(level), lines, at: 1 };
  const drawn = chart(data, size, measure);
  const rings = marksOf(drawn).filter(({ fill }) => fill === 'ground');
  assert.deepEqual(
    rings.map(({ stroke }) => stroke),
    ['soft'],
  );
  assert.ok(marksOf(drawn).some(({ text, strong }) => text === '1' && strong));
});

test('one place, one number, and equal levels are drawn too', () => {
  for (const bars of [undefined, { values: [0], colour: 'accent' }]) {
    const lines = bars ? [] : [{ values: [0], colour: 'accent', points: 'disc' }];
    const levels = levelAxis({ low: 0, high: 0 });
    const data = { count: 1, axis: 'x', levels, lines, ...(bars && { bars }), at: 0 };
    const drawn = chart(data, { width: 60, height: 80 }, measure);
    assert.doesNotMatch(JSON.stringify(drawn.marks), /NaN|null/);
    assert.equal(drawn.placeAt(-100), 0);
    assert.equal(drawn.placeAt(1000), 0);
  }
});

describe('random charts', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const { unit, whole } = seeded(seed);
    const some = (chance) => unit() < chance;
    const count = some(0.2) ? whole(1, 3) : whole(4, some(0.5) ? 64 : 1024);
    const scale = 10 ** whole(-3, 4);
    const values = Float32Array.from({ length: count }, () => (unit() - 0.4) * scale);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const positive = values.map(Math.abs);
    const levels = [
      () => levelAxis({ low, high }),
      () => plainAxis([...positive]),
      () => doublingAxis([...positive]),
    ][whole(0, 2)]();
    const isBars = some(0.4);
    const shown = levels.low < 0 && levels.place(-2) === -2 ? values : positive;
    const data = {
      count,
      axis: some(0.7) ? '位置 →' : '',
      levels: isBars ? levelAxis({ low: Math.min(0, low), high: Math.max(0, high) }) : levels,
      ...(isBars
        ? { bars: { values, colour: 'accent' } }
        : { lines: [{ values: shown, colour: 'accent', points: 'disc' }] }),
      ...(some(0.5) && { at: whole(0, count - 1) }),
      ...(some(0.3) && {
        ticks: Array.from({ length: count }, (_, at) => ({ at, text: `2^${at}` })),
      }),
      ...(some(0.3) && { note: 'position 3: 0.5', pointed: whole(0, count - 1) }),
    };
    const room = { width: whole(200, 1200), height: whole(110, 300) };

    test(`no text touches another or leaves the chart, seed ${seed}`, () => {
      const drawn = chart(data, room, measure);
      const boxes = marksOf(drawn)
        .filter(({ type }) => type === 'text')
        .map(boxOf);
      assert.ok(boxes.length > 1);
      for (const [i, a] of boxes.entries()) {
        assert.ok(a.left >= -1 && a.right <= room.width + 1, `${a.text} leaves`);
        assert.ok(a.top >= -1 && a.bottom <= room.height + 1, `${a.text} leaves`);
        for (const b of boxes.slice(i + 1)) {
          const apart =
            a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
          assert.ok(apart, `${a.text} and ${b.text}`);
        }
      }
      assert.doesNotMatch(JSON.stringify(drawn.marks), /NaN|null/);
      for (let place = 0; place < count; place += 1) {
        const { x, width } = drawn.area(place);
        assert.equal(drawn.placeAt(x + width / 2), place);
      }
    });
  }
});
