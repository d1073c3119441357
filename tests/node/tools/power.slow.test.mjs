import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../../scripts/lib/run.mjs';
import { faults } from '../../power/faults.mjs';

test('thirty faults, each of which still has its one place in the sources', () => {
  assert.equal(faults.length, 30);
  for (const { file, was, is, what } of faults) {
    const places = readFileSync(join(root, file), 'utf8').split(was).length - 1;
    assert.equal(places, 1, `${file}, “${what}”: “${was}” stands there ${places} times`);
    assert.notEqual(was, is);
  }
});
