// Each public header by itself: it includes what it needs. And GCC has no warning with all that it optimises: the native and the
// wasm build warn of the same at -O2 and by Clang, and tests/package/installed.test.mjs of installed headers by both.

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

test('the library compiles without a warning with all that the processor has', async () => {
  const library = join(folder, 'library');
  const flags = '-DCMAKE_CXX_FLAGS_RELEASE=-O3 -DNDEBUG -march=native -Wall -Wextra -Wshadow';
  await configure('.', library, flags, '-DCMAKE_COMPILE_WARNING_AS_ERROR=ON');
  await cmake('--build', library, '--target', 'attention_playground');
});
