import type { Figure, FigureOptions, FigureSteps } from '../figure.js';
import type { Kind } from '../kind.js';
import type { Arranged } from '../layout/arrange.js';
import { cellByCell, putCellByCell } from '../layout/cell-by-cell.js';
import { Sheet } from '../layout/sheet.js';
import { playedRow } from '../softmax/row.js';
import { putStrip, STRIP_HEIGHT } from '../softmax/strip.js';

/** In lower rows, not each has its sum. */
const LEAST_ROW = 11;
const MOST_KEYS = 256;

/**
 * Each row of scores beside its row of weights, with the sum of the row, which is 1. Below them one row plays: exp, then ÷ Σ.
 * The matrices come first: where they would lose digits or sums by it, or have sums below them, it is left out.
 */
function softmax(steps: FigureSteps, options: FigureOptions): Figure {
  const row = options.columnSums ? undefined : withRow(steps, options);
  return row ?? cellByCell(steps, options);
}

function withRow(steps: FigureSteps, options: FigureOptions): Figure | undefined {
  const sheet = new Sheet(steps, options);
  const arranged = putCellByCell(sheet, STRIP_HEIGHT);
  const { operands, result, gutter } = arranged;
  const { box, cellHeight, layout, step } = result;
  const end = Math.ceil(box.y + box.height + STRIP_HEIGHT);
  const isPlayed = step.op === 'softmax' && layout.columns > 1 && layout.columns <= MOST_KEYS;
  if (!isPlayed || cellHeight < LEAST_ROW || end > options.size.height) return undefined;
  const alone = putCellByCell(new Sheet(steps, options));
  const row = playedRow(sheet, operands[0]!, result);
  if (!row || digitsIn(arranged) < digitsIn(alone)) return undefined;
  if (!putStrip(sheet, row, result, gutter)) return undefined;
  const figure = sheet.finish();
  return { ...figure, height: Math.max(figure.height, end), duration: 700 };
}

/** How many matrices have digits. */
const digitsIn = ({ operands, result }: Arranged): number =>
  [...operands, result].filter(({ decimals }) => decimals !== undefined).length;

export const kind: Kind = { ops: ['softmax', 'log_softmax'], figure: softmax };
