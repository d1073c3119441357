// 60,000 random calls, good and hostile, of every function of the npm API: only typed errors come out, every live
// object keeps its numbers, results agree with plain loops, and memory goes back to where it was.
//   SEED=7 node --test tests/long/fuzz.test.mjs            the same calls again
//   SEED=7 FROM=12 node --test tests/long/fuzz.test.mjs    from the episode on that a failure names
//   CALLS=200000                                           more of them

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import * as attention from './areas/attention.mjs';
import * as files from './areas/files.mjs';
import * as generation from './areas/generation.mjs';
import * as kernels from './areas/kernels.mjs';
import * as layers from './areas/layers.mjs';
import * as models from './areas/models.mjs';
import * as tensors from './areas/tensors.mjs';
import * as traces from './areas/traces.mjs';
import * as trainers from './areas/trainers.mjs';
import * as workers from './areas/workers.mjs';
import { functionsOf, optionsOf } from './support/api.mjs';
import { startEngine, workerUrl } from './support/engine.mjs';
import { freeBytes, growScratch } from './support/free.mjs';
import { Fuzzer } from './support/fuzzer.mjs';
import { ThreadWorker } from './support/thread-worker.mjs';
import { watch } from './support/watchdog.mjs';

const number = (name, fallback) => Number(process.env[name] ?? fallback);
const seed = number('SEED', Math.floor(Math.random() * 2 ** 31));
const from = number('FROM', 0);
const calls = number('CALLS', 60_000);
const actionsOfAnEpisode = 400;
/** Of the measurements of free memory, how many are compared. */
const window = 12;
/** What free memory may fall into pieces by; a leak of two bytes a call would show. */
const slack = 2 ** 16;

const areas = [
  tensors,
  kernels,
  attention,
  layers,
  traces,
  models,
  files,
  generation,
  trainers,
  workers,
];
const actions = areas.flatMap((area) => area.actions);
/** What takes too long to be drawn often: each episode has one, in turn, so that none is left out by chance. */
const turns = areas.flatMap((area) => area.turns ?? []);
const weights = actions.reduce((sum, [weight]) => sum + weight, 0);

function pickAction({ unit }) {
  let at = unit() * weights;
  return actions.find(([weight]) => (at -= weight) < 0)[1];
}

describe(`random calls, SEED=${seed}`, () => {
  const run = {};
  before(async () => {
    const { ap, engine } = await startEngine(64);
    growScratch(ap);
    globalThis.Worker = ThreadWorker;
    const startWorker = () => engine.loadWorker({ workerUrl, training: true });
    Object.assign(run, { ap, fuzz: new Fuzzer({ ap, engine, seed }), startWorker });
    Object.assign(run.fuzz, { startWorker, worker: startWorker() });
  });
  after(() => run.fuzz.worker.terminate());

  test(`${calls} calls: typed errors, right numbers, nothing left behind`, async (context) => {
    const { ap, fuzz } = run;
    const beat = watch(seed);
    const free = [];
    let episode = from;
    for (; fuzz.calls < calls; episode++) {
      beat(episode);
      fuzz.begin(episode);
      for (let n = 0; n < actionsOfAnEpisode; n++) {
        // In the middle, where other things are alive to be given by mistake.
        if (n === actionsOfAnEpisode / 2) await turns[episode % turns.length](fuzz);
        await pickAction(fuzz.random)(fuzz);
        fuzz.world.trim();
        if (n % 20 === 0) fuzz.world.verify();
      }
      await fuzz.world.end();
      if (episode % 2 === 0) free.push(await freeBytes(ap));
    }
    const codes = [...fuzz.codes].map(([code, count]) => `${code} ${count}`).join(', ');
    context.diagnostic(`SEED=${seed}: ${fuzz.calls} calls in ${episode - from} episodes`);
    context.diagnostic(`${fuzz.refusals} refused (${codes}), ${fuzz.compared} compared`);
    if (free.length < 4 * window) return;
    const most = (list) => list.reduce((a, b) => Math.max(a, b));
    const lost = most(free.slice(window, 2 * window)) - most(free.slice(-window));
    context.diagnostic(`${lost} bytes less are free at the end than at the beginning`);
    assert.ok(lost <= slack, `${lost} bytes are not given back`);
  });

  test('every function of the API was called, and every option was given', (context) => {
    const { ap, fuzz } = run;
    if (fuzz.calls < 50_000) return context.skip('too few calls to meet all of them');
    const missing = (all, met) => all.filter((name) => !met.has(name));
    assert.deepEqual(missing(functionsOf(ap, fuzz.worker), fuzz.called), []);
    assert.deepEqual(missing(optionsOf(), fuzz.options), []);
  });
});
