// How many multiply-adds a second SIMD128 reaches here: independent chains in registers, nothing loaded or
// stored. The module is assembled below, so that no compiler can take work away or add to it.

const v128 = 0x7b;
const i32 = 0x7f;
const f32 = 0x7d;
const localGet = 0x20;
const localSet = 0x21;
const localTee = 0x22;
const simd = (...opcode) => [0xfd, ...opcode];
const splat = simd(0x13);
const firstLane = simd(0x1f, 0);
const add = simd(0xe4, 0x01);
const multiply = simd(0xe6, 0x01);

/** How often the loop's body repeats all chains: enough that counting costs nothing. */
const unrolled = 16;

/** acc ← acc · m + c: both operations wait for their chain. */
const scaleAndShift = {
  name: 'acc·m + c',
  step: (chain, chains) => [
    ...[localGet, 1 + chain, localGet, 1 + chains, ...multiply],
    ...[localGet, 2 + chains, ...add, localSet, 1 + chain],
  ],
};

/** acc ← acc + next · m: as a matrix product adds, with factors that no compiler can share. */
const accumulate = {
  name: 'acc + x·m',
  step: (chain, chains) => [
    ...[localGet, 1 + chain, localGet, 1 + ((chain + 1) % chains), localGet, 1 + chains],
    ...[...multiply, ...add, localSet, 1 + chain],
  ],
};

function unsigned(value) {
  const bytes = [];
  do {
    bytes.push((value & 0x7f) | (value > 0x7f ? 0x80 : 0));
    value >>>= 7;
  } while (value);
  return bytes;
}

const sized = (bytes) => [...unsigned(bytes.length), ...bytes];
const section = (id, bytes) => [id, ...sized(bytes)];

function constant(value, local) {
  const bytes = new Uint8Array(Float32Array.of(value).buffer);
  return [0x43, ...bytes, ...splat, localSet, local];
}

/** (iterations: i32) → f32, with `chains` accumulators, then m and c, in locals. */
function assemble(form, chains) {
  const code = [];
  for (let chain = 0; chain < chains; ++chain) code.push(...constant(1 + chain / 16, 1 + chain));
  code.push(...constant(1e-3, 1 + chains), ...constant(1e-2, 2 + chains));
  code.push(0x03, 0x40); // loop
  for (let repeat = 0; repeat < unrolled; ++repeat) {
    for (let chain = 0; chain < chains; ++chain) code.push(...form.step(chain, chains));
  }
  code.push(localGet, 0, 0x41, 1, 0x6b, localTee, 0, 0x0d, 0, 0x0b); // counts down to 0
  code.push(localGet, 1);
  for (let chain = 1; chain < chains; ++chain) code.push(localGet, 1 + chain, ...add);
  code.push(...firstLane, 0x0b);

  const locals = [1, ...unsigned(chains + 2), v128];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 1, i32, 1, f32]),
    ...section(3, [1, 0]),
    ...section(7, [1, 3, ...new TextEncoder().encode('run'), 0, 0]),
    ...section(10, [1, ...sized([...locals, ...code])]),
  ]);
}

async function prober(form, chains) {
  const { instance } = await WebAssembly.instantiate(assemble(form, chains));
  const { run } = instance.exports;
  const flops = 2 * 4 * chains * unrolled;
  const iterations = Math.ceil(4e6 / flops);
  // Short calls, many of them: a running call is never replaced by optimised code.
  for (let call = 0; call < 400; ++call) run(iterations >> 4);
  const measure = (milliseconds) => {
    const start = performance.now();
    let calls = 0;
    let now;
    do {
      for (let repeat = 0; repeat < 8; ++repeat) run(iterations);
      calls += 8;
      now = performance.now();
    } while (now - start < milliseconds);
    return (calls * iterations * flops) / ((now - start) * 1e6);
  };
  return { name: `${chains} chains of ${form.name}`, measure };
}

/** Tries both forms with several numbers of chains; the fastest is the peak: `{ name, measure(ms) → GFLOP/s }`. */
export async function findPeak() {
  let best;
  for (const form of [scaleAndShift, accumulate]) {
    for (const chains of [8, 10, 11, 12, 13, 14]) {
      const probe = await prober(form, chains);
      probe.measure(10);
      const found = Math.max(probe.measure(10), probe.measure(10), probe.measure(10));
      if (!best || found > best.found) best = { ...probe, found };
    }
  }
  return best;
}

export { accumulate, prober, scaleAndShift };
