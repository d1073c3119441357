// Figures by picture: what has changed is looked at (`npm run figures`, then the diff of the SVG files), then committed.

import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { committed, committedPicture, folder, list, pictureOf } from './support/pictures.mjs';

for (const one of list) {
  test(`${one.name}: the picture is as it was when it was last looked at`, () => {
    const now = pictureOf(one).split('\n');
    const before = committedPicture(one.name).split('\n');
    const at = now.findIndex((line, i) => line !== before[i]);
    const where = `line ${at + 1}; npm run figures makes the pictures anew`;
    assert.ok(at < 0 && now.length === before.length, where);
  });
}

test('no picture is there that is not in the list', () => {
  assert.deepEqual(committed().sort(), list.map(({ name }) => name).sort());
});

test('the pictures have no styles, and no address but their own', () => {
  for (const { name } of list) {
    const text = committedPicture(name);
    assert.doesNotMatch(text, / style=|<style|NaN|undefined|Infinity/, name);
    const addresses = text.match(/(href|src)="[^"]*"|url\([^)]*\)/g) ?? [];
    for (const address of addresses) assert.match(address, /url\(#|data:image\/png/, name);
    const ids = [...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    assert.equal(new Set(ids).size, ids.length, name);
    for (const [, id] of text.matchAll(/url\(#([^)]*)\)/g)) assert.ok(ids.includes(id), name);
  }
});

test('the folder stays small', () => {
  const bytes = committed().reduce(
    (sum, name) => sum + statSync(join(folder, `${name}.svg`)).size,
    0,
  );
  assert.ok(bytes < 1.3e6, `${bytes} bytes`);
});

test('cells are hatched exactly where they are masked', () => {
  const picture = pictureOf({
    patch: { mask: 'causal', step: 'masked_scores' },
    step: 'masked_scores',
    size: [790, 560],
  });
  const paths = [...picture.matchAll(/<path fill="url\(#[\w-]+hatch\)" d="([^"]*)"/g)];
  const corners = paths.map(([, d]) => [...d.matchAll(/M([\d.]+) ([\d.]+)/g)]);
  assert.equal(corners.length, 2, 'those of the figure, and that of the legend');
  const [columns, rows] = [1, 2].map((i) => [...new Set(corners[0].map((at) => Number(at[i])))]);
  columns.sort((a, b) => a - b);
  rows.sort((a, b) => a - b);
  const places = corners[0].map(([, x, y]) => [
    rows.indexOf(Number(y)),
    columns.indexOf(Number(x)),
  ]);
  const later = [0, 1, 2, 3, 4, 5].flatMap((row) =>
    [0, 1, 2, 3, 4, 5].filter((column) => column >= row).map((column) => [row, column]),
  );
  assert.deepEqual(places, later);
});
