// Tests under ThreadSanitizer what threads may share.

import { join } from 'node:path';
import { fromCatch } from './counts.mjs';
import { ask, mustRun, root, run } from './run.mjs';

/** Part of the stage `native`; builds only in build/tsan, so it can run beside anything. */
export async function threadTests() {
  await mustRun('cmake', ['--preset', 'tsan'], { quiet: true });
  await mustRun('cmake', ['--build', '--preset', 'tsan'], { quiet: true });
  const program = [join(root, 'build/tsan/thread_tests')];
  // The sanitizer does not start if addresses are more random than it supports.
  const fixed = ask('setarch', ['-R', 'true']) !== undefined ? ['setarch', '-R'] : [];
  const [command, ...args] = [...fixed, ...program];
  const { code, output } = await run(command, args);
  return fromCatch(output, code);
}
