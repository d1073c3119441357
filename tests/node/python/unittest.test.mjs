// The tests of the Python package, which Debian's Python runs: one test here for each there.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../../scripts/lib/run.mjs';
import { pythonPath as python } from '../../../scripts/setup.mjs';

const ran = spawnSync(python, ['-B', join(root, 'python/tests/run.py')], { encoding: 'utf8' });

test('the package’s own tests run', () => {
  assert.equal(ran.status, 0, ran.stderr);
  assert.ok(Object.keys(JSON.parse(ran.stdout)).length >= 60, ran.stdout);
});

/** What a test may be skipped for. What needs the build has to run: this stage waits for it. */
const allowed = 'skipped: PyTorch is not here';

for (const [id, found] of Object.entries(ran.status === 0 ? JSON.parse(ran.stdout) : {})) {
  const [, file, , name = id] = id.split('.');
  const skip = found === allowed && found;
  test(`${file}: ${name.replaceAll('_', ' ')}`, { skip }, () => assert.equal(found, null, found));
}
