/** Formats and parses numbers. Only 0 is written `0`: whatever a number is rounded to, the others have a digit. */

import type { Computed } from '../engine/types/computed.js';

/** From here on 32-bit numbers have no fraction, and a power tells more than zeros. */
const LONG = 1e7;
/** Powers of ten from here on are shorter than their zeros. */
const ROUND = 1e5;

/**
 * Rounded for a cell; −∞ and ∞ as signs. What would round to 0 has one digit, `0.004` or `8e-26`, and what is long has
 * a power.
 */
export function rounded(value: Computed, decimals: number): string {
  if (value === 0) return '0';
  if (!Number.isFinite(value)) return unusual(value);
  if (Math.abs(value) >= ROUND) {
    const short = withPower(value, 0);
    if (Number(short) === value) return short;
    if (Math.abs(value) >= LONG) return withPower(value, decimals);
  }
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? oneDigit(value) : text;
}

/** In a line that tells of it: whole numbers as whole numbers, others with two decimals at least. */
export function told(value: Computed, decimals: number): string {
  return rounded(value, Number.isInteger(value) ? 0 : Math.max(2, decimals)).replace('-', '−');
}

/** With as many decimals before a power of ten: `1.25e9`. */
export function withPower(value: Computed, decimals: number): string {
  return value.toExponential(decimals).replace('+', '');
}

function oneDigit(value: Computed): string {
  return Math.abs(value) < 1e-3 ? withPower(value, 0) : String(Number(value.toPrecision(1)));
}

/** For a cell without room for a single digit of a number far below 1. */
export const NEARLY_ZERO = '≈0';

/** The exponent of a number: 3 for 1234, −2 for 0.0567. */
export function exponentOf(value: Computed): number {
  return Number(value.toExponential().split('e')[1]);
}

/** The exponent of the largest number of an extent, if that is small; else 0. */
export function commonPower({ low, high }: { low: Computed; high: Computed }): number {
  const most = Math.max(-low, high);
  return most > 0 && most < 0.1 ? exponentOf(most) : 0;
}

/** A number in units of ten to a power. */
export function inUnits(value: Computed, power: number): number {
  if (power === 0 || !Number.isFinite(value)) return value;
  const [digits, exponent] = value.toExponential().split('e');
  return Number(`${digits}e${Number(exponent) - power}`);
}

/** In full: the 32-bit number with all digits that JavaScript prints. */
export function exact(value: Computed): string {
  return Number.isFinite(value) ? String(value) : unusual(value);
}

/**
 * For operands and running sums: long enough to follow, short enough to read. At least five digits, so that printed
 * factors give the printed product, and where sizes are ordinary six decimals, so that printed terms give the sum.
 */
export function precise(value: Computed): string {
  if (!Number.isFinite(value)) return unusual(value);
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1e10) return String(value);
  if (size < 1e-3 || size >= ROUND) return withPower(value, 4);
  return value.toFixed(size < 1e-2 ? 7 : 6);
}

/** The power of ten that the last digit of a printed number counts: −2 for `0.25`, 3 for `1.2e4`. */
export function lastPlace(text: string): number {
  const [digits, power] = text.split('e');
  return Number(power ?? 0) - (digits!.split('.')[1]?.length ?? 0);
}

/** As `precise`, with more digits if the last one would stand above 10^place. */
function preciseTo(value: Computed, place: number): string {
  const text = precise(value);
  const hasAll = !Number.isFinite(value) || Number(text) === value || lastPlace(text) <= place;
  if (hasAll || !Number.isFinite(place)) return text;
  return place < 0
    ? value.toFixed(Math.min(-place, 100))
    : withPower(value, Math.max(0, exponentOf(value) - place));
}

const placeOf = (result: Computed): number =>
  Number.isFinite(result) ? lastPlace(precise(result)) : Infinity;

/**
 * A term of sums or differences: with the digits that decide these results, so that the printed terms give the printed
 * results also where nearly all of the terms cancels out.
 */
export function asTerm(value: Computed, ...results: readonly Computed[]): string {
  return preciseTo(value, Math.min(...results.map(placeOf)));
}

/** A term within an exponential: what its sixth decimal changes is the sixth digit of the result. */
export function asExponent(value: Computed): string {
  return preciseTo(value, -6);
}

/** Terms and their running sums: each printed sum is the one before it and the printed term. */
export function runningSums(
  terms: readonly Computed[],
  sums: readonly Computed[],
): { terms: string[]; sums: string[] } {
  const places = sums.map(placeOf);
  for (let i = places.length - 2; i >= 0; i -= 1) {
    places[i] = Math.min(places[i]!, places[i + 1]!);
  }
  return {
    terms: terms.map((value, i) => preciseTo(value, places[i]!)),
    sums: sums.map((value, i) => preciseTo(value, places[i]!)),
  };
}

/** Writes numbers of which one is chosen: `precise`, with as many more digits as different ones need to differ. */
export function toldApart(values: readonly Computed[]): (value: Computed) => string {
  const different = new Set(values.map((value) => value + 0)).size;
  for (let place = -6; place > -MOST_DECIMALS; place -= 1) {
    const write = (value: Computed): string => preciseTo(value, place);
    if (new Set(values.map(write)).size === different) return write;
  }
  return exact;
}

/** With so many decimals all 32-bit numbers that are written without a power differ. */
const MOST_DECIMALS = 13;

/** Four digits, and none that are not its own: enough to compare, short enough for a table. The proof has all of them. */
export function brief(value: Computed): string {
  const short = Math.abs(value) < 1e4 ? Number(value.toPrecision(4)) : Math.round(value);
  const size = Math.abs(short);
  return size === 0 || (size >= 1e-3 && size < 1e5) ? String(short) : precise(value);
}

/** The fewest digits that identify this 32-bit number. */
export function shortest(value: Computed): string {
  if (!Number.isFinite(value)) return unusual(value);
  for (let digits = 6; digits < 9; digits += 1) {
    const text = Number(value.toPrecision(digits));
    if (Math.fround(text) === value) return String(text);
  }
  return String(Number(value.toPrecision(9)));
}

/** An end of a legend's scale: those of gradients may be far below 1, those of masks far above. */
export function scaleEnd(value: Computed): string {
  const size = Math.abs(value);
  if (size > 0 && size < 0.01) return tiny(value);
  const text = rounded(value, 2);
  // A whole number as one.
  return Number.isInteger(value) ? text.replace(/\.00$/, '') : text;
}

/** A bound: one digit is enough. */
export function tiny(value: Computed): string {
  return value === 0 ? '0' : withPower(value, 1);
}

function unusual(value: Computed): string {
  if (Number.isNaN(value)) return 'NaN';
  return value < 0 ? '−∞' : '∞';
}

/**
 * The cells of a pasted matrix as text, row by row. Rows are lines, or nested lists as programs print them
 * (`[[1, 2], [3, 4]]`), or parts of one line (`1 2; 3 4`). Cells are separated by tabs, else semicolons, else commas,
 * else spaces; with tabs or semicolons, a comma is a decimal point, as spreadsheets write it.
 */
export function matrixCells(text: string): string[][] {
  const plain = text.normalize('NFKC').replace(/\r\n?/g, '\n');
  const lists = [...plain.matchAll(/\[([^[\]]+)\]/g)].flatMap(([, list]) => list!.split(';'));
  if (lists.length > 0) return lists.map((list) => separated(list.replace(/,\s*$/, '')));
  const lines = plain.split('\n').filter((line) => line.trim() !== '');
  const inOneLine = !plain.includes('\t') && /;/.test(plain) && /[^\s;]\s+[^\s;]/.test(lines[0]!);
  if (inOneLine)
    return lines
      .flatMap((line) => line.split(';'))
      .filter(Boolean)
      .map(separated);
  const parting = ['\t', ';'].find((sign) => plain.includes(sign));
  if (!parting) return lines.map(separated);
  return lines.map((line) => line.split(parting).map((cell) => cell.replace(',', '.')));
}

function separated(row: string): string[] {
  return row.trim().split(/\s*,\s*|\s+/);
}

/** The text of a matrix with rows and columns swapped, for a matrix that is shown transposed. */
export function flipped(text: string): string {
  const cells = matrixCells(text);
  const width = Math.max(0, ...cells.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, i) => cells.map((row) => row[i] ?? ''));
  return columns.map((column) => column.join('\t')).join('\n');
}

/** Parses typed text; NaN if it is not a number. Full-width digits and signs are accepted too. */
export function parseNumber(text: string): number {
  const plain = text.normalize('NFKC').trim().replace(/[−–]/g, '-');
  if (plain === '') return NaN;
  const infinite = /^([+-]?)(∞|inf|infinity)$/i.exec(plain);
  if (infinite) return infinite[1] === '-' ? -Infinity : Infinity;
  return Number(plain);
}
