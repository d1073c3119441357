import type { Extent } from '../../styles/colour-scales.js';
import { textSizes } from '../../styles/sizes.js';
import type { MatrixLayout } from '../../trace/layout.js';
import { rounded } from '../../trace/numbers.js';

/** Sizes of a small grid of numbers, in CSS pixels. */
export interface GridSizes {
  width: number;
  height: number;
  /** Room for the labels of the rows and of the columns. */
  gutter: number;
  header: number;
  vertical: boolean;
  /** Every how many columns there is room for a label. */
  stride: number;
  figure: number;
  /** Number of decimals; undefined if cells are too small for digits. */
  decimals: number | undefined;
}

const LETTER = 7;
const WIDEST = 52;
const LABEL = 76;

export function gridSizes(given: {
  extent: Extent;
  layout: MatrixLayout;
  rowLabels: readonly string[];
  columnLabels: readonly string[];
  room: number;
  side: number | undefined;
  small: boolean;
  unlabelled: boolean;
}): GridSizes {
  const { layout, side, small } = given;
  const gutter = given.unlabelled ? 0 : labelWidth(given.rowLabels);
  const share = Math.floor((given.room - gutter - 4) / layout.columns);
  const width = side ?? Math.max(6, Math.min(small ? 14 : WIDEST, share));
  const figure = width >= 44 ? textSizes.s : textSizes.xs;
  const decimals = small ? undefined : decimalsThatFit(given.extent, width, figure);
  const longest = labelWidth(given.columnLabels);
  const numeric = given.columnLabels.every((label) => /^\d*$/.test(label));
  const vertical = !numeric && longest > width;
  return {
    width,
    height: side ?? (decimals === undefined ? Math.min(width, 24) : 28),
    gutter,
    header: side !== undefined || longest === 0 ? 0 : vertical ? Math.min(longest + 2, LABEL) : 18,
    vertical,
    stride: numeric ? Math.max(1, Math.ceil(longest / width)) : 1,
    figure,
    decimals,
  };
}

/** Two decimals if there is room, else one, else no digits: only colour, and the number on focus. */
function decimalsThatFit({ low, high }: Extent, width: number, figure: number): number | undefined {
  return [2, 1].find((decimals) => {
    const characters = Math.max(rounded(low, decimals).length, rounded(high, decimals).length);
    return characters * figure * 0.61 + 3 <= width;
  });
}

/** Width of the longest label; Chinese characters count twice. */
export function labelWidth(labels: readonly string[]): number {
  const widths = labels.map((label) =>
    [...label].reduce((sum, letter) => sum + (letter > '\u2e7f' ? 2 : 1), 0),
  );
  const widest = Math.max(0, ...widths);
  return widest === 0 ? 0 : Math.min(LABEL, widest * LETTER + 12);
}
