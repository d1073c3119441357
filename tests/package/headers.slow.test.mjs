// Each public header by itself: it includes what it needs. And no compiler warns, of the headers or of the library.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { ask, root } from '../../scripts/lib/run.mjs';
import { asFolder, cmake, configure } from './support.mjs';

for (const compiler of ['g++', 'clang++']) {
  const skip = ask(compiler, ['--version']) === undefined && `no ${compiler}`;
  describe(`with ${compiler}`, { skip }, () => {
    const folder = join(root, 'build/headers', compiler);
    const by = `-DCMAKE_CXX_COMPILER=${compiler}`;

    test('each public header compiles alone, without a warning', async () => {
      rmSync(folder, { recursive: true, force: true });
      await configure('tests/package', folder, asFolder, by);
      await cmake('--build', folder, '--target', 'headers_alone');
    });
  });
}

// The native and the wasm build warn of the same, by GCC at -O2 and by Clang.
test('GCC has no warning for the library with all that the processor has', async () => {
  const library = join(root, 'build/headers/library');
  const flags = '-DCMAKE_CXX_FLAGS_RELEASE=-O3 -DNDEBUG -march=native -Wall -Wextra -Wshadow';
  const by = '-DCMAKE_CXX_COMPILER=g++';
  rmSync(library, { recursive: true, force: true });
  await configure('.', library, by, flags, '-DCMAKE_COMPILE_WARNING_AS_ERROR=ON');
  await cmake('--build', library, '--target', 'attention_playground');
});
