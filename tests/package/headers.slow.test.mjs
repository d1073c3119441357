// Each public header by itself: it includes what it needs.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { mustRun, root } from '../../scripts/lib/run.mjs';

const folder = join(root, 'build/headers');
const cmake = (...words) => mustRun('cmake', words, { quiet: true });

test('each public header compiles alone, without a warning', async () => {
  rmSync(folder, { recursive: true, force: true });
  const library = `-DATTENTION_PLAYGROUND_FOLDER=${root}`;
  await cmake('-S', join(root, 'tests/package'), '-B', folder, '-G', 'Ninja', library);
  await cmake('--build', folder, '--target', 'headers_alone');
});
