import type { Step } from '../../engine/types/index.js';
import type { Computed } from '../../engine/types/computed.js';
import { axisNames } from '../../trace/axes.js';
import { columnNumber, rowNumber, type CellRef } from '../../trace/cells.js';
import { rowMajor } from '../../trace/layout.js';
import { scopeKey } from '../../trace/scopes.js';
import type { TraceStore } from '../../trace/store.js';
import { LessonError } from './error.js';

/**
 * The step that a lesson names: by its path, or by its last name, which is that of the attention that is shown, of the layer
 * shown, or the only one of that name. A name of a kind (`scores`) will do where only one step is of that kind.
 */
export function stepNamed(store: TraceStore, name: string): Step {
  const { steps, current } = store;
  if (name === '' && current) return current;
  const exact = store.step(name);
  if (exact) return exact;
  const found = steps.filter((step) => step.name === name || step.kind === name);
  const here = found.filter((step) => isShown(store, step));
  const near = here.length > 0 ? here : found;
  const step = near.find((one) => one.name === name) ?? near[0];
  if (step) return step;
  throw new LessonError('step', { step: name, accepted: steps.map(({ path }) => path).join(', ') });
}

function isShown({ current, state }: TraceStore, step: Step): boolean {
  const isHere = current !== undefined && scopeKey(step) === scopeKey(current);
  return isHere && (step.scope.head ?? state.head) === state.head;
}

/** Names of steps, separated by spaces. */
export const namesIn = (text: string): string[] =>
  text.split(/[\s,]+/).filter((name) => name !== '');

/** The steps of these names. */
export const stepsNamed = (store: TraceStore, names: string): Step[] =>
  namesIn(names).map((name) => stepNamed(store, name));

/** What can be counted of steps: their numbers, and the multiply-adds that they took. */
export const COUNTED = ['count', 'multiply-adds'] as const;
export type Counted = (typeof COUNTED)[number];

export const isCounted = (as: string | undefined): as is Counted =>
  (COUNTED as readonly unknown[]).includes(as);

/** How many each of these steps has, and all of them together. */
export function countsOf(
  store: TraceStore,
  names: string,
  what: Counted = 'count',
): { each: number[]; all: number } {
  const each = stepsNamed(store, names).map(({ shape, multiplyAdds }) =>
    what === 'count' ? shape.reduce((count, size) => count * size, 1) : multiplyAdds,
  );
  return { each, all: each.reduce((all, count) => all + count, 0) };
}

/**
 * The index that words or numbers name: `it, dog` is the row of "it" and the column of "dog" along the last axes. Numbers count
 * from 0, as in PyTorch. What is left out before them is the sentence and the head that are shown. `axes` are the axes of the
 * step that it is about: all but the last for a row.
 */
export function indexOf(
  store: TraceStore,
  step: Step,
  at: string,
  axes: readonly number[] = [...step.shape.keys()],
): number[] {
  const given = partsOf(at);
  const names = axisNames(step);
  const refuse = (): never => {
    const accepted = axes.map((axis) => names[axis]).join(', ');
    throw new LessonError('place', { place: at, step: step.path, axes: accepted });
  };
  if (given.length > axes.length) refuse();
  const { batch, head } = store.state;
  return axes.map((axis, i) => {
    const size = step.shape[axis]!;
    const part = given[i - (axes.length - given.length)];
    if (part !== undefined) return placeAlong(store, step, axis, part);
    if (names[axis] === 'batch') return Math.min(batch, size - 1);
    if (names[axis] === 'head') return Math.min(head, size - 1);
    return size === 1 ? 0 : refuse();
  });
}

/** All axes of a step but one, counted from the end. */
export const axesBut = ({ shape }: Step, back: number): number[] =>
  [...shape.keys()].filter((axis) => axis !== shape.length - back);

/** Separated by commas; a comma that is a word stands between quotes. */
function partsOf(at: string): string[] {
  const parts = [...at.matchAll(/"([^"]*)"|([^,，]+)/g)];
  return parts.map(([, quoted, plain]) => quoted ?? plain!.trim()).filter((part) => part !== '');
}

function placeAlong(store: TraceStore, step: Step, axis: number, part: string): number {
  const words = store.labels(step, axis, store.state.batch);
  const size = step.shape[axis]!;
  const found = words?.indexOf(part) ?? -1;
  if (found >= 0) return found;
  const number = /^\d+$/.test(part) ? Number(part) : NaN;
  if (number < size) return number;
  const accepted = words?.join(', ') ?? `0 … ${size - 1}`;
  throw new LessonError('word', { word: part, step: step.path, accepted });
}

/** A cell that a lesson names. */
export function cellNamed(store: TraceStore, of: string, at: string): CellRef & { step: Step } {
  const step = stepNamed(store, of);
  return { step, path: step.path, index: indexOf(store, step, at) };
}

/** The number of a cell. */
export function valueAt(store: TraceStore, { path, index }: CellRef): Computed {
  const { data, shape } = store.tensor(path);
  const pitch = rowMajor(shape);
  return data[index.reduce((sum, at, axis) => sum + at * pitch[axis]!, 0)]!;
}

/** A row that a lesson names, with the index of its first cell. */
export function rowNamed(
  store: TraceStore,
  of: string,
  at: string,
): { step: Step; index: number[]; values: Computed[]; words: readonly string[] | undefined } {
  const step = stepNamed(store, of);
  const axis = step.shape.length - 1;
  const index = [...indexOf(store, step, at, axesBut(step, 1)), 0];
  const values = Array.from({ length: step.shape[axis]! }, (_, i) =>
    valueAt(store, { path: step.path, index: [...index.slice(0, -1), i] }),
  );
  return { step, index, values, words: store.labels(step, axis, store.state.batch) };
}

/** The sum of a row that a lesson names: the engine's. */
export function rowSum(store: TraceStore, of: string, at: string): Computed {
  const { step, index } = rowNamed(store, of, at);
  return store.rows(step.path).sums[rowNumber(step.shape, index)]!;
}

/** The sum of a column that a lesson names: the engine's. */
export function columnSum(store: TraceStore, of: string, at: string): Computed {
  const step = stepNamed(store, of);
  const place = indexOf(store, step, at, axesBut(step, 2));
  const index = [...place.slice(0, -1), 0, place.at(-1)!];
  return store.rows(step.path, -2).sums[columnNumber(step.shape, index)]!;
}
