// What the fuzzers draw: everything follows from one seed.

import { seeded } from '../../node/support/seeded.mjs';

/** A generator for one part of a run. */
export function randomOf(seed, part) {
  const { unit, whole } = seeded(Math.imul(seed, 0x9e3779b1) ^ Math.imul(part + 1, 0x85ebca6b));
  const chance = (probability) => unit() < probability;
  const pick = (list) => list[whole(0, list.length - 1)];
  /** Mostly tiny, at times past a tile of the kernels, seldom 0. */
  const size = (most = 6) => {
    if (chance(0.02)) return 0;
    return chance(0.04) ? pick([15, 16, 17, 33]) : whole(1, most);
  };
  const number = () => Math.fround(4 * unit() - 2);
  const floats = (count) => Float32Array.from({ length: count }, number);
  /** Some of the entries. */
  const some = (object, probability = 0.4) =>
    Object.fromEntries(Object.entries(object).filter(() => chance(probability)));
  return { unit, whole, chance, pick, size, number, floats, some };
}

export const countOf = (shape) => shape.reduce((product, size) => product * size, 1);
