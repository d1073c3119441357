// The compiler goes on from its last build of modules and declarations only if all of that is there.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { isWhole } from '../../../scripts/build/last-types.mjs';

let root;
before(() => (root = mkdtempSync(join(tmpdir(), 'ap-last-types-'))));
after(() => rmSync(root, { recursive: true, force: true }));

/** A tree after a build of two sources, which the compiler read with one of a library; `without` lists what is missing. */
function treeWithout(...without) {
  const folder = mkdtempSync(join(root, 'tree-'));
  const record = { fileNames: ['../web/a.ts', '../web/kit/b.ts', '../web/c.d.ts', '../lib/d.ts'] };
  const files = {
    'web/a.ts': '',
    'web/kit/b.ts': '',
    'modules/a.js': '',
    'modules/kit/b.js': '',
    'types/a.d.ts': '',
    'types/kit/b.d.ts': '',
    'types/package.tsbuildinfo': JSON.stringify(record),
  };
  for (const [path, text] of Object.entries(files)) {
    if (without.includes(path)) continue;
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return {
    sources: join(folder, 'web'),
    modules: join(folder, 'modules'),
    declarations: join(folder, 'types'),
  };
}

test('a whole build is gone on from', () => assert.equal(isWhole(treeWithout()), true));

for (const missing of [
  'web/kit/b.ts',
  'modules/a.js',
  'types/kit/b.d.ts',
  'types/package.tsbuildinfo',
]) {
  test(`without ${missing} all is made anew`, () =>
    assert.equal(isWhole(treeWithout(missing)), false));
}
