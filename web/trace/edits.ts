import type { Edit, Step, Tensor, Trace } from '../engine/types/index.js';
import { axisNames } from './axes.js';
import { matrixLayout, rowMajor, type Slice } from './layout.js';
import { matrixCells, parseNumber } from './numbers.js';
import type { Problem } from './problem.js';
import type { Labels } from './word-labels.js';

/** The last edit of each cell, in order: earlier edits of the same cell have no effect any more. */
export function lastOfEachCell(edits: readonly Edit[]): Edit[] {
  const last = new Map<string, Edit>();
  for (const { path, index, value } of edits) {
    const key = `${path}*${index.join('.')}`;
    last.delete(key);
    last.set(key, { path, index: [...index], value });
  }
  return [...last.values()];
}

/** Whether a trace has the cell that an edit names. */
function fits(edit: Edit, step: Step | undefined): step is Step {
  return (
    step !== undefined &&
    step.shape.length === edit.index.length &&
    step.shape.every((size, i) => edit.index[i]! < size)
  );
}

/**
 * Applies edits to a trace that has none; returns those it accepted, and the paths of the steps that changed. All edits
 * of a step are applied together, so that a pasted matrix costs one run.
 */
export function applyEdits(
  trace: Trace,
  edits: readonly Edit[],
): { taken: Edit[]; changed: string[] } {
  const steps = new Map(trace.steps.map((step) => [step.path, step]));
  const byPath = new Map<string, Edit[]>();
  for (const edit of edits) {
    if (fits(edit, steps.get(edit.path))) {
      byPath.set(edit.path, [...(byPath.get(edit.path) ?? []), edit]);
    }
  }
  const taken: Edit[] = [];
  const changed: string[] = [];
  for (const [path, list] of byPath) {
    try {
      const only = list.length === 1 ? list[0]! : undefined;
      const paths = only
        ? trace.set(path, only.index, only.value)
        : trace.setTensor(path, withCells(trace.tensor(path), list));
      changed.push(...paths);
      taken.push(...list);
    } catch {
      // The engine rejects it now, for example −∞ outside a mask. It counts as dropped.
    }
  }
  return { taken, changed };
}

function withCells(tensor: Tensor, edits: readonly Edit[]): Tensor {
  const pitch = rowMajor(tensor.shape);
  for (const { index, value } of edits) {
    tensor.data[index.reduce((sum, at, i) => sum + at * pitch[i]!, 0)] = value;
  }
  return tensor;
}

/** Edits of a table's rows belong to tokens: they follow the tokens to their new ids. */
export function followTokens(
  edits: readonly Edit[],
  steps: ReadonlyMap<string, Step>,
  before: Labels,
  after: Labels,
): Edit[] {
  return edits.flatMap((edit) => {
    const step = steps.get(edit.path);
    const axis = step ? axisNames(step).indexOf('vocabulary') : -1;
    if (!step || axis < 0) return [edit];
    const token = before(step, axis, 0)?.[edit.index[axis]!];
    const row = token === undefined ? -1 : (after(step, axis, 0)?.indexOf(token) ?? -1);
    return row < 0 ? [] : [{ ...edit, index: edit.index.map((at, i) => (i === axis ? row : at)) }];
  });
}

/** The numbers of a pasted matrix, row by row; NaN where a cell holds none. */
export function parseMatrix(text: string): number[][] {
  return matrixCells(text).map((row) => row.map(parseNumber));
}

/** A tensor with one slice replaced by pasted rows; a problem if they do not fit. */
export function withRows(
  tensor: Tensor,
  step: Step,
  slice: Slice,
  rows: readonly (readonly number[])[],
): Tensor | Problem {
  const layout = matrixLayout(step, slice);
  const widths = new Set(rows.map((row) => row.length));
  const actual = `${rows.length} × ${[...widths].join(' / ') || 0}`;
  const expected = `${layout.rows} × ${layout.columns}`;
  if (widths.size !== 1 || actual !== expected) {
    return { code: 'paste_shape', argument: step.path, actual, expected };
  }
  const data = tensor.data.slice();
  for (const [row, cells] of rows.entries()) {
    for (const [column, value] of cells.entries()) {
      if (Number.isNaN(value)) {
        const place = `${row + 1}, ${column + 1}`;
        return { code: 'paste_number', argument: step.path, actual: place, expected };
      }
      data[layout.flat(row, column)] = value;
    }
  }
  return { shape: tensor.shape, data };
}
