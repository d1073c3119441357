// The package as others get it: packed, installed into an empty folder, used from there.

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { mustRun, root } from '../../../scripts/lib/run.mjs';

const program = `
import { load } from 'attention-playground';
const ap = await load();
const x = [[1, 3, 2], [1, 1, 3], [1, 2, 1]];
const { output, weights } = ap.scaledDotProductAttention({ query: x, key: x, value: x, scale: 1 });
console.log(JSON.stringify({ shape: output.shape, weight: weights.data[0] }));
`;

const typedProgram = `
import { load, type Tensor } from 'attention-playground';
import 'attention-playground/element';
import 'attention-playground/panels/positional-encoding';
const ap = await load();
const table: Tensor = ap.positionalEncoding({ length: 3, dModel: 4 });
export const numbers: Float32Array = table.data;
export const panel: Promise<unknown> | undefined = document.querySelector('positional-encoding')?.ready;
`;

describe('the packed package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'attention-package-'));
  const installed = join(folder, 'node_modules/attention-playground');

  before(async () => {
    const arguments_ = ['pack', '--ignore-scripts', '--pack-destination', folder, '--json'];
    const output = await mustRun('npm', arguments_, { quiet: true });
    const tarball = output.match(/"filename": "([^"]+)"/)[1];
    writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }');
    const install = [
      'install',
      '--offline',
      '--ignore-scripts',
      '--no-audit',
      join(folder, tarball),
    ];
    await mustRun('npm', install, { cwd: folder, quiet: true });
  });

  after(() => rmSync(folder, { recursive: true }));

  test('has no dependencies, and every file that its exports name', () => {
    const { dependencies, exports } = JSON.parse(readFileSync(join(installed, 'package.json')));
    assert.equal(dependencies, undefined);
    const paths = Object.values(exports).flatMap((entry) =>
      typeof entry === 'string' ? [entry] : Object.values(entry),
    );
    for (const path of paths) {
      const name = path.includes('/panels/') ? 'positional-encoding' : 'attention-playground.wasm';
      assert.ok(existsSync(join(installed, path.replace('*', name))), path);
    }
  });

  test('holds nothing but what is used: no sources, no tests', () => {
    for (const path of ['src', 'web', 'tests', 'scripts']) {
      assert.ok(!existsSync(join(installed, path)), path);
    }
  });

  test('computes "I am good" in Node', async () => {
    writeFileSync(join(folder, 'use.mjs'), program);
    const output = await mustRun(process.execPath, ['use.mjs'], { cwd: folder, quiet: true });
    const { shape, weight } = JSON.parse(output);
    assert.deepEqual(shape, [3, 3]);
    assert.ok(Math.abs(weight - 0.975559) < 1e-6, String(weight));
  });

  for (const [module, moduleResolution] of [
    ['NodeNext', 'NodeNext'],
    ['ESNext', 'Bundler'],
  ]) {
    test(`its types are found by ${moduleResolution} resolution`, async () => {
      writeFileSync(join(folder, 'use.ts'), typedProgram);
      const compilerOptions = {
        module,
        moduleResolution,
        target: 'ES2022',
        lib: ['ES2022', 'DOM', 'ESNext.Disposable'],
        strict: true,
        noEmit: true,
        types: [],
      };
      const settings = JSON.stringify({ compilerOptions, files: ['use.ts'] });
      writeFileSync(join(folder, 'tsconfig.json'), settings);
      const tsc = join(root, 'node_modules/typescript/bin/tsc');
      await mustRun(process.execPath, [tsc, '-p', '.'], { cwd: folder });
    });
  }
});
