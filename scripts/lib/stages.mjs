// The stages of `npm test`, `npm run test:long` and `npm run test:hosts`. Each resolves to counts of { passed, failed, skipped }.

import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../build/index.mjs';
import { typecheck } from '../build/types.mjs';
import { buildWasmTarget } from '../build/wasm.mjs';
import { runChecks } from '../checks/index.mjs';
import { fromCatch, fromChecks, fromTap } from './counts.mjs';
import { packageTests } from './cpp-package.mjs';
import { threadTests } from './cpp-threads.mjs';
import { buildNative } from './native.mjs';
import { mustRun, root, run } from './run.mjs';

/** Prints which checks hold, with the problems of the others. */
function report(results) {
  for (const { name, problems } of results) {
    console.log(`${problems.length === 0 ? '✔' : '✖'} ${name}`);
    for (const problem of problems) console.log(`    ${problem}`);
  }
  return fromChecks(results);
}

async function nativeTests(preset, target = 'core_tests') {
  const { code, output } = await run(await buildNative(preset, target), []);
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

/** The test files in tests/<folder> and its subfolders that `choose` accepts. */
function testFiles(folder, choose = () => true) {
  const path = join('tests', folder);
  const names = existsSync(join(root, path))
    ? readdirSync(join(root, path), { recursive: true })
    : [];
  return names
    .filter((name) => name.endsWith('.test.mjs') && choose(name))
    .map((name) => join(path, name));
}

/** What one file of tests may take: one that waits for ever fails by its name. */
const FILE_LIMIT_MS = 6 * 60_000;

/** Shows tests as they run, and counts them from a TAP report. */
async function nodeTests(name, files, { concurrency, env, limit = FILE_LIMIT_MS }) {
  if (files.length === 0) return { passed: 0, failed: 0, skipped: 0 };
  mkdirSync(join(root, 'build/reports'), { recursive: true });
  const tap = join('build/reports', `${name}.tap`);
  const options = [
    '--test',
    `--test-concurrency=${concurrency}`,
    `--test-timeout=${limit}`,
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    '--test-reporter=tap',
    `--test-reporter-destination=${tap}`,
  ];
  const { code } = await run(process.execPath, [...options, ...files], { env });
  return fromTap(readFileSync(join(root, tap), 'utf8'), code);
}

/** Runs all of these files in one Chromium. */
async function browserTests(name, files, { concurrency, env }) {
  const { startBrowser, browserVariable } =
    await import('../../tests/browser/support/chromium.mjs');
  const browser = await startBrowser();
  try {
    const withBrowser = { ...env, [browserVariable]: browser.wsEndpoint() };
    return await nodeTests(name, files, { concurrency, env: withBrowser });
  } finally {
    await browser.close();
  }
}

/** Runs the tests in tests/hosts/<folder> with the package as others get it: packed, and installed elsewhere. */
async function hostTests(folder) {
  const support = '../../tests/hosts/support/project.mjs';
  const { installPackage, installedVariable } = await import(support);
  const installed = await installPackage();
  try {
    const env = { [installedVariable]: installed.folder };
    return await browserTests(folder, testFiles(join('hosts', folder)), { concurrency: 1, env });
  } finally {
    installed.remove();
  }
}

async function longNodeTests() {
  await build();
  return nodeTests('long', testFiles('long'), { concurrency: 1, limit: 3 * FILE_LIMIT_MS });
}

const holdsTime = (name) => name.startsWith('timing/');

/** Earlier stages start first: the longest come first, so that none is left to run alone at the end. */
export const stages = [
  { name: 'build', about: 'package, site, types', run: buildAndTypecheck },
  {
    name: 'static',
    about: 'imports, arithmetic, hosts, formatting',
    run: async () => report(await runChecks()),
  },
  {
    name: 'browser',
    about: 'the page in Chromium',
    after: ['build'],
    run: () =>
      browserTests(
        'browser',
        testFiles('browser', (name) => !holdsTime(name)),
        { concurrency: 2 },
      ),
  },
  {
    name: 'native',
    about: 'C++ tests',
    background: true,
    run: () => nativeTests('native'),
  },
  {
    name: 'asan',
    about: 'C++ tests under sanitizers',
    background: true,
    run: () => nativeTests('asan'),
  },
  {
    name: 'package',
    about: 'the C++ library as another program meets it',
    after: ['native'],
    background: true,
    run: packageTests,
  },
  {
    name: 'threads',
    about: 'what C++ threads may share, under ThreadSanitizer',
    background: true,
    run: threadTests,
  },
  {
    name: 'wasm',
    about: 'the same C++ tests as wasm under Node',
    after: ['build'],
    background: true,
    run: wasmTests,
  },
  {
    name: 'node',
    about: 'the API, the tools and the figures in Node',
    after: ['build'],
    run: () =>
      nodeTests('node', [...testFiles('node'), ...testFiles('figures')], { concurrency: 2 }),
  },
  {
    name: 'time',
    about: 'how long the page takes, with nothing beside it',
    after: ['build'],
    alone: true,
    run: () => browserTests('time', testFiles('browser', holdsTime), { concurrency: 1 }),
  },
];

/** The stages of `npm run test:long`. */
export const longStages = [
  {
    name: 'fuzz',
    about: 'random calls of the C++ core under sanitizers',
    tests: 'tests/cpp/fuzz',
    run: () => nativeTests('asan', 'fuzz_tests'),
  },
  {
    name: 'long',
    about: 'random calls of the npm API, an operation added to a copy of the tree',
    tests: 'tests/long',
    run: longNodeTests,
  },
].filter(({ tests }) => existsSync(join(root, tests)));

/** The stages of `npm run test:hosts`. */
export const hostStages = [
  stages.find(({ name }) => name === 'build'),
  {
    name: 'hosts',
    about: 'the packed package in pages, site generators and bundlers',
    after: ['build'],
    run: () => hostTests('hosts'),
  },
  {
    name: 'browsers',
    about: 'every page in Chromium, Firefox and WebKitGTK, and equal bits',
    after: ['build'],
    run: () => hostTests('browsers'),
  },
];
