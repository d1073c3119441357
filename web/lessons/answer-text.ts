// The right answer of a prompt as a sentence has it: the engine's numbers, for prompts and for what a page's build writes.

import { shareText } from '../i18n/share.js';
import { axisNames } from '../trace/axes.js';
import { told } from '../trace/numbers.js';
import type { TraceStore } from '../trace/store.js';
import { cellNamed, rowNamed, stepNamed, valueAt } from './marking/place.js';

const PERCENT = { style: 'percent', maximumFractionDigits: 1 } as const;

/** `percent` writes it in per cent. */
export function numberText(store: TraceStore, of: string, at: string, as?: string): string {
  const value = valueAt(store, cellNamed(store, of, at));
  return as === 'percent'
    ? shareText(new Intl.NumberFormat('en', PERCENT), value)
    : told(value, store.state.decimals);
}

export const rowText = (store: TraceStore, of: string, at: string): string =>
  rowNamed(store, of, at)
    .values.map((value) => told(value, store.state.decimals))
    .join(' · ');

/** `query 3, key 3` */
export function shapeText(store: TraceStore, of: string): string {
  const step = stepNamed(store, of);
  const names = axisNames(step);
  return step.shape
    .map((size, i) => `${names[i] ? store.t.axes[names[i]] : ''} ${size}`.trim())
    .join(', ');
}

/** Steps in the order in which the engine ran them. */
export function inOrder(store: TraceStore, names: readonly string[]): string[] {
  const at = (name: string): number => store.steps.indexOf(stepNamed(store, name));
  return [...names].sort((a, b) => at(a) - at(b));
}
