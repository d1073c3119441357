// Experiments of the page of training: two runs at once, of the one that was asked for last.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importWeb } from '../support/bundled.mjs';
import { eachSeed } from './support/slow.mjs';
import { SlowTrainer } from './support/slow-trainer.mjs';

const { ExperimentController } = await importWeb(
  'panels/training/experiment/experiment-controller.ts',
);
/** Those that train as long as their task says: here shortly. */
const NAMES = ['layers', 'rate'];

test('show and train the one that was asked for last, and free every other one', () =>
  eachSeed(300, async (world) => {
    const worker = new SlowTrainer(world, { steps: 4 });
    const left = new Set();
    const host = { worker, requestUpdate() {} };
    const place = new ExperimentController(
      host,
      () => 0,
      (runs) => runs.forEach((run) => left.add(run)),
    );
    place.take(NAMES[0]);
    for (let i = 0; i < 6; i += 1) {
      const { pair } = place;
      if (world.random.coin()) place.take(world.pick(NAMES));
      else if (pair?.name === place.chosen && pair.training) pair.pause();
      else place.run();
      await world.pass();
      if (pair && pair !== place.pair) assert.ok(left.has(pair.a) && left.has(pair.b));
    }
    place.run();
    await world.rest();
    const { pair } = place;
    assert.equal(pair.name, place.chosen);
    assert.equal(place.problem, undefined);
    assert.equal(pair.training, false);
    for (const { update, config } of [pair.a, pair.b]) assert.ok(update <= config.steps);
    assert.ok(worker.handles.size <= 4, `${worker.handles.size} handles`);
    place.run();
    await world.pass();
    place.dispose();
    await world.rest();
    assert.equal(worker.handles.size, 0);
  }));
