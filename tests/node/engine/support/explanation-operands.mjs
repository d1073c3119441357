// What the checks of all rules share: where an operand was read, and how it lies in what it was read from.

import assert from 'node:assert/strict';
import { at } from './engine.mjs';

/** This JavaScript engine's functions against the core's: a few units in the last place of a double. */
export const fewUlps = 8 * 2 ** -52;
/** Products smaller than that are rounded to a multiple of a float's least number. */
export const smallestNormal = 2 ** -126;

/** An operand is one of the step's inputs, and its value the recorded cell, bit for bit. */
export function checkOperand({ steps, tensors }, owner, operand, input, index) {
  const step = steps.get(owner);
  assert.equal(operand.step, step.inputs[input], `${owner}: operand of ${operand.step}`);
  assert.deepEqual(operand.index, index, `${owner}: index in ${operand.step}`);
  const recorded = at(tensors.get(operand.step), index);
  assert.ok(Object.is(operand.value, recorded), `${owner}: ${operand.value} is not ${recorded}`);
}

/** All cells of one row of an input, in their order. */
export function checkRow(all, owner, operands, input, leading) {
  const [n] = all.steps.get(all.steps.get(owner).inputs[input]).shape.slice(-1);
  assert.equal(operands.length, n, `${owner}: operands`);
  operands.forEach((operand, i) => checkOperand(all, owner, operand, input, [...leading, i]));
  return operands.map(({ value }) => value);
}

/** An index of the result, as it lies in an operand that was broadcast. */
export function broadcast(index, shape) {
  const own = index.slice(index.length - shape.length);
  return own.map((place, axis) => (shape[axis] === 1 ? 0 : place));
}

export function positionOf(index, shape) {
  return index.reduce((position, place, axis) => position * shape[axis] + place, 0);
}

export function indexOf(position, shape) {
  return shape.map((size, axis) => {
    const after = shape.slice(axis + 1).reduce((product, each) => product * each, 1);
    return Math.floor(position / after) % size;
  });
}
