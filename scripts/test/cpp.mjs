// Builds one of the C++ programs of tests and runs it:
//   node scripts/test/cpp.mjs NAME native | sanitized | fuzz | threads | wasm [PATTERN]
// NAME is the script's in package.json, for its report.

import { join, relative, resolve } from 'node:path';
import { ask, isMain, mustRun, root, run } from '../lib/run.mjs';
import { failuresFromCatch, fromCatch } from './counts.mjs';
import { reportTests } from './report.mjs';

/** Presets and targets of CMakePresets.json and cmake/Tests.cmake. */
export const programs = {
  native: { preset: 'native', target: 'core_tests' },
  // What trains or draws for seconds runs no other code than what does so a few times.
  sanitized: { preset: 'native', target: 'core_tests_sanitized', args: ['~[long]'] },
  fuzz: { preset: 'native', target: 'fuzz_tests' },
  threads: { preset: 'tsan', target: 'thread_tests' },
  wasm: { preset: 'wasm', target: 'core_tests' },
};

/** Builds a program of tests; the command that runs it. */
export async function built({ preset, target }) {
  await mustRun('cmake', ['--preset', preset], { quiet: true });
  await mustRun('cmake', ['--build', '--preset', preset, '--target', target], { quiet: true });
  const program = join(root, 'build', preset, target);
  if (preset === 'wasm') {
    const withoutFetch = join(root, 'tests/cpp/without-fetch.cjs');
    return [process.execPath, '--require', withoutFetch, `${program}.js`];
  }
  // ThreadSanitizer does not start if addresses are more random than it supports.
  const isFixed = preset === 'tsan' && ask('setarch', ['-R', 'true']) !== undefined;
  return [...(isFixed ? ['setarch', '-R'] : []), program];
}

/** Catch2 takes `,`, `[`, `*` and `\` in a name for signs of its own. */
export const catchName = (name) => name.replaceAll(/[\\,[\]*]/g, (sign) => `\\${sign}`);

const pathOf = (file) => relative(root, resolve(root, 'build', file));

/** Runs a program of tests, those whose names `pattern` matches alone if it is given. */
export async function cppTests(name, pattern) {
  const [command, ...args] = await built(programs[name]);
  const chosen = pattern ? [pattern] : (programs[name].args ?? []);
  const { code, output } = await run(command, [...args, ...chosen]);
  const repeat = (test) =>
    name === 'native'
      ? `npm test -- '${test.replaceAll("'", "'\\''")}'`
      : `node scripts/test/cpp.mjs by-hand ${name} '${catchName(test).replaceAll("'", "'\\''")}'`;
  const failures = failuresFromCatch(output, pathOf).map((one) => ({
    ...one,
    repeat: repeat(one.name),
  }));
  return { ...fromCatch(output, code), failures };
}

if (isMain(import.meta.url)) {
  const [name, program, pattern] = process.argv.slice(2);
  await reportTests(name, () => cppTests(program, pattern));
}
