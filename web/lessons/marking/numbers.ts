// Numbers as a learner types them, and whether they are the engine's. Only what was typed is calculated with.

import type { Computed } from '../../engine/types/computed.js';
import { parseNumber } from '../../trace/numbers.js';

/** Two decimals, rounded or cut. */
export const WITHIN = 0.01;
/** Of 32-bit numbers, relative to their size. */
const ROUNDING = 1e-6;

/** `0.98`, `−3`, `1/2`, `½`, `98 %`; NaN if it is no number. */
export function typedNumber(text: string): number {
  const plain = text.normalize('NFKC').trim();
  const percent = /^(.*\d)\s*%$/.exec(plain);
  if (percent) return parseNumber(percent[1]!) / 100;
  const [over, under, ...more] = plain.split(/[/⁄]/);
  if (under === undefined) return parseNumber(plain);
  return more.length > 0 ? NaN : parseNumber(over!) / parseNumber(under);
}

/** A row: numbers separated by spaces, commas or semicolons. */
export const typedRow = (text: string): number[] =>
  text
    .normalize('NFKC')
    .replace(/[[\]]/g, ' ')
    .split(/[\s,;、]+/)
    .filter((part) => part !== '')
    .map(typedNumber);

/** Whole numbers are asked for exactly, others to two decimals, unless the lesson says how far off is right. */
export function isNear(value: Computed, typed: number, within?: number): boolean {
  if (value === typed) return true;
  const allowed = within ?? (Number.isInteger(value) ? 0 : WITHIN);
  const reach = allowed + ROUNDING * Math.max(1, Math.abs(typed));
  return value >= typed - reach && value <= typed + reach;
}
