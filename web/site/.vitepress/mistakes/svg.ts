// A matrix as SVG: cells with digits, hatching where it is masked, and what stands around it. Its colours are those of
// colours.ts.

import { escaped } from '../../../figures/render/svg/element.js';
import type { Picture } from './cards';
import type { Cell } from './picture';

/** Of a cell with the gap after it. */
const WIDTH = 22;
const HEIGHT = 21;
/** Of the words above. */
const TOP = 16;
/** From the line of digits to the end of its cell. */
const FOOT = 6.5;
/** Of the column of sums, and of the gap beside the words of rows. */
const SUMS = 30;
const GAP = 6;

/** By the eye, as there is no page to measure on: a Chinese character is as wide as it is high. */
const lengthOf = (word: string): number =>
  [...word].reduce((sum, sign) => sum + (sign > '\u2E80' ? 11 : 6), 0);

const text = (x: number, y: number, words: string, more = ''): string =>
  `<text x="${x}" y="${y}"${more}>${escaped(words)}</text>`;

/** At the top of its row. */
function cell(of: Cell, x: number): string {
  const [right, bottom] = [x + WIDTH - 1, HEIGHT - 1];
  const middle = (x + right) / 2;
  const box = `M${x} 0H${right}V${bottom}H${x}z`;
  if (of === null) {
    const half = bottom / 2;
    const lines = `M${x} ${half}L${middle} 0M${x} ${bottom}L${right} 0M${middle} ${bottom}L${right} ${half}`;
    return `<path class="masked" d="${box}${lines}"/>`;
  }
  const [digits, level] = of;
  const drawn = `<path fill="var(--cell-${level})" d="${box}"/>`;
  return drawn + text(middle, HEIGHT - FOOT, digits, ` fill="var(--ink-${level})"`);
}

function heading(word: string, x: number, width: number): string {
  // Narrower letters, rather than into the next column.
  const more =
    lengthOf(word) > width ? ` textLength="${width}" lengthAdjust="spacingAndGlyphs"` : '';
  return text(x + width / 2, TOP - 5, word, more);
}

/** Without a role, which `aria-label` gives it anyway: with one, Vue would carry the list in its scripts, too. */
export function svgOf({ cells, sums, rows, columns, marked, alt }: Picture): string {
  const left = rows.length > 0 ? Math.max(...rows.map(lengthOf)) + GAP : 0;
  const [across, down] = [cells[0]!.length * WIDTH, cells.length * HEIGHT];
  const [width, height] = [left + across + (sums.length > 0 ? SUMS : 1), TOP + down + 1];
  const each = across / columns.length;
  const line = (row: number): number => TOP + (row + 1) * HEIGHT - FOOT;
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return [
    `<svg aria-label="${escaped(alt)}" ${size}>`,
    ...columns.map((word, i) => heading(word, left + i * each, each - 1)),
    ...rows.map((word, i) => text(left - GAP, line(i), word, ' class="end"')),
    // Rows are alike, so that they are few bytes.
    ...cells.map((row, y) => {
      const drawn = row.map((one, x) => cell(one, left + x * WIDTH)).join('');
      return `<g transform="translate(0 ${TOP + y * HEIGHT})">${drawn}</g>`;
    }),
    sums.length > 0 ? text(width - 1, TOP - 5, 'Σ', ' class="end"') : '',
    ...sums.map(([sum, isOff], i) =>
      text(width - 1, line(i), sum, ` class="end${isOff ? ' off' : ''}"`),
    ),
    frame(marked, [left, TOP, across, down]),
    '</svg>',
  ].join('');
}

type Box = [x: number, y: number, width: number, height: number];

/** Around a row or a column. */
function frame({ row, column }: Picture['marked'], [x, y, width, height]: Box): string {
  const around = ([x, y, width, height]: Box): string =>
    `<rect x="${x - 0.5}" y="${y - 0.5}" width="${width}" height="${height}"/>`;
  if (row !== undefined) return around([x, y + row * HEIGHT, width, HEIGHT]);
  return column === undefined ? '' : around([x + column * WIDTH, y, WIDTH, height]);
}
