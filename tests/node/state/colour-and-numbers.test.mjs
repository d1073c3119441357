// Drawing numbers: colours, digits, and which cell of a tensor stands where.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import * as esbuild from 'esbuild';
import { root } from '../../../scripts/lib/run.mjs';

async function load(file) {
  const { outputFiles } = await esbuild.build({
    entryPoints: [join(root, 'web', file)],
    bundle: true,
    format: 'esm',
    target: 'node20',
    write: false,
    tsconfig: join(root, 'tsconfig.base.json'),
  });
  return import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`
  );
}

const colours = await load('styles/colour-scales.ts');
const { palette } = await load('styles/palette.ts');
const numbers = await load('trace/numbers.ts');
const layouts = await load('trace/layout.ts');
const memory = await load('figures/memory.ts');

const rgb = (pixel) => [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255];

describe('colour scales', () => {
  test('signed values get equal room on both sides, and zero the middle colour', () => {
    const scale = colours.makeScale('diverging', { low: -1, high: 3 }, 'light');
    assert.deepEqual([scale.low, scale.high], [-3, 3]);
    assert.equal(colours.position(scale, 0), 128);
    assert.equal(colours.position(scale, -3), 0);
    assert.equal(colours.position(scale, 3), 255);
  });

  test('values outside the scale take its ends', () => {
    const scale = colours.makeScale('sequential', { low: 0, high: 0.5 }, 'dark');
    assert.equal(colours.position(scale, 2), 255);
    assert.equal(colours.position(scale, -2), 0);
  });

  test('with square-root colours a quarter of the largest weight lies half way', () => {
    const scale = colours.makeScale('sequential', { low: 0, high: 0.8 }, 'light', true);
    assert.equal(colours.position(scale, 0.2), 128);
  });

  test('an extent of nothing but zeros still has a scale', () => {
    for (const kind of ['sequential', 'diverging']) {
      const scale = colours.makeScale(kind, { low: 0, high: 0 }, 'light');
      assert.ok(scale.high > scale.low);
      assert.ok(Number.isInteger(colours.position(scale, 0)));
    }
  });

  test('−∞ and NaN have no colour: they are hatched', () => {
    const scale = colours.makeScale('diverging', { low: -1, high: 1 }, 'light');
    for (const value of [-Infinity, Infinity, NaN]) {
      assert.equal(colours.colourOf(scale, value), undefined);
      assert.equal(colours.inkOf(scale, value), 'plain');
    }
  });

  for (const kind of ['sequential', 'diverging']) {
    for (const scheme of ['light', 'dark']) {
      test(`digits can be read on every colour: ${kind}, ${scheme}`, () => {
        const { pixels, darkInk } = colours.colourTable(kind, scheme);
        for (let i = 0; i < 256; i += 1) {
          const ink = darkInk[i] ? [0, 0, 0] : [255, 255, 255];
          assert.ok(colours.contrast(rgb(pixels[i]), ink) >= 4.5, `${i}: ${rgb(pixels[i])}`);
        }
      });
    }
  }
});

describe('colours of roles', () => {
  const pairs = new Map(Object.entries(palette).map(([name, pair]) => [name, pair.map(hex)]));
  const css = readFileSync(join(root, 'web/styles/controls.ts'), 'utf8');
  const roles = [...css.matchAll(/--role: var\(--ap-([\w-]+)\)/g)].map(([, name]) => name);

  function hex(text) {
    return [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16));
  }

  for (const [scheme, name] of ['light', 'dark'].entries()) {
    test(`text in a role’s colour can be read on every ground (${name})`, () => {
      assert.ok(roles.includes('residual') && roles.includes('logits'));
      for (const role of roles) {
        for (const ground of ['ground', 'surface']) {
          const found = colours.contrast(pairs.get(role)[scheme], pairs.get(ground)[scheme]);
          assert.ok(found >= 4.5, `${role} on ${ground}: ${found}`);
        }
      }
    });
  }

  test('every role has a colour of its own class', () => {
    const types = readFileSync(join(root, 'web/engine/types/traces.ts'), 'utf8');
    const [, union] = types.match(/export type Role =([^;]*);/);
    for (const [, role] of union.matchAll(/'(\w+)'/g))
      assert.ok(css.includes(`.role-${role}`), role);
  });
});

describe('numbers as text', () => {
  test('cells round to the chosen decimals, and −∞ is a sign', () => {
    assert.equal(numbers.rounded(0.125, 1), '0.1');
    assert.equal(numbers.rounded(-Infinity, 2), '−∞');
  });

  test('the end of a scale has two decimals, or a power of ten far below 1', () => {
    const ends = [-4.8, 0, 0.01, 0.0043, -3.2e-7].map(numbers.scaleEnd);
    assert.deepEqual(ends, ['-4.80', '0', '0.01', '4.3e-3', '-3.2e-7']);
  });

  test('the shortest text of a 32-bit number names that number', () => {
    for (const value of [0.1, 1 / 3, 1.1589076519012451, 16777216, 1e-30, -0].map(Math.fround)) {
      assert.equal(Math.fround(Number(numbers.shortest(value))), value === 0 ? 0 : value);
    }
    assert.equal(numbers.shortest(Math.fround(0.1)), '0.1');
  });

  test('what people type is read, and what is no number is NaN', () => {
    for (const text of ['-inf', '-∞', '−∞', '-Infinity', ' －∞ ']) {
      assert.equal(numbers.parseNumber(text), -Infinity, text);
    }
    assert.equal(numbers.parseNumber('−0.5'), -0.5);
    assert.equal(numbers.parseNumber('１．５'), 1.5);
    assert.equal(numbers.parseNumber('1e-3'), 0.001);
    for (const text of ['', ' ', 'abc', '1,5', 'infinit', '0.5.1']) {
      assert.ok(Number.isNaN(numbers.parseNumber(text)), text);
    }
  });
});

describe('a matrix pasted where rows and columns are shown changed over', () => {
  for (const [name, text] of [
    ['tabs', '1\t2\t3\r\n4\t5\t6\r\n'],
    ['commas', '1,2, 3\n4,5,6'],
    ['spaces', '1 2 3\n4 5 6\n\n'],
    ['semicolons', '1;2;3\n4;5;6'],
  ]) {
    test(name, () => assert.equal(numbers.flipped(text), '1\t4\n2\t5\n3\t6'));
  }
});

describe('where a cell stands', () => {
  const scores = { axes: ['batch', 'head', 'query', 'key'], shape: [2, 4, 3, 5], role: 'scores' };

  test('batch and head are fixed by the slice, query and key are rows and columns', () => {
    const layout = layouts.matrixLayout(scores, { batch: 1, head: 2 });
    assert.deepEqual([layout.rows, layout.columns], [3, 5]);
    assert.deepEqual(layout.index(2, 4), [1, 2, 2, 4]);
    assert.equal(layout.flat(2, 4), ((1 * 4 + 2) * 3 + 2) * 5 + 4);
    assert.deepEqual(layout.locate([1, 2, 0, 3]), { row: 0, column: 3 });
    assert.equal(layout.locate([1, 3, 0, 3]), undefined);
  });

  test('transposed, rows and columns change places and the index does not', () => {
    const layout = layouts.matrixLayout(scores, { batch: 0, head: 0 }, { transposed: true });
    assert.deepEqual([layout.rows, layout.columns], [5, 3]);
    assert.deepEqual(layout.index(4, 2), [0, 0, 2, 4]);
    assert.deepEqual(layout.locate([0, 0, 2, 4]), { row: 4, column: 2 });
  });

  test('joined, the words of all sentences stand one below the other', () => {
    const words = { axes: ['batch', 'token', 'd_model'], shape: [2, 3, 4], role: 'input' };
    const layout = layouts.matrixLayout(words, { batch: 1, head: 0 }, { joined: true });
    assert.deepEqual([layout.rows, layout.columns], [6, 4]);
    assert.deepEqual(layout.index(4, 2), [1, 1, 2]);
    assert.equal(layout.flat(4, 2), 18);
    assert.deepEqual(layout.locate([1, 1, 2]), { row: 4, column: 2 });
    const turned = layouts.matrixLayout(words, {}, { joined: true, transposed: true });
    assert.deepEqual([turned.rows, turned.columns, turned.group], [4, 6, 3]);
    assert.deepEqual(turned.index(2, 4), [1, 1, 2]);
  });

  test('heads that stand before the last axis share the columns', () => {
    const view = { axes: ['batch', 'query', 'head', 'd_k'], shape: [1, 7, 4, 16], role: 'query' };
    const layout = layouts.matrixLayout(view, { batch: 0, head: 3 });
    assert.deepEqual([layout.rows, layout.columns, layout.group], [7, 64, 16]);
    assert.deepEqual(layout.index(2, 18), [0, 2, 1, 2]);
    assert.deepEqual(layout.locate([0, 2, 1, 2]), { row: 2, column: 18 });
  });

  test('every cell of every layout is its own', () => {
    const layout = layouts.matrixLayout(scores, { batch: 1, head: 3 });
    const seen = new Set();
    for (let row = 0; row < layout.rows; row += 1) {
      for (let column = 0; column < layout.columns; column += 1) {
        seen.add(layout.flat(row, column));
        assert.deepEqual(layout.locate(layout.index(row, column)), { row, column });
      }
    }
    assert.equal(seen.size, 15);
  });

  test('a tensor without axes is one cell', () => {
    const layout = layouts.matrixLayout({ axes: [], shape: [], role: 'logits' }, { batch: 1 });
    assert.deepEqual([layout.rows, layout.columns, layout.flat(0, 0)], [1, 1, 0]);
    assert.deepEqual(layout.index(0, 0), []);
    assert.deepEqual(layout.locate([]), { row: 0, column: 0 });
    assert.equal(layout.locate([0]), undefined);
  });

  test('a row of predictions has a column for each token, or for each sentence', () => {
    const tokens = { axes: ['batch', 'token'], shape: [2, 5], role: 'token' };
    const layout = layouts.matrixLayout(tokens, { batch: 1 });
    assert.deepEqual([layout.rows, layout.columns], [1, 5]);
    assert.deepEqual([layout.index(0, 3), layout.flat(0, 3)], [[1, 3], 8]);
    const each = layouts.matrixLayout({ axes: ['batch'], shape: [2], role: 'token' }, { batch: 1 });
    assert.deepEqual([each.rows, each.columns, each.flat(0, 1)], [1, 2, 1]);
  });

  test('a row’s maximum is a column of its own', () => {
    const step = { axes: ['batch', 'head', 'query', 'one'], shape: [1, 2, 3, 1], role: 'scores' };
    const layout = layouts.matrixLayout(step, { batch: 0, head: 1 });
    assert.deepEqual([layout.rows, layout.columns], [3, 1]);
    assert.deepEqual(layout.index(2, 0), [0, 1, 2, 0]);
  });

  test('a slice past the end falls back to the first place', () => {
    const mask = { axes: ['batch', 'head', 'query', 'key'], shape: [1, 1, 3, 5], role: 'mask' };
    const layout = layouts.matrixLayout(mask, { batch: 1, head: 3 });
    assert.deepEqual(layout.index(1, 1), [0, 0, 1, 1]);
  });
});

describe('memory order', () => {
  test('addresses follow offset and strides: arange(24) seen as four heads', () => {
    const placing = { offset: 0, shape: [1, 4, 3, 2], strides: [24, 2, 8, 1] };
    const found = [...memory.addresses(placing)];
    assert.deepEqual(found.slice(0, 6), [0, 1, 8, 9, 16, 17]);
    assert.deepEqual(found.slice(18), [6, 7, 14, 15, 22, 23]);
  });

  test('places and indices are each other’s inverse', () => {
    const shape = [2, 3, 4];
    for (let place = 0; place < 24; place += 1) {
      assert.equal(memory.placeOf(shape, memory.indexOf(shape, place)), place);
    }
  });
});
