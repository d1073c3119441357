// Runs test files of node:test, and those of hosts with the packed package:
//   node scripts/test/node.mjs NAME [options] FOLDER …
// NAME is the script's in package.json, for its report. Of each folder it takes the files that every change has to pass,
// *.test.mjs; with --slow those of `npm run test:all` alone, *.slow.test.mjs; with --both all. Pages are not kept waiting by
// what else runs: with --browser and --packed, processes have their usual priority. With --relaxed tests of the engine load
// modules with relaxed SIMD. --all adds the hosts that are fetched. --parallel=N files run at once.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { filesBelow } from '../lib/files.mjs';
import { Failure, isMain, root, run } from '../lib/run.mjs';
import { reportsFolder, reportTests } from './report.mjs';

/** Milliseconds that one file of tests may take, on a slow machine: one that waits for ever fails by its name. */
const LIMIT = 25 * 60_000;

/** Hosts whose packages are fetched when they are tested: `npm run test:hosts -- --all`. */
const ALL_HOSTS = 'tests/hosts/all';

const isTest = (name) => name.endsWith('.test.mjs');
const isSlow = (name) => name.endsWith('.slow.test.mjs');

/** The test files in these folders and below, or these files, that `--slow` or `--both` chooses. */
export function testFiles(places, { slow = false, both = false } = {}) {
  return places.flatMap((place) => {
    if (isTest(place)) return [place];
    if (!existsSync(join(root, place))) throw new Failure(`There is no ${place}.`);
    return readdirSync(join(root, place), { recursive: true })
      .filter((name) => isTest(name) && (both || isSlow(name) === slow))
      .sort()
      .map((name) => join(place, name));
  });
}

/** The test files that lead to a module of the tests: a test stands where it is written, which may be in a helper. */
function filesThatUse(module) {
  const texts = new Map(
    filesBelow('tests', (path) => path.endsWith('node_modules'))
      .filter((path) => path.endsWith('.mjs'))
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  );
  const found = new Set([module]);
  for (const path of found) {
    for (const [other, text] of texts) if (text.includes(`/${basename(path)}'`)) found.add(other);
  }
  return [...found].filter(isTest);
}

/** The command that runs one test of node:test alone. */
export function repeatOf({ name, place }) {
  const path = place.replace(/:\d+$/, '');
  const files = isTest(path) ? [path] : filesThatUse(path);
  return `npm test -- ${files.join(' ')} '${name.replaceAll("'", "'\\''")}'`;
}

/** Runs files, shows their tests as they end, and resolves to counts with failures. */
export async function nodeTests(files, { parallel = 2, env, pattern } = {}) {
  // Without a file, node --test would look for some by itself.
  if (files.length === 0) throw new Failure('There is no test of this kind.');
  const folder = join(root, reportsFolder);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `node-${process.pid}.json`);
  const options = [
    '--test',
    `--test-concurrency=${parallel}`,
    `--test-timeout=${LIMIT}`,
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    '--test-reporter=./scripts/test/node-reporter.mjs',
    `--test-reporter-destination=${file}`,
    ...(pattern ? [`--test-name-pattern=${pattern}`] : []),
  ];
  const { code } = await run(process.execPath, [...options, ...files], { env });
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { failures: [] };
  rmSync(file, { force: true });
  if (code !== 0 && !(report.failed > 0)) throw new Failure(`node --test ended with code ${code}.`);
  report.failures = report.failures.map((one) => ({ ...one, repeat: repeatOf(one) }));
  return report;
}

/** The same with the package as others get it: packed, and installed elsewhere. */
async function hostTests(files, options) {
  const { installPackage, installedVariable } =
    await import('../../tests/hosts/support/project.mjs');
  const installed = await installPackage();
  try {
    const env = { [installedVariable]: installed.folder };
    return await nodeTests(files, { ...options, env });
  } finally {
    installed.remove();
  }
}

/** Runs what the words of a command line name. */
export function testsOf(args) {
  const flag = { type: 'boolean' };
  const options = { browser: flag, packed: flag, relaxed: flag, slow: flag, both: flag, all: flag };
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...options,
      parallel: { type: 'string', default: '2' },
    },
  });
  const runner = values.packed ? hostTests : nodeTests;
  const places = values.all ? [...positionals, ALL_HOSTS] : positionals;
  return runner(testFiles(places, values), {
    parallel: Number(values.parallel),
    env: values.relaxed ? { ATTENTION_SIMD: 'relaxed' } : undefined,
  });
}

if (isMain(import.meta.url)) {
  const [name, ...args] = process.argv.slice(2);
  await reportTests(name, () => testsOf(args));
}
