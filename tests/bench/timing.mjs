// Interleaved measurement: in every round all contenders take turns, in an order that rotates, and what bounds
// the work is measured beside ours. Medians of rounds; a ratio is formed within its round, so that what slows
// the machine for a while slows both of its sides.

export const thorough = { rounds: 9, warmUp: 200, turn: 22, boundTurn: 5 };
export const quick = { rounds: 3, warmUp: 60, turn: 10, boundTurn: 3 };

/** Contenders this many times slower than the fastest decide nothing: they take part in so many rounds only. */
const farBehind = [
  { times: 10, rounds: 1 },
  { times: 2.5, rounds: 3 },
];

/** Milliseconds of a call that is long enough for half of the rounds. */
const longCall = 100;

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
 * Times contenders against each other; in every round, also those far behind, if `settings.everyRound`. Gives one entry a
 * contender, in the same order: the milliseconds of its rounds by round number; and `bounds`, what `bound` reaches a second
 * beside ours, by round number.
 */
export async function measure(contenders, bound, settings) {
  const entries = [];
  for (const contender of contenders) {
    const call = await warmUp(contender, settings.warmUp);
    const count = Math.max(1, Math.ceil(settings.turn / Math.max(call, 1e-4)));
    entries.push({ contender, call, count, rounds: [] });
  }
  const fastest = Math.min(...entries.map((entry) => entry.call));
  const most = fastest > longCall ? Math.ceil(settings.rounds / 2) : settings.rounds;
  const roundsOf = ({ call, contender }) => {
    if (settings.everyRound || contender.ours) return most;
    const behind = farBehind.find(({ times }) => call > times * fastest);
    return Math.min(most, behind?.rounds ?? most);
  };
  const bounds = [];
  for (let round = 0; round < most; ++round) {
    for (let turn = 0; turn < entries.length; ++turn) {
      const entry = entries[(turn + round) % entries.length];
      if (round >= roundsOf(entry)) continue;
      if (!bound || !entry.contender.beside) {
        entry.rounds[round] = await time(entry.contender, entry.count);
        continue;
      }
      const before = bound.measure(settings.boundTurn);
      entry.rounds[round] = await time(entry.contender, entry.count);
      bounds[round] = (before + bound.measure(settings.boundTurn)) / 2;
    }
  }
  return { entries, bounds };
}

const measured = (rounds) => rounds.filter((value) => value !== undefined);

export const medianTime = (rounds) => median(measured(rounds));
export const shortestTime = (rounds) => Math.min(...measured(rounds));

/** The median over the rounds that both took part in. */
export function medianRatio(rounds, base) {
  const ratios = [];
  rounds.forEach((value, round) => {
    if (base[round] !== undefined) ratios.push(value / base[round]);
  });
  return median(ratios);
}
