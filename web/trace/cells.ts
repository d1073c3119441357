import type { Cell, Explanation, Step } from '../engine/types.js';

export interface CellRef {
  path: string;
  index: number[];
}

/** The operand cells of an explanation, by step; none for a cached one, whose operands are in another trace. */
export function operandsOf(explanation: Explanation | undefined): Map<string, CellRef[]> {
  const found = new Map<string, CellRef[]>();
  const add = (cell: Cell | undefined): void => {
    if (!cell) return;
    const list = found.get(cell.step) ?? [];
    list.push({ path: cell.step, index: cell.index });
    found.set(cell.step, list);
  };
  if (!explanation) return found;
  if ('left' in explanation) {
    explanation.left.forEach(add);
    explanation.right.forEach(add);
  }
  if ('operands' in explanation) explanation.operands.forEach(add);
  if ('id' in explanation) add(explanation.id);
  if ('source' in explanation) add(explanation.source);
  if ('weight' in explanation) add(explanation.weight);
  if ('bias' in explanation) add(explanation.bias);
  return found;
}

/** Whether both lists name the same cells in the same order. */
export function sameCells(a: readonly CellRef[], b: readonly CellRef[]): boolean {
  return a.length === b.length && a.every((cell, i) => sameCell(cell, b[i]));
}

export function sameCell(a: CellRef | undefined, b: CellRef | undefined): boolean {
  if (!a || !b) return a === b;
  return a.path === b.path && a.index.join() === b.index.join();
}

/** Whether a step has a cell at an index. */
export function hasCell(step: Step | undefined, index: readonly number[]): boolean {
  return (
    step !== undefined &&
    step.shape.length === index.length &&
    step.shape.every((size, i) => index[i]! >= 0 && index[i]! < size)
  );
}
