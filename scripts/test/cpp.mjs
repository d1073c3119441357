// Builds one of the C++ programs of tests and runs it:
//   node scripts/test/cpp.mjs NAME native | sanitized | fuzz | threads | wasm [PATTERN]
// NAME is the script's in package.json, for its report.

import { join, relative, resolve } from 'node:path';
import { ask, isMain, mustRun, root, run } from '../lib/run.mjs';
import { none, reportTests } from './report.mjs';

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

/** The closing lines of Catch2, version 2 and 3: all passed, or how many of which kind. */
const allPassed = /^All tests passed \(.*\bin (\d+) test cases?\)/m;
const somePassed = /^test cases:\s*\d+(.*)$/m;

/** A test case that failed: its name between two rules, its place, and what failed, as `CHECK( sum == 1 )`. */
const block = /^-{79}\n(\S.*\n)(?:.*\n)*?-{79}\n(\S+):(\d+)\n\.{79}\n([^]*?)(?=^[-=]{79}$)/gm;

/**
 * What a program of Catch2 printed, as counts with `failures`, [{ name, place, message }]. A failing exit code counts as a failure,
 * even if its lines are missing or report success, and so does a run without any test.
 */
export function fromCatch(coloured, exitCode, pathOf = (path) => path) {
  // The wasm program always prints colours.
  const output = coloured.replace(/\u001b\[[\d;]*m/g, '');
  const counts = { ...none, passed: Number(allPassed.exec(output)?.[1] ?? 0) };
  const kinds = (somePassed.exec(output)?.[1] ?? '').matchAll(/(\d+) (\w+)( as expected)?/g);
  for (const [, number, kind, asExpected] of kinds) {
    counts[asExpected ? 'passed' : kind] += Number(number);
  }
  const ran = counts.passed + counts.failed + counts.skipped > 0;
  if ((exitCode !== 0 || !ran) && counts.failed === 0) counts.failed = 1;

  const failures = new Map();
  for (const [, title, file, line, body] of output.matchAll(block)) {
    const name = title.trim();
    const failed = /:(\d+): FAILED:\n((?: {2}.*\n)?)/.exec(body);
    if (!failed || failures.has(name)) continue;
    const message = failed[2].trim() || body.trim().split('\n').at(-1).trim();
    failures.set(name, { name, place: `${pathOf(file)}:${failed[1] ?? line}`, message });
  }
  return { ...counts, failures: [...failures.values()] };
}

const pathOf = (file) => relative(root, resolve(root, 'build', file));

/** Runs a program of tests, those whose names `pattern` matches alone if it is given. */
export async function cppTests(name, pattern) {
  const [command, ...args] = await built(programs[name]);
  const chosen = pattern ? [pattern] : (programs[name].args ?? []);
  const { code, output } = await run(command, [...args, ...chosen]);
  const report = fromCatch(output, code, pathOf);
  const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
  const repeat = (test) =>
    name === 'native'
      ? `npm test -- ${quoted(test)}`
      : `node scripts/test/cpp.mjs by-hand ${name} ${quoted(catchName(test))}`;
  return {
    ...report,
    failures: report.failures.map((one) => ({ ...one, repeat: repeat(one.name) })),
  };
}

if (isMain(import.meta.url)) {
  const [name, program, pattern] = process.argv.slice(2);
  await reportTests(name, () => cppTests(program, pattern));
}
