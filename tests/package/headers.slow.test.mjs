// Each public header by itself: it includes what it needs.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../scripts/lib/run.mjs';
import { asFolder, cmake, configure } from './support.mjs';

const folder = join(root, 'build/headers');

test('each public header compiles alone, without a warning', async () => {
  rmSync(folder, { recursive: true, force: true });
  await configure('tests/package', folder, asFolder);
  await cmake('--build', folder, '--target', 'headers_alone');
});
