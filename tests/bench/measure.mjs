// One row of the table on one platform: prepare, check, time, and put into the record that --json prints.

import { checkResults } from './check.mjs';
import { inputsOf } from './inputs.mjs';
import { measure, median, medianRatio, medianTime, shortestTime, warmUp } from './timing.mjs';

/** `engines`: `{ ours, relaxed, peers }`; ours with relaxed SIMD is timed with the others, and is no peer. */
async function prepareAll(work, { ours, relaxed, peers }) {
  const inputs = inputsOf(work);
  const contenders = [];
  const add = (prepared, more) =>
    prepared.forEach((contender) => contenders.push(Object.assign(contender, more)));
  const own = ours.prepare(work, inputs);
  add(own, { engine: ours.name, ours: true });
  own.find(({ copies }) => copies === 'resident').beside = true;
  if (relaxed) {
    add(relaxed.prepare(work, inputs), { engine: relaxed.name, ours: true, relaxed: true });
  }
  for (const peer of peers) {
    const { name: engine, native = false } = peer;
    add(await peer.prepare(work, inputs), { engine, native });
  }
  return contenders;
}

/** A peer in the record: its fastest way, against ours with copies on the same side. */
function peerRecord(entries, ours, relaxed) {
  const ways = entries.map(({ contender: { way, copies }, rounds }) => ({
    way,
    ms: medianTime(rounds),
    ratio: medianRatio(rounds, ours[copies].rounds),
    best: shortestTime(rounds) / shortestTime(ours[copies].rounds),
    relaxed: relaxed && medianRatio(rounds, relaxed[copies].rounds),
  }));
  const fastest = ways.reduce((one, next) => (next.ms < one.ms ? next : one));
  const { copies, native } = entries[0].contender;
  const record = { ...fastest, copies };
  if (native) record.native = true;
  if (ways.length > 1) record.ways = Object.fromEntries(ways.map(({ way, ms }) => [way, ms]));
  return record;
}

function record(work, { entries, bounds }) {
  const ours = {};
  const relaxed = {};
  const byPeer = new Map();
  for (const entry of entries) {
    const { contender } = entry;
    if (contender.relaxed) relaxed[contender.copies] = entry;
    else if (contender.ours) ours[contender.copies] = entry;
    else byPeer.set(contender.engine, [...(byPeer.get(contender.engine) ?? []), entry]);
  }
  const { resident, included } = ours;
  const amount = work.bytes ?? work.flops;
  const rate = (ms) => (amount ? amount / (ms * 1e6) : null);
  const fractions = resident.rounds.map((ms, round) => rate(ms) / bounds[round]);
  return {
    work: work.work,
    shape: work.shape,
    ours_ms: medianTime(resident.rounds),
    ours_copies_ms: medianTime(included.rounds),
    /** GFLOP/s, or GB/s where bytes are counted. */
    rate: rate(medianTime(resident.rounds)),
    unit: amount ? (work.bytes ? 'GB/s' : 'GFLOP/s') : null,
    bound: amount ? median(bounds) : null,
    fraction: amount ? median(fractions) : null,
    /** How many times as fast relaxed SIMD is. */
    relaxed: relaxed.resident ? medianRatio(resident.rounds, relaxed.resident.rounds) : null,
    floors: work.floors,
    peers: Object.fromEntries(
      [...byPeer].map(([name, ways]) => [
        name,
        peerRecord(ways, ours, relaxed.resident && relaxed),
      ]),
    ),
  };
}

/** Every engine at some work for a second, and a pause: so that it runs optimised code from the first row on. */
export async function wakeUp(work, engines, milliseconds) {
  const contenders = await prepareAll(work, engines);
  for (const contender of contenders) {
    await warmUp(contender, milliseconds);
    await new Promise((passed) => setTimeout(passed, 100));
    await contender.dispose();
  }
}

/** `bound`: what the work is measured beside. */
export async function measureWork(work, { engines, bound, settings }) {
  const contenders = await prepareAll(work, engines);
  try {
    await checkResults(work, contenders);
    return record(work, await measure(contenders, bound, settings));
  } finally {
    for (const contender of contenders) await contender.dispose();
  }
}
