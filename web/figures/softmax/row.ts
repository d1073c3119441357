import type { SoftmaxExplanation } from '../../engine/types/index.js';
import type { Computed } from '../../engine/types/computed.js';
import type { PlacedGrid } from '../figure.js';
import { valueAt } from '../layout/grid.js';
import { rowNumber } from '../layout/row-sums.js';
import type { Sheet } from '../layout/sheet.js';

/** The row of a softmax that plays; where a fault takes the sum over the queries, it is a column. */
export interface PlayedRow {
  name: string;
  rule: SoftmaxExplanation;
  /** For each key, in the order of the matrix. */
  words: readonly string[];
  exponentials: readonly Computed[];
  weights: readonly Computed[];
  /** The sum of the weights; of a column there is none. */
  sum: Computed | undefined;
  /** The chosen cell among them. */
  chosen: number | undefined;
  /** Weights that are no longer what the row gives. */
  edited: readonly boolean[];
}

/** The row of the chosen cell, else the last one, which sees most. */
export function playedRow(
  sheet: Sheet,
  scores: PlacedGrid,
  result: PlacedGrid,
): PlayedRow | undefined {
  const { layout, step, rowLabels, columnLabels } = result;
  const axis = Number(step.attributes.axis ?? -1);
  const along = axis < 0 ? axis + step.shape.length : axis;
  const isRow = layout.columnAxes.includes(along);
  const [own, operand] = [sheet.chosen(result), sheet.chosen(scores)];
  const chosen = { row: own.row ?? operand.row, column: own.column ?? operand.column };
  const { row = layout.rows - 1, column = layout.columns - 1 } = chosen;
  const rule = sheet.steps.explain({ path: step.path, index: layout.index(row, column) });
  const words = isRow ? columnLabels : rowLabels;
  if (rule?.rule !== 'softmax' || rule.exponentials.length !== words.length) return undefined;
  const cells = words.map((_, i) => (isRow ? { row, column: i } : { row: i, column }));
  const { sums } = sheet.steps.rows(step.path);
  const edits = sheet.options.selection
    .editedIn(step.path)
    .flatMap(({ index }) => layout.locate(index) ?? []);
  return {
    name: (isRow ? rowLabels[row] : columnLabels[column]) ?? '',
    rule,
    words,
    exponentials: cells.map((at) => rule.exponentials[layout.index(at.row, at.column)[along]!]!),
    weights: cells.map((at) => valueAt(result, at.row, at.column)),
    sum: isRow ? sums[rowNumber(result, row)] : undefined,
    chosen: isRow ? chosen.column : chosen.row,
    edited: cells.map((at) => edits.some((one) => one.row === at.row && one.column === at.column)),
  };
}
