// One row of the table: prepare, check, time, and put into the record that --json prints.

import { checkResults } from './check.mjs';
import { inputsOf } from './inputs.mjs';
import { measure, median, medianRatio, medianTime, warmUp } from './timing.mjs';

async function prepareAll(work, ours, peers) {
  const inputs = inputsOf(work);
  const contenders = [];
  for (const engine of [ours, ...peers]) {
    for (const contender of await engine.prepare(work, inputs)) {
      contender.engine = engine.name;
      contender.native = engine.native ?? false;
      contender.ours = engine === ours;
      contender.beside = contender.ours && contender.copies === 'resident';
      contenders.push(contender);
    }
  }
  return contenders;
}

/** A peer in the record: its fastest way, against ours with copies on the same side. */
function peerRecord(entries, ours) {
  const ways = entries.map(({ contender, rounds }) => ({
    way: contender.way,
    ms: medianTime(rounds),
    ratio: medianRatio(rounds, ours[contender.copies].rounds),
  }));
  const fastest = ways.reduce((best, way) => (way.ms < best.ms ? way : best));
  const { copies, native } = entries[0].contender;
  const record = { ms: fastest.ms, ratio: fastest.ratio, way: fastest.way, copies };
  if (native) record.native = true;
  if (ways.length > 1) record.ways = Object.fromEntries(ways.map(({ way, ms }) => [way, ms]));
  return record;
}

function record(work, { entries, peaks }) {
  const ours = {};
  const byPeer = new Map();
  for (const entry of entries) {
    const { contender } = entry;
    if (contender.ours) ours[contender.copies] = entry;
    else byPeer.set(contender.engine, [...(byPeer.get(contender.engine) ?? []), entry]);
  }
  const { resident, included } = ours;
  const ms = medianTime(resident.rounds);
  const gflops = (time) => work.flops / (time * 1e6);
  const fractions = resident.rounds.map((time, round) => gflops(time) / peaks[round]);
  return {
    work: work.work,
    shape: work.shape,
    ours_ms: ms,
    ours_copies_ms: medianTime(included.rounds),
    ours_gflops: work.flops ? gflops(ms) : null,
    peak_gflops: median(peaks),
    fraction_of_peak: work.flops ? median(fractions) : null,
    floors: work.floors,
    peers: Object.fromEntries([...byPeer].map(([name, ways]) => [name, peerRecord(ways, ours)])),
  };
}

/** Every engine at some work for a second, and a pause: so that it runs optimised code from the first row on. */
export async function wakeUp(work, { ours, peers }) {
  const contenders = await prepareAll(work, ours, peers);
  for (const contender of contenders) {
    await warmUp(contender, 1000);
    await new Promise((passed) => setTimeout(passed, 100));
    await contender.dispose();
  }
}

export async function measureWork(work, { ours, peers, peak, settings }) {
  const contenders = await prepareAll(work, ours, peers);
  try {
    await checkResults(work, contenders);
    return record(work, await measure(contenders, peak, settings));
  } finally {
    for (const contender of contenders) await contender.dispose();
  }
}

/** The smallest ratio among peers that a page could use instead: native engines are shown, not counted. */
export function leastRatio({ peers }) {
  const ratios = Object.values(peers)
    .filter((peer) => !peer.native)
    .map((peer) => peer.ratio);
  return ratios.length > 0 ? Math.min(...ratios) : undefined;
}

/** Which floors a record is below: `['peak', 'ratio']`. */
export function missedFloors(record) {
  const { floors, fraction_of_peak: fraction } = record;
  const ratio = leastRatio(record);
  const missed = [];
  if (floors.peak !== undefined && fraction < floors.peak) missed.push('peak');
  if (floors.ratio !== undefined && ratio < floors.ratio) missed.push('ratio');
  return missed;
}
