// The figure of an operation is one file: this follows docs/how-to in a copy of the tree, and has it drawn.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { TreeCopy } from '../node/support/tree-copy.mjs';
import { optionsOf, storeWith, web } from './support/draw.mjs';

const file = 'web/figures/kinds/square_root.ts';

let copy;
let figures;
before(async () => {
  copy = new TreeCopy('new-figure');
  copy.follow('12-figure');
  const script = `
    const { listKinds } = await import('./scripts/build/generated.mjs');
    listKinds();
    const { runEsbuild } = await import('./scripts/build/bundle.mjs');
    const entryPoints = ['web/figures/index.ts'];
    await runEsbuild({ entryPoints, outfile: 'build/figures.mjs', platform: 'node' });`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: copy.folder });
  figures = await import(pathToFileURL(copy.path('build/figures.mjs')));
});
after(() => copy?.remove());

test('a file in web/figures/kinds draws its operation, and changes no other figure', () => {
  assert.deepEqual(copy.edits, [file]);
  const store = storeWith({ step: 'scores' });
  try {
    const options = optionsOf(store, ['scores'], [600, 400]);
    const steps = {
      step: (path) => ({ ...store.step(path), op: 'square_root' }),
      tensor: (path) => store.tensor(path),
      baseline: (path) => store.baseline(path),
      extent: (...paths) => store.extent(...paths),
      rows: (path) => store.rows(path),
      explain: (cell) => store.explain(cell),
      labels: (step, axis, batch) => store.labels(step, axis, batch),
      tokensOf: (step, batch) => store.tokensOf(step, batch),
    };
    const drawn = figures.figure(steps, options);
    assert.deepEqual(
      drawn.grids.map(({ box }) => box),
      [{ x: 30, y: 10, width: 140, height: 140 }],
    );
    const texts = [...web.everyMark(drawn.marks)].flatMap(({ mark }) => mark.text ?? []);
    assert.deepEqual(texts, ['∴']);
    const cells = [...web.everyMark(drawn.marks)].find(({ mark }) => mark.type === 'cells');
    assert.deepEqual(cells.mark.values, store.tensor('scores').data.slice(0, 49));
    assert.deepEqual(figures.figure(store, options).marks, web.figure(store, options).marks);
  } finally {
    store.dispose();
  }
});

test('no operation has two figures', () => {
  const kinds = new Set(Object.values(web.kinds));
  const ops = [...kinds].flatMap((kind) => kind.ops);
  assert.deepEqual(ops, [...new Set(ops)]);
  for (const kind of kinds) for (const op of kind.ops) assert.equal(web.kinds[op], kind, op);
});
