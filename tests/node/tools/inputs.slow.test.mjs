// Results are kept by their inputs: in a small tree with a few files, and the graph of package.json with commands that
// only write down that they ran, a change of one file makes just the right scripts run again.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { root } from '../../../scripts/lib/run.mjs';

/** What is built, and what looks at every module of web/ or at every file. */
const build = ['build:bundle', 'build:types', 'build:site'];
const looks = ['check:rooms', 'check:styles', 'check:lint', 'check:types', 'check:format'];
const pages = ['test:playground', 'test:panels', 'test:site', 'test:learn', 'test:take'];
const cpp = ['test:cpp', 'test:cpp-package'];
const node = ['test:engine', 'test:state', 'test:package', 'test:tools', 'test:python'];
const web = [...build, 'check:lint', 'check:types', 'test:state', 'test:package'];
const source = [...web, ...looks];
/** Pages of docs/how-to name files everywhere. */
const named = ['test:how-to'];
const isNamed = (path) => !/\/generated\/|^\.|^stylelint/.test(path);

/** A file of each kind of rooms, and the scripts that its change concerns. */
const rooms = {
  'src/attention_playground/tensor/layout.cpp': [
    ...cpp,
    'build:library',
    'build:wasm',
    'check:rooms',
    'check:format-cpp',
  ],
  'tests/cpp/tensor/layout_test.cpp': ['test:cpp', 'check:format-cpp'],
  'tests/golden/attention.txt': ['test:cpp', 'test:engine'],
  'web/engine/module/load.ts': [
    'build:generated',
    ...source,
    'test:engine',
    'test:tools',
    ...pages,
  ],
  'web/engine/generated/wasm/attention-playground.wasm': [
    'build:generated',
    ...web,
    'test:engine',
    'test:tools',
    ...pages,
  ],
  'web/i18n/en/attention.ts': [
    'build:generated',
    ...source.filter((name) => !/^check:(lint|styles)$/.test(name)),
    'check:lint-texts',
    ...pages,
  ],
  'web/trace/store.ts': [...source, ...pages],
  'web/parts/proof/proof.ts': [...source, ...pages],
  'web/playground/state.ts': [...source, 'test:playground', 'test:site', 'test:learn', 'test:take'],
  'web/panels/tiles/tiles.ts': [...source, 'test:panels', 'test:site', 'test:learn', 'test:take'],
  'web/lessons/states.ts': [...source, ...pages],
  'web/site/learn/it.md': [
    'build:site',
    'check:types',
    'check:format',
    'test:package',
    'test:state',
    ...pages,
  ],
  'web/site/index.md': ['build:site', 'check:types', 'check:format', 'test:package', ...pages],
  'tests/node/engine/masks.test.mjs': ['test:engine', 'check:format'],
  'tests/node/state/store.test.mjs': ['test:state', 'check:format'],
  'tests/node/lessons/typed.test.mjs': ['test:state', 'check:format'],
  'tests/node/command/walk.test.mjs': ['test:package', 'check:format'],
  'tests/browser/panels/tiles.test.mjs': ['test:panels', 'check:format'],
  'tests/browser/learn/walk.test.mjs': ['test:learn', 'check:format'],
  'tests/browser/take/single.test.mjs': ['test:take', 'check:format'],
  'tests/browser/support/site.mjs': [...pages, 'check:format'],
  'scripts/test/node.mjs': ['check:format', ...cpp, ...node, ...pages],
  'scripts/build/bundle.mjs': [
    'build:library',
    'build:wasm',
    'build:generated',
    ...web.filter((name) => name !== 'check:lint'),
    'check:format',
    'test:cpp',
    'test:cpp-package',
    'test:engine',
    'test:tools',
    ...pages,
  ],
  'tests/node/python/wheel.test.mjs': ['test:python', 'check:format'],
  'python/attention_playground/page.py': ['test:python'],
  'README.md': ['test:cpp-package', 'test:package', 'test:tools', 'check:format'],
  'CONTRIBUTING.md': ['check:format'],
  'docs/how-to/14-setting.md': ['check:format'],
  'docs/lessons.md': ['check:format', 'test:package'],
  'docs/decisions/README.md': ['check:format'],
  '.github/workflows/ci.yml': ['check:format'],
  'ARCHITECTURE.md': ['check:rooms', 'check:format'],
  'stylelint.config.mjs': ['check:styles', 'check:format', 'test:tools'],
  '.dependency-cruiser.mjs': ['check:rooms', 'check:format', 'test:tools'],
};

let folder;
const log = () => join(folder, 'ran.log');

/** What a script of the small tree does: it says that it ran, and makes what it is there to make. */
const recorder = `#!/bin/sh
echo "$1" >> ran.log
shift
for file; do
  mkdir -p "$(dirname "$file")"
  date +%s%N > "$file"
done
`;

function write(path, text) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/**
 * proper-lockfile looks every two seconds whether wireit still has the lock of a script. Where the script ends in just that
 * moment, it takes the lock for stolen, and ends wireit with this.
 */
const lostLock = /code: 'ECOMPROMISED'/;

function runGraph() {
  // The graph as it is, started as npm does; what this test was started with says nothing of it.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|WIREIT_)/.test(name)),
  );
  return spawnSync('npm', ['run', 'test:change'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...env, WIREIT_CACHE: 'none', WIREIT_LOGGER: 'simple', SITE_BASE: '' },
  });
}

/** The scripts that ran since the last call. */
function run() {
  writeFileSync(log(), '');
  let { status, stdout, stderr } = runGraph();
  // What had ended is kept: the rest runs now, and at most the script whose lock it was runs twice.
  if (status !== 0 && lostLock.test(stderr)) ({ status, stdout, stderr } = runGraph());
  assert.equal(status, 0, stdout + stderr);
  return [...new Set(readFileSync(log(), 'utf8').split('\n').filter(Boolean))].sort();
}

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'attention-inputs-'));
  const { scripts, wireit } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const [name, script] of Object.entries(wireit)) {
    if (!script.command) continue;
    const outputs = (script.output ?? []).filter((path) => /^build\/reports/.test(path));
    if (name === 'build:bundle') outputs.push('dist/index.js');
    script.command = ['sh recorder.sh', name, ...outputs].join(' ');
    if (name.startsWith('build:')) script.output = [];
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  write('recorder.sh', recorder);
  for (const path of Object.keys(rooms)) write(path, 'before');
  write('package-lock.json', '{}');
  write('package.json', JSON.stringify({ name: 'small-tree', version: '1.0.0', scripts, wireit }));
});
after(() => rmSync(folder, { recursive: true, force: true }));

describe('a change makes the scripts run again that it concerns, and no others', () => {
  test('all run at first, and none without a change', () => {
    const first = run();
    for (const name of [...build, ...looks, ...cpp, ...node, ...pages, ...named]) {
      assert.ok(first.includes(name), `${name} did not run`);
    }
    assert.deepEqual(run(), []);
  });

  for (const [path, wanted] of Object.entries(rooms)) {
    test(path, () => {
      appendFileSync(join(folder, path), ' after');
      const all = isNamed(path) ? [...wanted, ...named] : wanted;
      assert.deepEqual(run(), [...new Set(all)].sort());
    });
  }
});
