// The library in use by another C++ program: installed and found, or as a folder of that program.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { before, describe, test } from 'node:test';
import { ask, mustRun, root } from '../../scripts/lib/run.mjs';
import { asFolder, cmake, configure } from './support.mjs';

const folder = join(root, 'build/package');
const installed = join(folder, 'installed');
const program = join(folder, 'example');
const read = (path) => readFileSync(path, 'utf8');
const expected = read(join(root, 'tests/package/expected.txt'));

/** The path of an installed file, and the text of one that find_package reads. */
const pathOf = (name) =>
  join(
    installed,
    readdirSync(installed, { recursive: true }).find((each) => each.endsWith(name)),
  );
const packageFile = (name) => read(pathOf(name));
const { version } = JSON.parse(read(join(root, 'package.json')));

/** A header and all headers of this library that it includes, as they are named there. */
function included(header, seen = new Set()) {
  if (seen.has(header)) return seen;
  seen.add(header);
  const text = read(join(installed, 'include', header));
  for (const [, next] of text.matchAll(/^#include "(.+)"$/gm)) included(next, seen);
  return seen;
}

describe('the installed library', () => {
  // It has been built before: a second build in its folder would disturb that of the tests.
  before(() => {
    rmSync(folder, { recursive: true, force: true });
    return cmake('--install', join(root, 'build/native'), '--prefix', installed);
  });

  test('has the headers that the umbrella header includes, and xtensor.hpp, which none includes', () => {
    const files = readdirSync(join(installed, 'include'), { recursive: true });
    const headers = files.filter((path) => path.endsWith('.hpp'));
    const wanted = [...included('attention_playground/attention_playground.hpp')];
    const optional = 'attention_playground/xtensor.hpp';
    assert.ok(!wanted.includes(optional));
    assert.deepEqual(headers.sort(), [...wanted, optional].sort());
  });

  test('passes no flag of ours on to who uses it', () => {
    const config = packageFile('AttentionPlaygroundConfig.cmake');
    assert.doesNotMatch(config, /INTERFACE_(COMPILE|LINK)_(OPTIONS|DEFINITIONS)/);
  });

  test('has the version of the npm package', () => {
    const text = packageFile('AttentionPlaygroundConfigVersion.cmake');
    assert.equal(/set\(PACKAGE_VERSION "(.+)"\)/.exec(text)[1], version);
  });

  test('the example compiles against it without a warning, and prints what it should', async () => {
    await configure('tests/package', program, `-DCMAKE_PREFIX_PATH=${installed}`);
    await cmake('--build', program, '--target', 'attention_example');
    const printed = await mustRun(join(program, 'attention_example'), [], { quiet: true });
    assert.equal(printed, expected);
  });

  test('takes arrays of xtensor and gives them, without a warning', async () => {
    await cmake('--build', program, '--target', 'attention_xtensor');
    const printed = await mustRun(join(program, 'attention_xtensor'), [], { quiet: true });
    assert.equal(printed, `${expected.split('\n')[0]}\nthe same output\n`);
  });

  const noClang = ask('clang++', ['--version']) === undefined && 'no clang++';
  test('Clang has no warning for its headers either', { skip: noClang }, async () => {
    const flags = ['-std=c++20', '-Wall', '-Wextra', '-Wshadow', '-Werror', '-fsyntax-only'];
    const source = join(root, 'tests/package/xtensor.cpp');
    const include = `-I${join(installed, 'include')}`;
    await mustRun('clang++', [...flags, include, source], { quiet: true });
  });

  test('is found by pkg-config, wherever it has been moved', async () => {
    const moved = join(folder, 'moved');
    const env = {
      PKG_CONFIG_PATH: dirname(pathOf('attention_playground.pc')).replace(installed, moved),
    };
    renameSync(installed, moved);
    try {
      const say = (...words) => mustRun('pkg-config', [...words, name], { env, quiet: true });
      const name = 'attention_playground';
      assert.equal((await say('--modversion')).trim(), version);
      const flags = (await say('--cflags', '--libs')).trim().split(/\s+/);
      const include = flags.find((flag) => flag.startsWith('-I'));
      assert.equal(resolve(include.slice(2)), join(moved, 'include'));
      const built = join(folder, 'by-pkg-config');
      const source = join(root, 'tests/package/example.cpp');
      await mustRun('c++', [source, ...flags, '-o', built], { quiet: true });
      assert.equal(await mustRun(built, [], { quiet: true }), expected);
    } finally {
      renameSync(moved, installed);
    }
  });
});

test('README shows the example', () => {
  const example = read(join(root, 'tests/package/example.cpp'));
  assert.ok(read(join(root, 'README.md')).includes(`\`\`\`cpp\n${example}\`\`\``));
});

describe('it can be configured, without tests,', () => {
  const hasTests = (build) => {
    const file = join(folder, build, 'build.ninja');
    assert.ok(existsSync(file));
    return read(file).includes('core_tests');
  };

  test('where there is neither xtensor nor Catch2', async () => {
    await configure(
      '.',
      join(folder, 'plain'),
      '-DCMAKE_IGNORE_PATH=/usr/include;/usr/local/include',
    );
    assert.ok(!hasTests('plain'));
  });

  test('as a folder of another project', async () => {
    await configure('tests/package', join(folder, 'folder'), asFolder);
    assert.ok(!hasTests('folder'));
  });
});
