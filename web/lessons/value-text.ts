import type { Computed } from '../engine/types/computed.js';
import { shareText } from '../i18n/share.js';
import { exact, told } from '../trace/numbers.js';

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
