// The library in use by another C++ program: installed and found, or as a folder of that program.

import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from '../lib/run.mjs';
import { fromChecks } from './counts.mjs';
import { reportTests } from './report.mjs';

const folder = join(root, 'build/package');
const installed = join(folder, 'installed');
const example = 'tests/package/example.cpp';
const read = (path) => readFileSync(path, 'utf8');

/** The output of a program that failed; nothing if it succeeded. */
async function problemsOf(command, args) {
  const { code, output } = await run(command, args, { quiet: true });
  return code === 0 ? [] : [`${command} ${args.join(' ')}\n${output.trimEnd()}`];
}

/** Runs programs until one fails; returns that one's problems. */
async function inTurn(...programs) {
  for (const [command, ...args] of programs) {
    const problems = await problemsOf(command, args);
    if (problems.length > 0) return problems;
  }
  return [];
}

const configure = (source, build, ...more) => [
  'cmake',
  ...['-S', join(root, source), '-B', join(folder, build), '-G', 'Ninja', ...more],
];

/** The library has been built before: a second build in its folder would disturb that of the tests. */
function install() {
  rmSync(folder, { recursive: true, force: true });
  return inTurn(['cmake', '--install', join(root, 'build/native'), '--prefix', installed]);
}

/** A header and all headers of this library that it includes, as they are named there. */
function included(header, seen = new Set()) {
  if (seen.has(header)) return seen;
  seen.add(header);
  const text = read(join(installed, 'include', header));
  for (const [, next] of text.matchAll(/^#include "(.+)"$/gm)) included(next, seen);
  return seen;
}

function installedHeaders() {
  const files = readdirSync(join(installed, 'include'), { recursive: true });
  const present = files.filter((path) => path.endsWith('.hpp'));
  const wanted = [...included('attention_playground/attention_playground.hpp')];
  return present
    .filter((path) => !wanted.includes(path))
    .map((path) => `${path} is installed, but attention_playground.hpp does not include it`);
}

/** Text of the files that find_package reads. */
function packageFile(name) {
  const libraries = readdirSync(installed, { recursive: true });
  return read(
    join(
      installed,
      libraries.find((path) => path.endsWith(name)),
    ),
  );
}

function leakedFlags() {
  const leaks = packageFile('AttentionPlaygroundConfig.cmake').match(
    /INTERFACE_(COMPILE|LINK)_(OPTIONS|DEFINITIONS).*/g,
  );
  return leaks ?? [];
}

function versions() {
  const { version } = JSON.parse(read(join(root, 'package.json')));
  const found = packageFile('AttentionPlaygroundConfigVersion.cmake').match(
    /set\(PACKAGE_VERSION "(.+)"\)/,
  )[1];
  return found === version ? [] : [`CMake says ${found}, package.json ${version}`];
}

async function output() {
  const { output: printed } = await run(join(folder, 'example/attention_example'), [], {
    quiet: true,
  });
  const wanted = read(join(root, 'tests/package/expected.txt'));
  return printed === wanted ? [] : [`It printed\n${printed}instead of\n${wanted}`];
}

function readme() {
  const shown = read(join(root, 'README.md')).includes(
    `\`\`\`cpp\n${read(join(root, example))}\`\`\``,
  );
  return shown ? [] : [`README.md has no block of C++ that is ${example}`];
}

/** Configures, and checks that there would be no tests. */
async function withoutTests(...configuration) {
  const problems = await inTurn(configuration);
  const build = join(configuration[configuration.indexOf('-B') + 1], 'build.ninja');
  if (existsSync(build) && read(build).includes('core_tests')) problems.push('There are tests');
  return problems;
}

const checks = [
  ['the library can be installed', install],
  ['what is installed is what the umbrella header includes', installedHeaders],
  ['no flag of ours reaches who uses it', leakedFlags],
  ['CMake and npm agree on the version', versions],
  [
    'the example and each header alone compile against it without a warning',
    () =>
      inTurn(configure('tests/package', 'example', `-DCMAKE_PREFIX_PATH=${installed}`), [
        ...['cmake', '--build', join(folder, 'example')],
      ]),
  ],
  ['the example prints what it should', output],
  ['README shows the example', readme],
  [
    'it configures where there is neither xtensor nor Catch2',
    () =>
      withoutTests(
        ...configure('.', 'plain', '-DCMAKE_IGNORE_PATH=/usr/include;/usr/local/include'),
      ),
  ],
  [
    'it can be a folder of another project, which is then not tested',
    () =>
      withoutTests(
        ...configure('tests/package', 'folder', `-DATTENTION_PLAYGROUND_FOLDER=${root}`),
      ),
  ],
];

await reportTests('test:cpp-package', async () => {
  const results = [];
  for (const [name, problemsOfCheck] of checks) {
    const problems = await problemsOfCheck();
    console.log(`${problems.length === 0 ? '✔' : '✖'} ${name}`);
    for (const problem of problems) console.log(`    ${problem}`);
    results.push({ name, problems });
    // What comes after builds on it.
    if (problems.length > 0) break;
  }
  const failures = results
    .filter(({ problems }) => problems.length > 0)
    .map(({ name, problems: [first] }) => ({
      name,
      place: 'scripts/test/cpp-package.mjs',
      message: first.trimEnd().split('\n').at(-1),
      repeat: 'npm run test:cpp-package',
    }));
  return { ...fromChecks(results), failures };
});
