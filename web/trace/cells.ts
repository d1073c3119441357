import type { Computed } from '../engine/types/computed.js';
import type { Cell, Explanation, Step, Tensor } from '../engine/types/index.js';

export interface CellRef {
  path: string;
  index: number[];
  /** Of an operand: which input of the operation it belongs to, if one step is several. */
  input?: number;
}

/** The operand cells of an explanation, by step; none for a cached one, whose operands are in another trace. */
export function operandsOf(explanation: Explanation | undefined): Map<string, CellRef[]> {
  const found = new Map<string, CellRef[]>();
  const add = (input: number, ...cells: (Cell | undefined)[]): void => {
    for (const cell of cells) {
      if (!cell) continue;
      const list = found.get(cell.step) ?? [];
      list.push({ path: cell.step, index: cell.index, input });
      found.set(cell.step, list);
    }
  };
  if (!explanation) return found;
  if ('left' in explanation) {
    add(0, ...explanation.left);
    add(1, ...explanation.right);
  }
  if ('operands' in explanation) {
    const apart = explanation.rule === 'elementwise' || explanation.rule === 'function';
    explanation.operands.forEach((cell, i) => add(apart ? i : 0, cell));
  }
  if ('id' in explanation) add(0, explanation.id);
  if ('source' in explanation) add('id' in explanation ? 1 : 0, explanation.source);
  if ('weight' in explanation) add(1, explanation.weight);
  if ('bias' in explanation) add(2, explanation.bias);
  return found;
}

/** Whether both lists name the same cells in the same order. */
export function sameCells(a: readonly CellRef[], b: readonly CellRef[]): boolean {
  return a.length === b.length && a.every((cell, i) => sameCell(cell, b[i]));
}

export function sameCell(a: CellRef | undefined, b: CellRef | undefined): boolean {
  if (!a || !b) return a === b;
  return a.path === b.path && a.input === b.input && a.index.join() === b.index.join();
}

/** Whether a step has a cell at an index. */
export function hasCell(step: Step | undefined, index: readonly number[]): boolean {
  return (
    step !== undefined &&
    step.shape.length === index.length &&
    step.shape.every((size, i) => index[i]! >= 0 && index[i]! < size)
  );
}

/** Which row a cell is in, along the last axis. */
export function rowNumber(shape: readonly number[], index: readonly number[]): number {
  return index.slice(0, -1).reduce((row, at, axis) => row * shape[axis]! + at, 0);
}

/** Which column a cell is in, along the axis before the last. */
export const columnNumber = (shape: readonly number[], index: readonly number[]): number =>
  rowNumber(swapped(shape), swapped(index));

/** The last two axes changed places. */
const swapped = (axes: readonly number[]): number[] => [
  ...axes.slice(0, -2),
  ...axes.slice(-2).reverse(),
];

/** The row of a cell, along the last axis. */
export function rowOf({ data, shape }: Tensor, index: readonly number[]): ArrayLike<Computed> {
  const width = shape.at(-1)!;
  const row = rowNumber(shape, index);
  return data.subarray(row * width, (row + 1) * width);
}

/** The place of the largest number of a row, the first of equal ones; of all `except` one. */
export function largestOf(row: ArrayLike<Computed>, except = -1): number {
  let best = except === 0 ? 1 : 0;
  for (let i = best + 1; i < row.length; i += 1) {
    if (i !== except && row[i]! > row[best]!) best = i;
  }
  return best;
}
