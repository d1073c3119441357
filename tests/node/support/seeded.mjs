// Seeded numbers, for tests that need no engine too.

/** Seeded floats (mulberry32), so that every run of the tests meets the same ones. */
export function seeded(seed) {
  let state = seed >>> 0;
  const unit = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (least, most) => least + Math.floor(unit() * (most - least + 1));
  const tensor = (...shape) => ({
    shape,
    data: Float32Array.from(
      { length: shape.reduce((product, size) => product * size, 1) },
      () => 4 * unit() - 2,
    ),
  });
  return { unit, whole, tensor, coin: () => unit() < 0.5 };
}
