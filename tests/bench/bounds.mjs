// What bounds a kernel, measured in the same engine beside it: how many multiply-adds a second SIMD128 reaches in registers,
// nothing loaded or stored; and how many bytes a second a plain sum reads.

import {
  add,
  constant,
  countDown,
  firstLane,
  instantiate,
  local,
  loop,
  multiply,
  simd,
  unsigned,
} from './assemble.mjs';

/** How often the loop's body repeats all chains: enough that counting costs nothing. */
const unrolled = 16;

/** acc ← acc · m + c: both operations wait for their chain. */
const scaleAndShift = {
  name: 'acc·m + c',
  step: (chain, chains) => [
    ...[local.get, 1 + chain, local.get, 1 + chains, ...multiply],
    ...[local.get, 2 + chains, ...add, local.set, 1 + chain],
  ],
};

/** acc ← acc + next · m: as a matrix product adds, with factors that no compiler can share. */
const accumulate = {
  name: 'acc + x·m',
  step: (chain, chains) => [
    ...[local.get, 1 + chain, local.get, 1 + ((chain + 1) % chains), local.get, 1 + chains],
    ...[...multiply, ...add, local.set, 1 + chain],
  ],
};

const times = (count, piece) => Array.from({ length: count }, (_, i) => piece(i)).flat();

/** The sum of `chains` locals, its first lane. */
const total = (chains) => [
  ...[local.get, 1],
  ...times(chains - 1, (i) => [local.get, 2 + i, ...add]),
  ...firstLane,
];

/** (iterations: i32) → f32, with `chains` accumulators, then m and c, in locals. */
const multiplyAdds = (form, chains) =>
  instantiate({
    vectors: chains + 2,
    code: [
      ...times(chains, (chain) => constant(1 + chain / 16, 1 + chain)),
      ...[...constant(1e-3, 1 + chains), ...constant(1e-2, 2 + chains)],
      ...loop,
      ...times(unrolled, () => times(chains, (chain) => form.step(chain, chains))),
      ...countDown(0),
      ...total(chains),
    ],
  });

/** `{ name, measure(ms) → work a second }`: `amount` for each call of `run`. */
function probe(name, run, amount) {
  const measure = (milliseconds) => {
    const start = performance.now();
    let calls = 0;
    let now;
    do {
      for (let repeat = 0; repeat < 8; ++repeat) run();
      calls += 8;
      now = performance.now();
    } while (now - start < milliseconds);
    return (calls * amount) / ((now - start) * 1e6);
  };
  return { name, measure };
}

async function prober(form, chains) {
  const { run } = await multiplyAdds(form, chains);
  const flops = 2 * 4 * chains * unrolled;
  const iterations = Math.ceil(4e6 / flops);
  // Short calls, many of them: a running call is never replaced by optimised code.
  for (let call = 0; call < 400; ++call) run(iterations >> 4);
  return probe(`${chains} chains of ${form.name}`, () => run(iterations), iterations * flops);
}

/** Tries both forms with several numbers of chains; the fastest is the peak, in GFLOP/s. */
export async function findPeak() {
  let best;
  for (const form of [scaleAndShift, accumulate]) {
    for (const chains of [8, 10, 11, 12, 13, 14]) {
      const one = await prober(form, chains);
      one.measure(10);
      const found = Math.max(one.measure(10), one.measure(10), one.measure(10));
      if (!best || found > best.found) best = { ...one, found };
    }
  }
  return best;
}

const chains = 8;
const line = 16 * chains;
const load = (address, offset) => [local.get, address, ...simd(0x00, 4), ...unsigned(offset)];

/** Reads `bytes` of a memory of its own, in GB/s: eight sums side by side, as nothing else is done with what is read. */
export async function plainSum(bytes) {
  const address = 1 + chains;
  const lines = Math.ceil(bytes / line);
  const { run, memory } = await instantiate({
    vectors: chains,
    integers: 1,
    pages: Math.ceil((lines * line) / 65536),
    code: [
      ...loop,
      ...times(chains, (i) => [
        ...[local.get, 1 + i, ...load(address, 16 * i), ...add],
        ...[local.set, 1 + i],
      ]),
      ...[local.get, address, 0x41, ...unsigned(line), 0x6a, local.set, address],
      ...countDown(0),
      ...total(chains),
    ],
  });
  // What nobody has written lies in one page of zeros.
  new Float32Array(memory.buffer).fill(1 / 3);
  for (let call = 0; call < 400; ++call) run(64);
  return probe('a plain sum', () => run(lines), lines * line);
}
