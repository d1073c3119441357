// The stages of `npm test`. Each resolves to counts of { passed, failed, skipped }.

import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../build.mjs';
import { typecheck } from '../build/types.mjs';
import { buildWasmTarget } from '../build/wasm.mjs';
import { runChecks } from '../checks/index.mjs';
import { add, fromCatch, fromChecks, fromTap } from './counts.mjs';
import { packageTests } from './cpp-package.mjs';
import { mustRun, root, run } from './run.mjs';

/** Runs checks that give problems, and says which hold. */
function report(results) {
  for (const { name, problems } of results) {
    console.log(`${problems.length === 0 ? '✔' : '✖'} ${name}`);
    for (const problem of problems) console.log(`    ${problem}`);
  }
  return fromChecks(results);
}

async function nativeTests(preset) {
  await mustRun('cmake', ['--preset', preset], { quiet: true });
  await mustRun('cmake', ['--build', '--preset', preset, '--target', 'core_tests'], {
    quiet: true,
  });
  const { code, output } = await run(join(root, 'build', preset, 'core_tests'), []);
  return fromCatch(output, code);
}

async function wasmTests() {
  await buildWasmTarget('core_tests');
  const withoutFetch = join(root, 'tests/cpp/without-fetch.cjs');
  const program = join(root, 'build/wasm/core_tests.js');
  const { code, output } = await run(process.execPath, ['--require', withoutFetch, program]);
  return fromCatch(output, code);
}

async function buildAndTypecheck() {
  await build();
  await typecheck();
  console.log('✔ everything builds\n✔ TypeScript has nothing to complain about');
  return { passed: 2, failed: 0, skipped: 0 };
}

/** All tests/<folder>/*.test.mjs: shown as they run, counted from a TAP report beside it. */
async function nodeTests(folder, { concurrency }) {
  const path = join('tests', folder);
  const files = existsSync(join(root, path)) ? readdirSync(join(root, path)) : [];
  const tests = files.filter((name) => name.endsWith('.test.mjs')).map((name) => join(path, name));
  if (tests.length === 0) return { passed: 0, failed: 0, skipped: 0 };
  mkdirSync(join(root, 'build/reports'), { recursive: true });
  const tap = join('build/reports', `${folder}.tap`);
  const { code } = await run(process.execPath, [
    '--test',
    `--test-concurrency=${concurrency}`,
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    '--test-reporter=tap',
    `--test-reporter-destination=${tap}`,
    ...tests,
  ]);
  return fromTap(readFileSync(join(root, tap), 'utf8'), code);
}

export const stages = [
  {
    name: 'static',
    about: 'imports, arithmetic, hosts, formatting',
    run: async () => report(await runChecks()),
  },
  {
    name: 'native',
    about: 'C++ tests, and the library as another program meets it',
    run: async () => add(await nativeTests('native'), await packageTests()),
  },
  { name: 'asan', about: 'C++ tests under sanitizers', run: () => nativeTests('asan') },
  { name: 'wasm', about: 'the same C++ tests as wasm under Node', run: wasmTests },
  { name: 'build', about: 'package, site, types', run: buildAndTypecheck },
  {
    name: 'node',
    about: 'the API and the tools in Node',
    run: () => nodeTests('node', { concurrency: 2 }),
  },
  {
    name: 'browser',
    about: 'the page in Chromium',
    run: () => nodeTests('browser', { concurrency: 1 }),
  },
];
