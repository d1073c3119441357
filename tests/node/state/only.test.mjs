// The sections of a panel that its attribute `only` names.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importWeb } from '../support/bundled.mjs';

const { shownBy } = await importWeb('panels/only.ts');

const sections = { run: ['curves', 'answers'], growth: [], steps: [] };
const names = ['run', 'curves', 'answers', 'growth', 'steps'];

for (const [only, expected] of [
  ['', names],
  ['  ', names],
  ['nothing that there is', names],
  ['growth', ['growth']],
  [' steps\n growth ', ['growth', 'steps']],
  ['run', ['run', 'curves', 'answers']],
  ['answers', ['run', 'answers']],
  ['answers steps nothing', ['run', 'answers', 'steps']],
]) {
  test(`only="${only.replace('\n', ' ')}" shows ${expected.join(', ')}`, () => {
    const shown = shownBy(only, sections);
    assert.deepEqual(
      names.filter((name) => shown.has(name)),
      expected,
    );
    assert.equal(shown.all, expected === names);
  });
}
