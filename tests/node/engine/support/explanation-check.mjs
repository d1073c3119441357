// Recomputes one explained cell from its operands, by the definition of its operation, and holds every operand
// against the recorded tensors. Nothing in here asks the engine how it was done.

import assert from 'node:assert/strict';
import { at, epsilon, indicesOf } from './engine.mjs';
import {
  broadcast,
  checkOperand,
  fewUlps,
  indexOf,
  positionOf,
  smallestNormal,
} from './explanation-operands.mjs';
import {
  checkCached,
  checkChoice,
  checkFunction,
  checkMaximum,
  checkNormalise,
  checkSum,
} from './explanation-rules.mjs';

/** A trace, read once: its steps and tensors by path. */
export function read(trace) {
  const steps = new Map(trace.steps.map((step) => [step.path, step]));
  const tensors = new Map([...steps.keys()].map((path) => [path, trace.tensor(path)]));
  const offsets = new Map([...steps.keys()].map((path) => [path, trace.memory(path).offset]));
  return { steps, tensors, offsets };
}

function checkDot(
  all,
  { path, op, inputs },
  { index, left, right, products, sums, bias, result, bound },
) {
  const k = all.steps.get(inputs[0]).shape.at(-1);
  assert.equal(left.length, k);
  assert.equal(right.length, k);
  const [row, column] = [index.slice(0, -1), index.at(-1)];
  let sum = 0;
  let magnitude = 0;
  for (let i = 0; i < k; i++) {
    // A table of two axes, the embeddings for one, has no batch.
    const batch = row.slice(0, all.steps.get(inputs[1]).shape.length - 2);
    const other = { matmul: [...batch, i, column], linear: [i, column] }[op] ?? [
      ...batch,
      column,
      i,
    ];
    checkOperand(all, path, left[i], 0, [...row, i]);
    checkOperand(all, path, right[i], 1, other);
    // The product of two floats is exact in a double, and sums are rounded alike everywhere.
    sum += left[i].value * right[i].value;
    magnitude += Math.abs(products[i]);
    assert.equal(products[i], left[i].value * right[i].value);
    assert.equal(sums[i], sum);
  }
  assert.equal(bias !== undefined, inputs.length > 2, `${path}: bias`);
  if (bias) checkOperand(all, path, bias, 2, [column]);
  assert.equal(result, sum + (bias?.value ?? 0));
  magnitude += Math.abs(bias?.value ?? 0);
  assert.ok(bound <= (k + 2) * (epsilon * magnitude + smallestNormal), `${path}: bound ${bound}`);
}

function checkSoftmax(all, { path, shape, attributes: { axis } }, explanation) {
  const { index, operands, position, maximum, exponentials, sum, fullyMasked, result } =
    explanation;
  const n = shape.at(axis);
  assert.equal(operands.length, n);
  assert.equal(position, index.at(axis));
  operands.forEach((operand, i) => checkOperand(all, path, operand, 0, index.with(axis, i)));
  const values = operands.map(({ value }) => value);
  assert.equal(maximum, Math.max(...values));
  assert.equal(fullyMasked, maximum === -Infinity);
  const size = 1 + (explanation.logarithm ? Math.abs(values[position]) + Math.abs(maximum) : 0);
  assert.ok(explanation.bound <= (n + 200) * epsilon * size, `${path}: ${explanation.bound}`);
  if (fullyMasked) return assert.deepEqual([result, explanation.bound], [0, 0]);
  let total = 0;
  exponentials.forEach((exponential, i) => {
    const expected = Math.exp(values[i] - maximum);
    assert.ok(Math.abs(exponential - expected) <= fewUlps * expected, `${path}: exponential ${i}`);
    total += exponential;
  });
  assert.equal(sum, total);
  if (!explanation.logarithm) return assert.equal(result, exponentials[position] / sum);
  const expected = values[position] - maximum - Math.log(sum);
  return assert.ok(Math.abs(result - expected) <= fewUlps * (1 + Math.abs(expected)));
}

/** The same number, elsewhere: for views the same place in memory, otherwise what the operation says. */
function checkCopy(all, step, { index, source, result, bound }) {
  const { path, op, inputs } = step;
  assert.equal(bound, 0);
  assert.equal(result, source.value);
  let input = 0;
  let expected = index;
  if (op === 'transpose') {
    const { axis, other_axis: other } = step.attributes;
    expected = index.with(axis, index.at(other)).with(other, index.at(axis));
  }
  if (op === 'view')
    expected = indexOf(positionOf(index, step.shape), all.steps.get(inputs[0]).shape);
  if (op === 'split') expected = index.map((place, axis) => place + startsOf(all, step)[axis]);
  if (op === 'concat' || op === 'append') {
    const shapes = inputs.map((each) => all.steps.get(each).shape);
    const axis = Math.max(
      0,
      shapes[0].findIndex((size, i) => size !== step.shape[i]),
    );
    expected = [...index];
    while (expected[axis] >= shapes[input][axis]) expected[axis] -= shapes[input++][axis];
  }
  checkOperand(all, path, source, input, expected);
}

/** Where a part begins along each axis, read from where it lies in its source's memory. */
function startsOf({ offsets, steps }, { path, inputs: [source], shape }) {
  const { strides, shape: whole } = steps.get(source);
  let rest = offsets.get(path) - offsets.get(source);
  const byStride = strides.map((stride, axis) => [stride, axis]).sort(([a], [b]) => b - a);
  const starts = strides.map(() => 0);
  for (const [stride, axis] of byStride) {
    if (shape[axis] === whole[axis]) continue;
    starts[axis] = Math.floor(rest / stride);
    rest -= starts[axis] * stride;
  }
  assert.equal(rest, 0, `${path} begins within ${source}`);
  return starts;
}

function checkSelect(all, { path }, { index, id, source, result, bound }) {
  checkOperand(all, path, id, 0, index.slice(0, -1));
  checkOperand(all, path, source, 1, [id.value, index.at(-1)]);
  assert.deepEqual([result, bound], [source.value, 0]);
}

function checkElementwise(
  all,
  { path, op, inputs },
  { index, operator, operands, constants, result, bound },
) {
  assert.equal(operands.length, inputs.length);
  assert.equal(operator, { scale: 'multiply', masked_dropout: 'multiply', mask: 'add' }[op] ?? op);
  assert.equal(constants.length, op === 'scale' || op === 'masked_dropout' ? 1 : 0);
  operands.forEach((operand, i) => {
    checkOperand(all, path, operand, i, broadcast(index, all.steps.get(operand.step).shape));
  });
  const numbers = [...operands, ...constants].map(({ value }) => value);
  for (const { name, value } of constants) {
    assert.match(name, /^(1\/√d_k|scale|scale\/τ|1\/τ|√D|1|1\/√D|1\/√h|1\/\(1 − p\)|factor)$/);
    assert.equal(value, Math.fround(value));
  }
  const joins = { add: (a, b) => a + b, multiply: (a, b) => a * b, divide: (a, b) => b && a / b };
  const expected = numbers.reduce(joins[operator]);
  assert.equal(result, expected);
  const magnitude = numbers.reduce((total, number) => total + Math.abs(number), 0);
  const allowed = operator === 'add' ? magnitude : Math.abs(expected);
  if (Number.isFinite(allowed))
    assert.ok(bound <= numbers.length * epsilon * allowed + smallestNormal);
}

function checkDropout(all, { path }, { index, source, draw, p, kept, factor, result }) {
  checkOperand(all, path, source, 0, index);
  assert.ok(draw >= 0 && draw < 1 && p > 0 && p < 1, `${path}: ${draw}, ${p}`);
  assert.equal(kept, draw >= p);
  if (!kept) assert.equal(factor, 0);
  else assert.ok(Math.abs(factor - 1 / (1 - p)) <= epsilon * factor);
  assert.equal(result, source.value * factor);
}

function checkSinusoid(all, { path, shape }, explanation) {
  const { index, function: name, position, pair, dModel, angle, result } = explanation;
  const first = all.past?.[path] ?? 0;
  assert.deepEqual(
    [position, pair, dModel],
    [first + index[0], Math.floor(index[1] / 2), shape[1]],
  );
  assert.equal(name, index[1] % 2 === 0 ? 'sin' : 'cos');
  const expected = position / 10000 ** ((2 * pair) / dModel);
  assert.ok(Math.abs(angle - expected) <= 4 * fewUlps * expected, `${path}: angle ${angle}`);
  assert.ok(
    Math.abs(result - Math[name](angle)) <= fewUlps,
    `${path}: ${name}(${angle}) ${result}`,
  );
  assert.ok(explanation.bound <= epsilon);
}

function checkRotation(all, { path, shape, inputs, attributes }, explanation) {
  const { index, operands, position, pair, width, angle, cosine, sine, result } = explanation;
  const half = width / 2;
  const column = index.at(-1);
  assert.deepEqual([width, pair], [shape.at(-1), column % half]);
  assert.equal(position, Number(attributes.first ?? 0) + index.at(-2));
  const other = [...index.slice(0, -1), column < half ? column + half : column - half];
  [index, other].forEach((cell, i) => {
    assert.deepEqual([operands[i].step, operands[i].index], [inputs[0], cell]);
    assert.ok(Object.is(operands[i].value, at(all.tensors.get(inputs[0]), cell)), path);
  });
  const turn = (attributes.back ? -1 : 1) * (position / 10000 ** ((2 * pair) / width));
  assert.ok(Math.abs(angle - turn) <= 4 * fewUlps * Math.abs(turn), `${path}: angle ${angle}`);
  assert.ok(Math.abs(cosine - Math.cos(angle)) <= fewUlps, `${path}: ${cosine}`);
  const sign = column < half ? -1 : 1;
  assert.ok(Math.abs(sine - sign * Math.sin(angle)) <= fewUlps, `${path}: ${sine}`);
  assert.equal(result, operands[0].value * cosine + operands[1].value * sine);
}

function checkVisibility(
  all,
  { shape, inputs, fault },
  { index, rule, visible, limit, result, bound },
) {
  const key = index.at(-1);
  // With the fault every key comes before every query.
  const past = fault === 'no_causal_mask' ? shape.at(-1) : (all.causalOffset ?? 0);
  if (rule === 'padding') assert.equal(limit, at(all.tensors.get(inputs[0]), [index[0]]));
  else assert.equal(limit - index.at(-2), past, `a query of ${shape}`);
  assert.equal(visible, rule === 'padding' ? key < limit : key <= limit);
  assert.deepEqual([result, bound], [visible ? 0 : -Infinity, 0]);
}

function checkLeaf(_, { op }, { origin, bound }) {
  assert.deepEqual([origin, bound], [op, 0]);
}

const curveOperations = ['relu', 'gelu', 'gelu_tanh', 'softcap'];
const maskFaults = ['invert_mask', 'finite_mask'];
const functionsOfUpdates = ['square_root', 'clip_factor'];

const rules = {
  dot: [checkDot, ['linear', 'matmul', 'matmul_transposed']],
  softmax: [checkSoftmax, ['softmax', 'log_softmax']],
  copy: [checkCopy, ['view', 'transpose', 'contiguous', 'split', 'concat', 'append']],
  select: [checkSelect, ['embedding']],
  elementwise: [checkElementwise, ['add', 'mask', 'scale', 'multiply', 'divide', 'masked_dropout']],
  dropout: [checkDropout, ['dropout']],
  sinusoid: [checkSinusoid, ['positional_encoding']],
  rotation: [checkRotation, ['rotate']],
  causal: [checkVisibility, ['causal_mask']],
  padding: [checkVisibility, ['padding_mask']],
  leaf: [checkLeaf, ['given', 'random', 'identity', 'constant']],
  normalise: [checkNormalise, ['layer_norm']],
  function: [
    checkFunction,
    [...curveOperations, 'exp_difference', ...maskFaults, ...functionsOfUpdates, 'hide'],
  ],
  sum: [checkSum, ['row_sum', 'mean', 'variance', 'entropy', 'softmax_gradient', 'cross_entropy']],
  maximum: [checkMaximum, ['row_maximum']],
  choice: [checkChoice, ['argmax', 'top_k', 'sample']],
  cached: [checkCached, ['cached']],
};

/** Throws where an explanation is not the whole truth; `all` is what `read` gave, with what its options say. */
export function checkExplanation(all, path, index, explanation) {
  const step = all.steps.get(path);
  assert.deepEqual([explanation.step, explanation.index], [path, index]);
  assert.ok(Object.is(explanation.value, at(all.tensors.get(path), index)), `${path} [${index}]`);
  const [check, operations] = rules[explanation.rule];
  assert.ok(operations.includes(step.op), `${explanation.rule} for ${step.op}`);
  check(all, step, explanation);
  const { result, bound, edited } = explanation;
  const computed = edited ? edited.computed : explanation.value;
  const { difference } = explanation;
  const equal = computed === result || Object.is(computed, result); // infinities and NaN too
  assert.equal(difference, equal ? 0 : Math.abs(computed - result));
  assert.ok(difference <= bound, `${path}: ${computed}, ${result} ± ${bound}`);
}

/** Checks every cell of every step; returns how many of them, by rule. `said`: what the trace's options say. */
export function checkEveryCell(trace, said = {}) {
  const all = { ...read(trace), ...said };
  const counts = {};
  for (const [path, { shape }] of all.steps) {
    for (const index of indicesOf(shape)) {
      const explanation = trace.explain(path, index);
      checkExplanation(all, path, index, explanation);
      counts[explanation.rule] = (counts[explanation.rule] ?? 0) + 1;
    }
  }
  return counts;
}
