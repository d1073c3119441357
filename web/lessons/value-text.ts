import type { Computed } from '../engine/types/computed.js';
import { shareText } from '../i18n/share.js';
import { exact, told } from '../trace/numbers.js';
import type { TraceStore } from '../trace/store.js';
import { cellNamed, columnSum, countsOf, isCounted, rowSum, valueAt } from './marking/place.js';

/** What a sentence asks for: a step, a place in it, and how its number is written. */
export interface AskedValue {
  of: string;
  at: string;
  as?: string | undefined;
  decimals?: number;
}

/** What a sentence says of a step: a cell, the sum of a row or column, or what is counted of it. */
export function askedText(store: TraceStore, { of, at, as, decimals }: AskedValue): string {
  if (isCounted(as)) return countText(countsOf(store, of, as).all);
  return valueText(askedNumber(store, of, at, as), {
    as,
    ...(decimals !== undefined && { decimals }),
  });
}

function askedNumber(store: TraceStore, of: string, at: string, as: string | undefined): Computed {
  if (as === 'sum') return rowSum(store, of, at);
  return as === 'columnsum' ? columnSum(store, of, at) : valueAt(store, cellNamed(store, of, at));
}

/** A number as a sentence has it. */
export function valueText(
  value: Computed,
  { as, decimals }: { as?: string | undefined; decimals?: number },
): string {
  if (as === 'exact') return exact(value);
  if (as !== 'percent') return told(value, decimals ?? 2);
  const format = {
    style: 'percent',
    maximumFractionDigits: decimals === 2 ? 0 : decimals,
  } as const;
  return shareText(new Intl.NumberFormat('en', format), value);
}

/** How many numbers there are, with thousands set apart, in both languages alike. */
export const countText = (count: number): string => new Intl.NumberFormat('en').format(count);
