import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { schedule } from '../../../scripts/lib/schedule.mjs';

const good = { passed: 1, failed: 0, skipped: 0 };
const bad = { passed: 0, failed: 1, skipped: 0 };

/** Stages that take `ticks` and then pass, unless told; `log` has their starts (+) and ends (-) in order. */
async function play(stages, options) {
  const log = [];
  const beside = {};
  const perform = async (stage, { beside: told }) => {
    log.push(`+${stage.name}`);
    beside[stage.name] = told;
    for (let i = 0; i < (stage.ticks ?? 1); i += 1) await new Promise(setImmediate);
    log.push(`-${stage.name}`);
    return { name: stage.name, counts: stage.fails ? bad : good };
  };
  const { results, left } = await schedule(stages, perform, options);
  return {
    log: log.join(' '),
    beside,
    ended: results.map(({ name }) => name),
    left: left.map(({ name }) => name),
  };
}

describe('stages', () => {
  test('run two at a time, the first in the list first', async () => {
    const { log, left } = await play([
      { name: 'a', ticks: 5 },
      { name: 'b', ticks: 1 },
      { name: 'c', ticks: 1 },
    ]);
    assert.equal(log, '+a +b -b +c -c -a');
    assert.deepEqual(left, []);
  });

  test('wait for what they need, and others take their turn', async () => {
    const { log } = await play([
      { name: 'build', ticks: 5 },
      { name: 'page', after: ['build'] },
      { name: 'core', ticks: 1 },
    ]);
    assert.equal(log, '+build +core -core -build +page -page');
  });

  test('do not wait for what nobody asked for', async () => {
    const { ended } = await play([{ name: 'page', after: ['build'] }]);
    assert.deepEqual(ended, ['page']);
  });

  test('that hold a time come last, one after the other, with nothing beside them', async () => {
    const { log, beside } = await play([
      { name: 'time', alone: true },
      { name: 'times', alone: true },
      { name: 'a', ticks: 3 },
      { name: 'b', ticks: 1 },
    ]);
    assert.equal(log, '+a +b -b -a +time -time +times -times');
    assert.deepEqual(beside, { a: true, b: true, time: false, times: false });
  });

  test('start no more after a failure, and what runs is waited for', async () => {
    const { ended, left } = await play([
      { name: 'a', fails: true },
      { name: 'b', ticks: 5 },
      { name: 'c' },
      { name: 'time', alone: true },
    ]);
    assert.deepEqual(ended, ['a', 'b']);
    assert.deepEqual(left, ['c', 'time']);
  });

  test('more of them run where there are cores for it', async () => {
    const all = ['a', 'b', 'c', 'd'].map((name, i) => ({ name, ticks: 1 + 5 * i }));
    const { log } = await play(all, { lanes: 3 });
    assert.match(log, /^\+a \+b \+c -a \+d -b/);
  });
});
