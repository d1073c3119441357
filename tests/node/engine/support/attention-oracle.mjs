// Attention as the definition has it, in doubles. Beside each number stands how far a computation in floats may
// be off: n·ε of what was added or multiplied, carried along from step to step (running error analysis, Higham
// 2002, §3.3). The tolerances of the tests follow from this, none is chosen.

import assert from 'node:assert/strict';

const epsilon = 2 ** -23;
const smallestNormal = 2 ** -126;

function build(rows, columns, cell) {
  const values = new Float64Array(rows * columns);
  const errors = new Float64Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const place = row * columns + column;
      [values[place], errors[place]] = cell(row, column, place);
    }
  }
  return { rows, columns, values, errors };
}

/** Exact floats, row-major, from `start` on. */
export function given(rows, columns, numbers, start = 0) {
  return build(rows, columns, (_, __, place) => [numbers[start + place], 0]);
}

/** The columns of one head. */
export function columnsOf(matrix, start, columns) {
  return build(matrix.rows, columns, (row, column) => {
    const place = row * matrix.columns + start + column;
    return [matrix.values[place], matrix.errors[place]];
  });
}

export function sideBySide(matrices) {
  const width = matrices[0].columns;
  return build(matrices[0].rows, width * matrices.length, (row, column) => {
    const place = row * width + (column % width);
    const matrix = matrices[Math.floor(column / width)];
    return [matrix.values[place], matrix.errors[place]];
  });
}

/** a·b (+ bias), or a·bᵀ. */
export function multiply(a, b, { transposed = false, bias } = {}) {
  const columns = transposed ? b.rows : b.columns;
  return build(a.rows, columns, (row, column) => {
    let sum = bias ? bias[column] : 0;
    let magnitude = Math.abs(sum);
    let carried = 0;
    for (let k = 0; k < a.columns; k++) {
      const i = row * a.columns + k;
      const j = transposed ? column * b.columns + k : k * b.columns + column;
      const product = a.values[i] * b.values[j];
      sum += product;
      magnitude += Math.abs(product);
      carried += Math.abs(a.values[i]) * b.errors[j] + Math.abs(b.values[j]) * a.errors[i];
      carried += a.errors[i] * b.errors[j];
    }
    const n = a.columns + 2;
    return [sum, carried + n * epsilon * (magnitude + carried) + n * smallestNormal];
  });
}

/** Scaled (the factor itself is rounded too), capped if there is a cap, and masked by (t, s) → added number. */
function scaledAndMasked(scores, factor, mask, softcap) {
  return build(scores.rows, scores.columns, (row, column, place) => {
    const added = mask ? mask(row, column) : 0;
    if (added === -Infinity) return [-Infinity, 0];
    let scaled = scores.values[place] * factor;
    let carried = scores.errors[place] * Math.abs(factor) + 2 * epsilon * Math.abs(scaled);
    if (softcap !== undefined) {
      // Its slope is at most 1.
      scaled = softcap * Math.tanh(scaled / softcap);
      carried += 12 * epsilon * Math.abs(scaled);
    }
    const value = scaled + added;
    return [value, carried + 4 * epsilon * (Math.abs(scaled) + Math.abs(added) + carried)];
  });
}

function softmaxRows(scores) {
  const rows = [];
  for (let row = 0; row < scores.rows; row++) {
    const place = row * scores.columns;
    const values = scores.values.subarray(place, place + scores.columns);
    const moved = Math.max(0, ...scores.errors.subarray(place, place + scores.columns));
    const maximum = Math.max(...values);
    // Nothing may be attended to: zero weights.
    const powers = Array.from(values, (x) => (maximum === -Infinity ? 0 : Math.exp(x - maximum)));
    const sum = powers.reduce((total, power) => total + power, 0);
    rows.push({ values, moved, maximum, powers, sum: sum || 1 });
  }
  return build(scores.rows, scores.columns, (row, column) => {
    const { values, moved, maximum, powers, sum } = rows[row];
    const weight = powers[column] / sum;
    const distance = weight > 0 ? maximum - values[column] : 0;
    const relative = Math.expm1(2 * moved) + (scores.columns + 8 + distance) * epsilon;
    return [weight, weight * relative + (weight > 0 ? 2 * smallestNormal : 0)];
  });
}

/** Weights times what is kept of them: (t, s) → factor, rounded twice. */
function dropped(weights, kept) {
  return build(weights.rows, weights.columns, (row, column, place) => {
    const factor = kept(row, column);
    const [value, error] = [weights.values[place] * factor, weights.errors[place] * factor];
    return [value, error + 3 * epsilon * (value + error)];
  });
}

/** softmax(cap(q kᵀ · scale) + mask) v of one head of one sentence: { output, weights }. */
export function attention(q, k, v, options = {}) {
  const { scale = 1 / Math.sqrt(q.columns), mask, softcap, kept } = options;
  const scores = scaledAndMasked(multiply(q, k, { transposed: true }), scale, mask, softcap);
  const all = softmaxRows(scores);
  const weights = kept ? dropped(all, kept) : all;
  return { weights, output: multiply(weights, v) };
}

/**
 * Multi-head attention of one sentence; `mask` is (head, t, s) → added number, `kept` likewise a factor. Without `wo` the
 * heads side by side are the output.
 */
export function multiHead({
  query,
  key,
  value,
  wq,
  wk,
  wv,
  wo,
  bq,
  bk,
  bv,
  bo,
  heads,
  scale,
  softcap,
  mask,
  kept,
}) {
  const q = multiply(query, wq, { bias: bq });
  const k = multiply(key, wk, { bias: bk });
  const v = multiply(value, wv, { bias: bv });
  const each = Array.from({ length: heads }, (_, head) => {
    const part = (matrix) =>
      columnsOf(matrix, (head * matrix.columns) / heads, matrix.columns / heads);
    const own = mask && ((t, s) => mask(head, t, s));
    const ownKept = kept && ((t, s) => kept(head, t, s));
    return attention(part(q), part(k), part(v), { scale, softcap, mask: own, kept: ownKept });
  });
  const joined = sideBySide(each.map(({ output }) => output));
  return {
    weights: each.map(({ weights }) => weights),
    output: wo ? multiply(joined, wo, { bias: bo }) : joined,
  };
}

/** How loose the bounds may get before a comparison with them would say little. */
const loosest = 2e-3;

/** The floats from `start` on are the matrix within its own errors. */
export function assertWithin(data, start, { rows, columns, values, errors }, what) {
  assert.ok(start + rows * columns <= data.length, `${what}: too few numbers`);
  for (let i = 0; i < rows * columns; i++) {
    assert.ok(errors[i] <= loosest, `${what} ${i}: a bound of ${errors[i]} proves nothing`);
    const fits = Math.abs(data[start + i] - values[i]) <= errors[i];
    assert.ok(fits, `${what} ${i}: ${data[start + i]}, expected ${values[i]} ± ${errors[i]}`);
  }
}
