// What went wrong where a typed number is not the recorded one. Each mistake is found by comparing what was typed with numbers
// that the engine recorded on the way, so that what is said of it is true.

import type { Computed } from '../../engine/types/computed.js';
import type { Cell, Explanation, Step } from '../../engine/types/index.js';
import type { CellRef } from '../../trace/cells.js';
import { isWeights } from '../../trace/operations.js';
import type { TraceStore } from '../../trace/store.js';
import { isNear, WITHIN } from './numbers.js';
import { valueAt } from './place.js';

export type MistakeName =
  | 'sign'
  | 'unscaled' // not divided by √d_k
  | 'scaled' // divided though it was not asked
  | 'scaledByWidth' // by d_k instead of √d_k
  | 'multiplied' // by √d_k instead of divided
  | 'swapped' // row and column
  | 'otherRow'
  | 'otherColumn'
  | 'undivided' // e^x without the sum of the row
  | 'unfinished' // a running sum
  | 'uncorrected' // of tiles: what came before a larger score, without its α
  | 'oneTerm'
  | 'percent'
  | 'nearly';

export interface Mistake {
  name: MistakeName;
  /** Where it parts from what is right: a cell that the proof has among its operands, or the one that was taken instead. */
  cell?: CellRef | undefined;
  /** How many terms were added, from 1. */
  count?: number;
}

interface Answer {
  store: TraceStore;
  step: Step;
  index: number[];
  typed: number;
  within: number | undefined;
  value: Computed;
  explanation: Explanation;
}

type Finder = (answer: Answer) => Mistake | undefined;

/** The mistake behind a wrong number; undefined if it is none of those that are known. */
export function mistakeOf(
  store: TraceStore,
  step: Step,
  index: number[],
  typed: number,
  within?: number,
): Mistake | undefined {
  const explanation = store.explain({ path: step.path, index });
  if (!explanation || Number.isNaN(typed)) return undefined;
  const { value } = explanation;
  const answer: Answer = { store, step, index, typed, within, value, explanation };
  for (const find of FINDERS) {
    const mistake = find(answer);
    if (mistake) return mistake;
  }
  return undefined;
}

const refOf = ({ step, index }: Cell): CellRef => ({ path: step, index });

const sign: Finder = ({ value, typed, within }) =>
  typed !== 0 && isNear(value, -typed, within) ? { name: 'sign' } : undefined;

/** Scores and scaled scores, in either direction. A scale of the user's own is no division by √d_k. */
const scaling: Finder = ({ store, step, index, typed, within, explanation }) => {
  if (isDivision(step) && explanation.rule === 'elementwise') {
    const [operand] = explanation.operands;
    const { factor } = step.attributes;
    const queries = operand && store.step(store.step(operand.step)?.inputs[0] ?? '');
    const width = queries?.shape.at(-1) ?? 1;
    if (!operand || width === 1 || typeof factor !== 'number') return undefined;
    const cell = refOf(operand);
    if (isNear(operand.value, typed, within)) return { name: 'unscaled', cell };
    if (isNear(operand.value, typed * width, within)) return { name: 'scaledByWidth', cell };
    if (isNear(operand.value, typed * factor, within)) return { name: 'multiplied', cell };
    return undefined;
  }
  const scaled = store.steps.find((one) => isDivision(one) && one.inputs[0] === step.path);
  if (!scaled) return undefined;
  const cell = { path: scaled.path, index };
  return isNear(valueAt(store, cell), typed, within) ? { name: 'scaled', cell } : undefined;
};

const isDivision = ({ op, attributes }: Step): boolean =>
  op === 'scale' && attributes.sqrt_d_k === 1;

const swapped: Finder = ({ store, step, index, typed, within }) => {
  const [row, column] = index.slice(-2);
  const [rows, columns] = step.shape.slice(-2);
  if (row === undefined || column === undefined || row === column) return undefined;
  if (column >= rows! || row >= columns!) return undefined;
  const cell = { path: step.path, index: [...index.slice(0, -2), column, row] };
  return isNear(valueAt(store, cell), typed, within) ? { name: 'swapped', cell } : undefined;
};

/** The same place along one axis from the last, in another place along the other. */
const along =
  (name: 'otherRow' | 'otherColumn', back: number): Finder =>
  ({ store, step, index, typed, within }) => {
    const axis = step.shape.length - back;
    if (axis < 0) return undefined;
    for (let at = 0; at < step.shape[axis]!; at += 1) {
      if (at === index[axis]) continue;
      const cell = { path: step.path, index: index.map((place, i) => (i === axis ? at : place)) };
      if (isNear(valueAt(store, cell), typed, within)) return { name, cell };
    }
    return undefined;
  };

const undivided: Finder = ({ typed, within, explanation }) => {
  if (explanation.rule !== 'softmax' || explanation.fullyMasked) return undefined;
  const { exponentials, position, operands } = explanation;
  const operand = operands[position]!;
  // By hand, the largest score is not taken off first. Of a whole score, a power with two decimals is meant.
  // eslint-disable-next-line no-restricted-properties -- of what was typed
  const power = Math.log(typed);
  const isPower =
    isNear(exponentials[position]!, typed, within) ||
    isNear(operand.value, power, within ?? WITHIN);
  return isPower ? { name: 'undivided', cell: refOf(operand) } : undefined;
};

const unfinished: Finder = ({ typed, within, explanation }) => {
  if (explanation.rule !== 'dot') return undefined;
  const { left, products, sums } = explanation;
  const last = sums.length - 1;
  const stopped = sums.findIndex((sum, i) => i < last && isNear(sum, typed, within));
  if (stopped >= 0) {
    return { name: 'unfinished', count: stopped + 1, cell: refOf(left[stopped + 1]!) };
  }
  const only = products.findIndex((product) => isNear(product, typed, within));
  return only >= 0 ? { name: 'oneTerm', count: only + 1, cell: refOf(left[only]!) } : undefined;
};

/** In tiles, what was added up before is multiplied by α first. */
const uncorrected: Finder = ({ store, step, index, typed, within }) => {
  if (step.kind !== 'running_sum' && step.kind !== 'running_output') return undefined;
  const [corrected = '', added = ''] = step.inputs;
  const before = store.step(corrected)?.inputs[0];
  if (before === undefined) return undefined;
  const cell = { path: before, index };
  // eslint-disable-next-line own/no-arithmetic-on-data -- of what was typed
  const rest = typed - valueAt(store, { path: added, index });
  return isNear(valueAt(store, cell), rest, within) ? { name: 'uncorrected', cell } : undefined;
};

/** Below 1, a number is rather a wrong share than one per cent of anything. */
const percent: Finder = ({ step, value, typed, within }) =>
  isWeights(step) && typed >= 1 && isNear(value, typed / 100, within)
    ? { name: 'percent' }
    : undefined;

const nearly: Finder = ({ value, typed, within }) => {
  const reach = (within ?? WITHIN) * 5;
  return !Number.isInteger(value) && isNear(value, typed, reach) ? { name: 'nearly' } : undefined;
};

/** The most telling ones first. */
const FINDERS: readonly Finder[] = [
  sign,
  scaling,
  uncorrected,
  percent,
  swapped,
  along('otherRow', 2),
  along('otherColumn', 1),
  undivided,
  unfinished,
  nearly,
];
