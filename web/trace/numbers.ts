/** Formats and parses numbers. */

/** Rounded for a cell; −∞ and ∞ as signs. */
export function rounded(value: number, decimals: number): string {
  if (Number.isFinite(value)) return value.toFixed(decimals);
  return unusual(value);
}

/** The exponent of a number: 3 for 1234, −2 for 0.0567. */
export function exponentOf(value: number): number {
  return Number(value.toExponential().split('e')[1]);
}

/** A number in units of ten to a power. */
export function inUnits(value: number, power: number): number {
  if (power === 0 || !Number.isFinite(value)) return value;
  const [digits, exponent] = value.toExponential().split('e');
  return Number(`${digits}e${Number(exponent) - power}`);
}

/** In full: the 32-bit number with all digits that JavaScript prints. */
export function exact(value: number): string {
  return Number.isFinite(value) ? String(value) : unusual(value);
}

/** For operands and running sums: long enough to follow, short enough to read. */
export function precise(value: number): string {
  if (!Number.isFinite(value)) return unusual(value);
  if (Number.isInteger(value) && Math.abs(value) < 1e7) return String(value);
  const size = Math.abs(value);
  return size >= 1e-3 && size < 1e5 ? value.toFixed(6) : value.toExponential(4);
}

/** Four digits: enough to compare, short enough for a table. The proof has all of them. */
export function brief(value: number): string {
  const short = Number(value.toPrecision(4));
  const size = Math.abs(short);
  return size === 0 || (size >= 1e-3 && size < 1e5) ? String(short) : precise(value);
}

/** The fewest digits that identify this 32-bit number. */
export function shortest(value: number): string {
  if (!Number.isFinite(value)) return unusual(value);
  for (let digits = 6; digits < 9; digits += 1) {
    const text = Number(value.toPrecision(digits));
    if (Math.fround(text) === value) return String(text);
  }
  return String(Number(value.toPrecision(9)));
}

/** An end of a legend's scale: those of gradients may be far below 1. */
export function scaleEnd(value: number): string {
  const size = Math.abs(value);
  return size > 0 && size < 0.01 ? tiny(value) : rounded(value, 2);
}

/** A bound: one digit is enough. */
export function tiny(value: number): string {
  return value === 0 ? '0' : value.toExponential(1);
}

function unusual(value: number): string {
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
