// Interleaved measurement: in every round all contenders take turns, in an order that rotates, and the
// multiply-add peak is measured beside ours. Medians of rounds; a ratio is formed within its round, so
// that what slows the machine for a while slows both of its sides.

export const thorough = { rounds: 9, warmUp: 200, turn: 22, peakTurn: 5 };
export const quick = { rounds: 3, warmUp: 80, turn: 12, peakTurn: 4 };

/** A contender this much slower than the fastest decides nothing: it takes part in three rounds only. */
const farBehind = 2.5;
const roundsOfThoseFarBehind = 3;

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Milliseconds a call takes, from `count` calls. */
async function time(contender, count) {
  if (contender.time) return contender.time(count);
  const { run } = contender;
  const start = performance.now();
  if (contender.asynchronous) {
    for (let call = 0; call < count; ++call) await run();
  } else {
    for (let call = 0; call < count; ++call) run();
  }
  return (performance.now() - start) / count;
}

/** Calls until `milliseconds` have passed; gives the quickest of the batches, which double in size. */
export async function warmUp(contender, milliseconds) {
  const start = performance.now();
  let count = 1;
  let best = Infinity;
  do {
    best = Math.min(best, await time(contender, count));
    count *= 2;
  } while (performance.now() - start < milliseconds);
  return best;
}

/**
 * Times contenders against each other; in every round, also those far behind, if `settings.everyRound`. Gives one entry a contender, in the same order: the milliseconds of
 * its rounds by round number, and `peaks`, GFLOP/s by round number.
 */
export async function measure(contenders, peak, settings) {
  const entries = [];
  for (const contender of contenders) {
    const call = await warmUp(contender, settings.warmUp);
    const count = Math.max(1, Math.ceil(settings.turn / Math.max(call, 1e-4)));
    entries.push({ contender, call, count, rounds: [] });
  }
  const fastest = Math.min(...entries.map((entry) => entry.call));
  const peaks = [];
  for (let round = 0; round < settings.rounds; ++round) {
    for (let turn = 0; turn < entries.length; ++turn) {
      const entry = entries[(turn + round) % entries.length];
      const behind =
        !settings.everyRound && !entry.contender.ours && entry.call > farBehind * fastest;
      if (behind && round >= roundsOfThoseFarBehind) continue;
      if (!entry.contender.beside) {
        entry.rounds[round] = await time(entry.contender, entry.count);
        continue;
      }
      const before = peak.measure(settings.peakTurn);
      entry.rounds[round] = await time(entry.contender, entry.count);
      peaks[round] = (before + peak.measure(settings.peakTurn)) / 2;
    }
  }
  return { entries, peaks };
}

export const medianTime = (rounds) => median(rounds.filter((value) => value !== undefined));

/** The median over the rounds that both took part in. */
export function medianRatio(rounds, base) {
  const ratios = [];
  rounds.forEach((value, round) => {
    if (base[round] !== undefined) ratios.push(value / base[round]);
  });
  return median(ratios);
}
