// The one play timer, without a page.

import assert from 'node:assert/strict';
import { beforeEach, describe, mock, test } from 'node:test';
import { importWeb } from '../support/bundled.mjs';

const { Playback } = await importWeb('trace/playback.ts');
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('playback', () => {
  let steps, changes;
  const make = (last, advance = () => (steps += 1) < last) =>
    new Playback({ interval: () => 100, advance, changed: () => (changes += 1) });
  const wait = async (milliseconds) => {
    for (let passed = 0; passed < milliseconds; passed += 10) {
      mock.timers.tick(10);
      await settled();
    }
  };
  beforeEach(() => {
    steps = changes = 0;
    mock.timers.reset();
    mock.timers.enable({ apis: ['setTimeout'] });
  });

  test('takes a step at every interval until there is no other one, and says when it begins and ends', async () => {
    const playback = make(3);
    playback.play();
    assert.deepEqual([playback.playing, steps, changes], [true, 0, 1]);
    await wait(90);
    assert.equal(steps, 0);
    await wait(10);
    assert.equal(steps, 1);
    await wait(110);
    assert.deepEqual([playback.playing, steps, changes], [true, 2, 1]);
    await wait(1000);
    assert.deepEqual([playback.playing, steps, changes], [false, 3, 2]);
  });

  test('may take the first step at once', async () => {
    const playback = make(9);
    playback.play(0);
    await wait(10);
    assert.equal(steps, 1);
  });

  test('paused, it takes no step; played again, it waits a whole interval', async () => {
    const playback = make(9);
    playback.play();
    await wait(190);
    playback.pause();
    playback.pause();
    await wait(1000);
    assert.deepEqual([playback.playing, steps, changes], [false, 1, 2]);
    playback.play();
    await wait(90);
    assert.equal(steps, 1);
    await wait(20);
    assert.equal(steps, 2);
  });

  test('playing twice is playing once', async () => {
    const playback = make(9);
    playback.play();
    playback.play();
    await wait(110);
    assert.deepEqual([steps, changes], [1, 1]);
  });

  test('a slow step is waited for; one that is under way when it is paused ends nothing of the next play', async () => {
    const finish = [];
    const playback = make(9, () => {
      steps += 1;
      return new Promise((resolve) => finish.push(resolve));
    });
    playback.play();
    await wait(500);
    assert.equal(steps, 1, 'the second step waits for the first');
    playback.pause();
    playback.play();
    finish[0](false);
    await wait(110);
    assert.deepEqual([playback.playing, steps], [true, 2]);
    finish[1](false);
    await wait(10);
    assert.equal(playback.playing, false);
  });
});
