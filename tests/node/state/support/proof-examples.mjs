// Explanations made by hand, of cells of steps that lie in no trace.

import { row, storeWith } from './proof.mjs';

export const steps = {
  x: { axes: ['batch', 'token', 'd_model'], shape: [1, 3, 4], role: 'residual' },
  norm: { axes: ['batch', 'token', 'd_model'], shape: [1, 3, 4], role: 'residual' },
  norm_weight: { axes: ['d_model'], shape: [4] },
  norm_bias: { axes: ['d_model'], shape: [4] },
  logits: { axes: ['batch', 'token', 'vocabulary'], shape: [1, 3, 5], role: 'logits' },
  tile_scores: { axes: ['query', 'key'], shape: [3, 3], role: 'scores' },
  tile_maximum: { axes: ['query', 'one'], shape: [3, 1], role: 'scores' },
  weights: { axes: ['batch', 'head', 'query', 'key'], shape: [1, 1, 3, 3], role: 'weights' },
  cached_k: { axes: ['batch', 'head', 'key', 'd_k'], shape: [1, 1, 2, 4], role: 'key' },
  k_transposed: { axes: ['batch', 'head', 'token', 'd_k'], shape: [1, 1, 1, 4], role: 'key' },
  w_k: { axes: ['d_model', 'heads_d_k'], shape: [4, 4], role: 'key' },
  loss: { axes: [], shape: [], role: 'logits' },
};
export const store = storeWith(steps);
export const base = { step: 'x', index: [0, 1, 2], value: 0, result: 0, bound: 0, difference: 0 };
export const cell = (step, index, value) => ({ step, index, value });

export const xs = row('x', [0, 1], [1, -1, 3, 5]);
export const normalise = {
  ...base,
  rule: 'normalise',
  operands: xs,
  position: 2,
  sum: 8,
  mean: 2,
  differences: [-1, -3, 1, 3],
  squares: [1, 9, 1, 9],
  sumOfSquares: 20,
  variance: 5,
  epsilon: Math.fround(1e-5),
  weight: cell('norm_weight', [2], 0.5),
  bias: cell('norm_bias', [2], -0.25),
  result: -0.0264,
};
export const curve = (name, operands, inner, result) => ({
  ...base,
  rule: 'function',
  function: name,
  operands,
  inner,
  result,
});
export const sumOf = (of, operands, terms, result, mean = 0) => ({
  ...base,
  rule: 'sum',
  of,
  operands,
  terms,
  sums: terms.map((_, i) => terms.slice(0, i + 1).reduce((sum, term) => sum + term)),
  mean,
  result,
});
export const scores = row('logits', [0, 2], [0.5, 2, 2, -1, 1]);
export const choice = (way, given) => ({
  ...base,
  rule: 'choice',
  way,
  operands: scores,
  order: [1, 2, 4, 0, 3],
  position: 1,
  rank: 1,
  count: 0,
  kept: false,
  draw: 0,
  target: 0,
  sums: [],
  ...given,
});
export const ps = row('logits', [0, 2], [0.125, 0.25, 0.125, 0, 0.5]);
export const sample = choice('sample', {
  operands: ps,
  order: [4, 1, 0, 2, 3],
  position: 4,
  draw: 0.75,
  target: 0.75,
  sums: [0.125, 0.375, 0.5, 0.5, 1],
});
export const softmax = {
  ...base,
  rule: 'softmax',
  operands: row('logits', [0, 2], [1, 3, 2, 0, 1]),
  position: 1,
  maximum: 3,
  exponentials: [0.135335, 1, 0.367879, 0.049787, 0.135335],
  sum: 1.688337,
  fullyMasked: false,
  logarithm: true,
  result: -0.523744,
};
export const quotient = {
  ...base,
  rule: 'elementwise',
  operator: 'divide',
  operands: [cell('x', [0, 1, 2], 3), cell('tile_maximum', [1, 0], 0)],
  constants: [],
};
export const dot = {
  ...base,
  step: 'k_transposed',
  index: [0, 0, 0, 3],
  value: 0.5,
  rule: 'dot',
  left: row('x', [0, 0], [1, 2]),
  right: [cell('w_k', [0, 3], 0.5), cell('w_k', [1, 3], 0.25)],
  products: [0.5, 0.5],
  sums: [0.5, 1],
};
export const cached = {
  ...base,
  step: 'cached_k',
  index: [0, 0, 1, 3],
  rule: 'cached',
  token: 1,
  origin: dot,
};
