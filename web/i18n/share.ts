import type { Computed } from '../engine/types/computed.js';

/**
 * A part of a whole, from 0 to 1, in per cent. Only what is nothing reads 0 %, and only what is all reads 100 %: what would
 * be rounded to one of them is said to be less, or more, than what the last digit can tell.
 */
export function shareText(format: Intl.NumberFormat, value: Computed): string {
  const text = format.format(value);
  const isPart = value > 0 && value < 1;
  if (!isPart || ![0, 1].some((end) => format.format(end) === text)) return text;
  const { maximumFractionDigits = 0 } = format.resolvedOptions();
  const least = Number(`1e-${2 + maximumFractionDigits}`);
  return value < 0.5 ? `<${format.format(least)}` : `>${format.format(1 - least)}`;
}

/** The same of numbers that are never negative, such as losses: only what is 0 has no digit but 0. */
export function notZero(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return value !== 0 && Number(text) === 0 ? value.toExponential(1) : text;
}
