// The rules that only Transformers, tiles and the √d_k study have: each cell recomputed by its definition.

import assert from 'node:assert/strict';
import { at, epsilon } from './engine.mjs';
import { broadcast, checkOperand, checkRow, fewUlps } from './explanation-operands.mjs';

const sumOf = (numbers) => numbers.reduce((a, b) => a + b, 0);
const sizeOf = (numbers) => sumOf(numbers.map(Math.abs));
const near = (a, b, size) => Object.is(a, b) || Math.abs(a - b) <= fewUlps * size;

function runningSums(numbers) {
  let sum = 0;
  return numbers.map((number) => (sum += number));
}

/** 2/√π Σ (−1)ⁿ x²ⁿ⁺¹ / (n! (2n + 1)): for the small numbers of the tests. */
function erf(x) {
  assert.ok(Math.abs(x) < 2.5, `the series is for small numbers, not for ${x}`);
  let power = x;
  let sum = x;
  for (let n = 1; n < 60; n++) {
    power *= (-x * x) / n;
    sum += power / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}

export function checkNormalise(all, { path, inputs }, explanation) {
  const { index, operands, position, mean, variance, epsilon: eps, weight, bias } = explanation;
  const { result, bound } = explanation;
  const row = checkRow(all, path, operands, 0, index.slice(0, -1));
  assert.equal(position, index.at(-1));
  const n = row.length;
  assert.ok(near(mean, sumOf(row) / n, sizeOf(row)), `${path}: mean ${mean}`);
  const { sum, differences, squares, sumOfSquares } = explanation;
  assert.equal(sum, sumOf(row));
  assert.equal(mean, sum / n);
  assert.deepEqual(
    differences,
    row.map((x) => x - mean),
  );
  assert.deepEqual(
    squares,
    differences.map((difference) => difference * difference),
  );
  assert.equal(sumOfSquares, sumOf(squares));
  assert.equal(variance, sumOfSquares / n);
  assert.equal(eps, Math.fround(all.layerNormEps ?? 1e-5));
  assert.equal(weight !== undefined, inputs.length > 1);
  assert.equal(bias !== undefined, inputs.length > 2);
  if (weight) checkOperand(all, path, weight, 1, [position]);
  if (bias) checkOperand(all, path, bias, 2, [position]);
  const z = (row[position] - mean) / Math.sqrt(variance + eps);
  const expected = z * (weight?.value ?? 1) + (bias?.value ?? 0);
  const size = Math.abs(z) + Math.abs(expected) + Math.abs(bias?.value ?? 0);
  assert.ok(Math.abs(result - expected) <= 16 * fewUlps * size, `${path}: ${result}, ${expected}`);
  const spread = (1 + sizeOf(row)) / Math.sqrt(variance + eps);
  assert.ok(bound <= 4 * (n + 8) * epsilon * (size + spread), `${path}: bound ${bound}`);
}

const curves = {
  relu: (x) => [0, Math.max(0, x)],
  gelu: (x) => [erf(x / Math.SQRT2), (x / 2) * (1 + erf(x / Math.SQRT2))],
  gelu_tanh: (x) => {
    const inner = Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3));
    return [inner, (x / 2) * (1 + inner)];
  },
  invert_mask: (x) => [0, x === 0 ? -Infinity : 0],
  finite_mask: (x) => [0, Math.max(x, -1e9)],
};
const exact = ['relu', 'invert_mask', 'finite_mask'];

export function checkFunction(all, { path, op, attributes }, explanation) {
  const { index, function: name, operands, inner, result, bound } = explanation;
  assert.equal(name, op);
  if (name === 'exp_difference') return checkExpDifference(all, path, explanation);
  if (name === 'softcap') return checkSoftcap(all, path, attributes, explanation);
  if (name === 'hide') return checkHide(all, path, explanation);
  if (name === 'square_root' || name === 'clip_factor')
    return checkOfUpdate(all, path, explanation);
  assert.equal(operands.length, 1);
  checkOperand(all, path, operands[0], 0, index);
  const x = operands[0].value;
  const [expectedInner, expected] = curves[name](x);
  if (exact.includes(name)) return assert.deepEqual([inner, result, bound], [0, expected, 0]);
  assert.ok(Math.abs(inner - expectedInner) <= 4 * fewUlps, `${path}: inner ${inner}`);
  assert.ok(Math.abs(result - expected) <= 4 * fewUlps * Math.abs(x), `${path}: ${result}`);
  assert.ok(bound <= 5 * epsilon * Math.abs(x) + 2 ** -120);
}

/** cap · tanh(x / cap) */
function checkSoftcap(all, path, attributes, { index, operands, inner, cap, result, bound }) {
  assert.equal(operands.length, 1);
  checkOperand(all, path, operands[0], 0, index);
  assert.equal(cap, attributes.cap);
  assert.ok(
    Math.abs(inner - Math.tanh(operands[0].value / Math.fround(cap))) <= 4 * fewUlps,
    `${path}: ${inner}`,
  );
  assert.ok(Math.abs(result - Math.fround(cap) * inner) <= 4 * fewUlps * cap, `${path}: ${result}`);
  assert.ok(bound <= 11 * epsilon * Math.abs(result) + 2 ** -120 * (1 + cap));
}

/** √x, or min(1, max_norm / (norm + 1e-6)). */
function checkOfUpdate(all, path, { index, function: name, operands, inner, result }) {
  assert.equal(operands.length, 1);
  checkOperand(all, path, operands[0], 0, index);
  const x = operands[0].value;
  const clipped = Math.min(1, inner / (x + Math.fround(1e-6)));
  assert.equal(result, name === 'square_root' ? Math.sqrt(x) : clipped);
}

/** A weight, and the masks that may hide it. */
function checkHide(all, path, { index, operands, inner, result, bound }) {
  assert.equal(operands.length, all.steps.get(path).inputs.length);
  operands.forEach((operand, i) => {
    checkOperand(all, path, operand, i, broadcast(index, all.steps.get(operand.step).shape));
  });
  const [weight, ...masks] = operands.map(({ value }) => value);
  assert.equal(inner, masks.every((mask) => mask === 0) ? 1 : 0);
  assert.deepEqual([result, bound], [weight * inner, 0]);
}

function checkExpDifference(all, path, { index, operands, inner, result }) {
  assert.equal(operands.length, 2);
  operands.forEach((operand, i) => {
    checkOperand(all, path, operand, i, broadcast(index, all.steps.get(operand.step).shape));
  });
  const [a, b] = operands.map(({ value }) => value);
  if (a === -Infinity) return assert.equal(result, 0);
  assert.equal(inner, a - b);
  assert.ok(near(result, Math.exp(a - b), Math.exp(a - b)), `${path}: ${result}`);
}

/** One term for each number x of a row of n. */
const terms = {
  plain: (x) => x,
  mean: (x, n) => x / n,
  variance: (x, n, mean) => (x - mean) ** 2 / n,
  entropy: (x) => (x === 0 ? 0 : -x * Math.log(x)),
  softmax_gradient: (x) => x * (1 - x),
  cross_entropy: (x, n) => -x / n,
};

export function checkSum(all, { path, op, inputs }, explanation) {
  const { index, of, operands, terms: given, sums, mean, result, bound } = explanation;
  if (of === 'smoothed') return checkSmoothed(explanation);
  assert.equal(of, op === 'row_sum' ? 'plain' : op);
  if (of === 'cross_entropy') checkLabelled(all, path, inputs, operands);
  else checkRow(all, path, operands, 0, index.slice(0, -1));
  const row = operands.map(({ value }) => value);
  const n = row.length;
  if (of === 'variance') assert.ok(near(mean, sumOf(row) / n, sizeOf(row)));
  given.forEach((term, i) => {
    const expected = terms[of](row[i], n, mean);
    assert.ok(near(term, expected, Math.abs(expected)), `${path}: term ${i}: ${term}, ${expected}`);
  });
  assert.deepEqual(sums, runningSums(given));
  assert.equal(result, sums.at(-1) ?? 0);
  assert.ok(bound <= 4 * (n + 8) * epsilon * (1 + sizeOf(given)), `${path}: bound ${bound}`);
}

/** Each operand times its factor; the factors of all positions are −1 together. */
function checkSmoothed({ operands, terms: given, sums, factors, result }) {
  const expected = operands.map(({ value }, i) => value * factors[i]);
  assert.deepEqual(given, expected);
  assert.deepEqual(sums, runningSums(given));
  assert.equal(result, sums.at(-1) ?? 0);
  if (operands.length > 0) assert.ok(Math.abs(sumOf(factors) + 1) < 1e-6);
}

/** The log-probability of each label that is one; −1 is none. */
function checkLabelled(all, path, [, labels], operands) {
  const { shape, data } = all.tensors.get(labels);
  const expected = [...data].flatMap((label, i) =>
    label === -1 ? [] : [[Math.floor(i / shape[1]), i % shape[1], label]],
  );
  assert.equal(operands.length, expected.length);
  operands.forEach((operand, i) => checkOperand(all, path, operand, 0, expected[i]));
}

export function checkMaximum(all, { path, inputs }, { index, operands, position, result, bound }) {
  checkRow(
    all,
    path,
    operands.slice(0, operands.length - inputs.length + 1),
    0,
    index.slice(0, -1),
  );
  if (inputs.length > 1) checkOperand(all, path, operands.at(-1), 1, index);
  const values = operands.map(({ value }) => value);
  assert.equal(result, Math.max(...values));
  assert.ok(values[position] === result && bound === 0);
}

export function checkChoice(all, step, explanation) {
  const { path, op } = step;
  const { index, way, operands, position, result, bound } = explanation;
  assert.equal(way, op);
  assert.equal(bound, 0);
  const row = checkRow(all, path, operands, 0, way === 'top_k' ? index.slice(0, -1) : index);
  // Of equal numbers, the first one comes first.
  const order = row.map((_, i) => i).sort((a, b) => (row[a] === row[b] ? a - b : row[b] - row[a]));
  assert.deepEqual(explanation.order, order);
  assert.equal(explanation.rank, order.indexOf(position) + 1);
  if (way === 'top_k') return checkTopK(row, explanation);
  assert.equal(result, position);
  if (way === 'argmax') return assert.equal(position, order[0]);
  const { draw, target, sums } = explanation;
  assert.ok(draw >= 0 && draw < 1);
  let sum = 0;
  row.forEach((p, i) => assert.equal(sums[i], (sum += p)));
  assert.equal(target, draw * sum);
  assert.ok(sums[position] > target && row[position] > 0);
  return assert.ok(position === 0 || sums[position - 1] <= target);
}

function checkTopK(row, { index, position, rank, count, kept, result }) {
  assert.equal(position, index.at(-1));
  assert.equal(kept, rank <= count);
  assert.equal(result, kept ? row[position] : -Infinity);
}

/** A kept cell: its origin is the same number in a pass without a cache, and no copy of another. */
export function checkCached(all, step, { index, value, token, origin, result, bound }) {
  assert.equal(token, index[2]);
  assert.deepEqual([result, bound], [at(all.tensors.get(step.path), index), 0]);
  assert.ok(Object.is(origin.value, value), `${step.path}: ${origin.value} is not ${value}`);
  assert.equal(origin.rule, 'dot');
  assert.equal(origin.step, step.path.replace(/cached_([kv])$/, '$1'));
  assert.equal(origin.index[1], token);
  const sum = sumOf(origin.products) + (origin.bias?.value ?? 0);
  assert.ok(Math.abs(value - sum) <= origin.bound, `${step.path}: ${value}, ${sum}`);
}
