// The right answer of a prompt as a sentence has it: the engine's numbers, for prompts and for what a page's build writes.

import type { Step } from '../engine/types/index.js';
import { fill } from '../i18n/fill.js';
import { axisNames } from '../trace/axes.js';
import { stepTitle } from '../trace/names.js';
import { told } from '../trace/numbers.js';
import type { TraceStore } from '../trace/store.js';
import { rowNamed, stepNamed, stepsNamed } from './marking/place.js';
import type { Asked } from './marking/shapes.js';
import type { Texts } from './texts/en.js';
import { askedText } from './value-text.js';

/** `percent` writes it in per cent; of several steps it is what is counted of them. */
export const numberText = (store: TraceStore, of: string, at: string, as?: string): string =>
  askedText(store, { of, at, as, decimals: as === 'percent' ? 1 : store.state.decimals });

export const rowText = (store: TraceStore, of: string, at: string): string =>
  rowNamed(store, of, at)
    .values.map((value) => told(value, store.state.decimals))
    .join(' · ');

/** `The shape is [query 3, key 3].`; of several steps, each with its title. */
export function shapesText(store: TraceStore, of: string, asked: Asked, t: Texts): string {
  const steps = stepsNamed(store, of);
  const list = (step: Step): string => {
    const names = axisNames(step);
    return step[asked]
      .map((size, i) => `${names[i] ? store.t.axes[names[i]] : ''} ${size}`.trim())
      .join(', ');
  };
  if (steps.length === 1) {
    const [step] = steps;
    return asked === 'shape'
      ? fill(t.shapeAnswer, { shape: list(step!) })
      : fill(t.stridesAnswer, { strides: list(step!) });
  }
  const each = steps.map((step) => `${stepTitle(store, step)} [${step[asked].join(', ')}]`);
  return each.join('; ');
}

/** Steps in the order in which the engine ran them. */
export function inOrder(store: TraceStore, names: readonly string[]): string[] {
  const at = (name: string): number => store.steps.indexOf(stepNamed(store, name));
  return [...names].sort((a, b) => at(a) - at(b));
}

/** The same steps not in order, and the same for everybody: from both ends by turns. */
export function outOfOrder(store: TraceStore, names: readonly string[]): string[] {
  const right = inOrder(store, names);
  return right.map((_, i) => (i % 2 === 0 ? right.at(-1 - i / 2)! : right[(i - 1) / 2]!));
}
