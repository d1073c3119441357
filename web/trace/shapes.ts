import type { Axis, Step } from '../engine/types/index.js';
import { axisNames } from './axes.js';
import type { TraceStore } from './store.js';

/** `(1,6,64)` */
export function shapeText(step: Step): string {
  return `(${step.shape.join(',')})`;
}

/** `batch 1, query 6, d_model 64` in the page's language. */
export function spokenShape(store: TraceStore, step: Step): string {
  const names = axisNames(step);
  return step.shape
    .map((size, i) => (names[i] ? `${store.t.axes[names[i]]} ${size}` : String(size)))
    .join(store.t.proof.comma);
}

const WORDS: readonly (Axis | undefined)[] = ['token', 'memory_token', 'query', 'key'];

/** Which axes differ from the input's in size or name; token, query and key axes count as the same. */
export function changedSizes(step: Step, before: Step | undefined): boolean[] {
  if (!before) return step.shape.map(() => false);
  const names = axisNames(step);
  const old = axisNames(before);
  return step.shape.map((size, i) => {
    if (before.shape[i] !== size) return true;
    return old[i] !== names[i] && !(WORDS.includes(old[i]) && WORDS.includes(names[i]));
  });
}

/** `1×5×64`; `1` for a single number. */
export function shapeOf({ shape }: Step): string {
  return shape.length > 0 ? shape.join('×') : '1';
}
