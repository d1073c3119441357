// Constants that lines name, such as d_k: a program defines them before the first line in which they hold.

import type { Axis, Step } from '../types/index.js';

const axesOf: Partial<Record<string, readonly Axis[]>> = {
  T: ['query', 'token', 'memory_token'],
  S: ['key'],
  d_model: ['d_model'],
};

/** A divisor √n, or a factor √n, of scores is recorded as the factor. */
function underRoot({ attributes }: Step): number {
  const factor = Number(attributes.factor);
  const square = factor * factor;
  return Math.round(attributes.sqrt_d ? square : 1 / square);
}

/** The shortest number whose reciprocal is this float. */
function reciprocal(factor: number): number {
  for (let digits = 1; digits < 9; digits++) {
    const short = Number((1 / factor).toPrecision(digits));
    if (Math.fround(1 / Math.fround(short)) === Math.fround(factor)) return short;
  }
  return 1 / factor;
}

function valueOf(name: string, step: Step): number {
  const { attributes, axes, shape } = step;
  if (name === 'scale') return Number(attributes.factor);
  if (name === 'temperature') return reciprocal(Number(attributes.factor));
  if ('factor' in attributes) return underRoot(step);
  const names = axesOf[name] ?? [];
  return shape[axes.findIndex((axis) => names.includes(axis))] ?? 0;
}

const word = /\b(?:T|S|d_k|d_model|n_heads|scale|temperature)\b/g;

/** The constants that a line names, with their values for this step. */
export function constantsOf(step: Step, code: string): Map<string, number> {
  const names = code.match(word) ?? [];
  return new Map(names.map((name) => [name, valueOf(name, step)]));
}
