// npm run train: the models of some tasks, made again from their seeds, are those of the logs, number by number.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { root } from '../../scripts/lib/run.mjs';

const train = (...words) =>
  spawnSync(process.execPath, ['scripts/train.mjs', ...words], { cwd: root, encoding: 'utf8' });

describe('npm run train', () => {
  test('--check makes models again, and every number is equal', () => {
    const { status, stdout, stderr } = train(
      '--check',
      'four-pairs',
      'phrases',
      'ring',
      'translation',
    );
    assert.equal(status, 0, stderr + stdout);
    assert.equal(stdout.match(/every number is equal/g).length, 4);
  });

  test('names the tasks that there are', () => {
    const { status, stderr, stdout } = train('nothing');
    assert.notEqual(status, 0);
    assert.match(stderr + stdout, /no task: nothing; there are four-pairs, phrases/);
    assert.notEqual(train('--seeds=0').status, 0);
  });
});
