// A choice that is refused leaves the browser's own mark where it was put: only `live` compares with what is on the page.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../../scripts/lib/run.mjs';

test('every option and every checkbox is compared with what it shows', () => {
  const files = readdirSync(join(root, 'web'), { recursive: true }).filter(
    (file) => file.endsWith('.ts') && !file.includes('generated'),
  );
  const blind = files.flatMap((file) =>
    readFileSync(join(root, 'web', file), 'utf8')
      .split('\n')
      .filter((line) => /(^|[\s.?])(selected|checked)=\$\{(?!live\()/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  assert.deepEqual(blind, []);
});
