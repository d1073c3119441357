// What the tests of resident tensors share.

import { ap } from './engine.mjs';

export const resident = ({ shape, data }) => ap.tensor(shape, data);

/** Runs with tensors that are disposed of whatever happens. */
export function withResident(tensors, use) {
  try {
    return use(tensors);
  } finally {
    for (const tensor of tensors) tensor.dispose();
  }
}

/** The matrices and biases of one layer of some width. */
export function layer(random, width) {
  const small = (...shape) => {
    const { data } = random.tensor(...shape);
    return { shape, data: data.map((number) => number / Math.sqrt(width)) };
  };
  const entries = ['q', 'k', 'v', 'o'].flatMap((name) => [
    [`w${name}`, small(width, width)],
    [`b${name}`, small(width)],
  ]);
  return Object.fromEntries(entries);
}

/** 128 kB, as a tensor. */
export const blockFloats = 2 ** 15;

/** Blocks, held until memory has grown, or `limit` of them. */
export function fill(ap, limit = Infinity) {
  const held = [];
  const before = ap.memoryBytes();
  while (held.length < limit && ap.memoryBytes() === before) held.push(ap.tensor([blockFloats]));
  return held;
}
