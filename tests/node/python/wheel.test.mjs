// The wheel of the Python package, as setuptools of Debian builds it, and the package as it is imported from there.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pythonStatic } from '../../../scripts/build/python.mjs';
import { singleFile, widgetFile } from '../../../scripts/build/single.mjs';
import { root } from '../../../scripts/lib/run.mjs';
import { shipped } from '../../../scripts/train/tasks.mjs';
import { pythonPath as python } from '../../../scripts/setup.mjs';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

function run(folder, source, ...words) {
  const ran = spawnSync(python, ['-B', '-c', source, ...words], { encoding: 'utf8', cwd: folder });
  assert.equal(ran.status, 0, ran.stderr);
  return ran.stdout.trim().split('\n').at(-1);
}

describe('the wheel', () => {
  let folder, wheel, names;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'attention-wheel-'));
    // setuptools writes beside the sources.
    cpSync(join(root, 'python'), join(folder, 'python'), { recursive: true });
    const build = "from setuptools import build_meta; print(build_meta.build_wheel('..'))";
    wheel = join(folder, run(join(folder, 'python'), build));
    const list =
      'import json, sys, zipfile; print(json.dumps(zipfile.ZipFile(sys.argv[1]).namelist()))';
    names = JSON.parse(run(folder, list, wheel));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  test('it is pure Python, of the version of the npm package', () => {
    assert.equal(basename(wheel), `attention_playground-${version}-py3-none-any.whl`);
  });

  test('it has every module, the scripts, the models and the licence, and no test', () => {
    const modules = readdirSync(join(root, 'python/attention_playground'))
      .filter((name) => /\.py$|^py\.typed$/.test(name))
      .map((name) => `attention_playground/${name}`);
    const built = ['attributes.json', 'LICENSE', 'attention-playground.single.js'];
    const brought = [
      ...[...built, 'attention-playground.widget.js'].map((name) => `static/${name}`),
      ...shipped.map((name) => `static/models/${name}.safetensors`),
    ].map((name) => `attention_playground/${name}`);
    const found = names.filter((name) => !name.includes('.dist-info/'));
    assert.deepEqual(found.sort(), [...modules, ...brought].sort());
  });

  test('its scripts are those of the npm package', () => {
    for (const file of [singleFile, widgetFile]) {
      const [ours, built] = [join(root, pythonStatic, basename(file)), join(root, file)];
      assert.ok(readFileSync(ours).equals(readFileSync(built)), file);
    }
  });

  test('it is not larger than what it has in it', () => {
    const { size } = statSync(wheel);
    assert.ok(size < 1_700_000, `${size} bytes`);
  });

  test('what is imported from it shows a page', () => {
    const source = [
      'import sys, zipfile',
      'zipfile.ZipFile(sys.argv[2]).extractall(sys.argv[1] + "/there")',
      'sys.path.insert(0, sys.argv[1] + "/there")',
      'import attention_playground as ap',
      'assert ap.__file__.startswith(sys.argv[1]), ap.__file__',
      'print(ap.__version__, len(ap.show([[1.0]], ["a"])._repr_html_()) > 400_000)',
    ];
    assert.equal(run(folder, source.join('\n'), folder, wheel), `${version} True`);
  });
});
