import { html, nothing, type TemplateResult } from 'lit';
import type { Axis, Step } from '../../engine/types/index.js';
import { axisNames } from '../../trace/axes.js';
import { stepPlace, stepTitle } from '../../trace/names.js';
import type { TraceStore } from '../../trace/store.js';
import { notation } from '../formulas/tex.js';

/** An axis of a matrix as it is drawn; `isNew` where the step's first input has no such axis. */
export interface DrawnAxis {
  axis: Axis | undefined;
  size: number;
  isNew?: boolean;
}

/**
 * `scores  [batch 1, head 4, query 7, key 7]`: symbol, title and shape; axes that are new are marked. An empty list of
 * axes leaves the shape out.
 */
export function renderTitle(
  store: TraceStore,
  step: Step,
  options: { transposed?: boolean; place?: boolean; axes?: readonly DrawnAxis[] } = {},
): TemplateResult {
  const place = options.place ? stepPlace(store, step) : '';
  return html`<span class="title">
    ${place ? html`<span class="place">${place}</span>` : nothing}
    <span class="called">
      <span class="symbol"
        >${notation(step.notation.symbol)}${options.transposed ? html`<sup>⊤</sup>` : ''}</span
      >
      <span class="name">${stepTitle(store, step)}</span>
    </span>
    ${!options.axes ? renderShape(store, step) : options.axes.length > 0 ? renderAxes(store, options.axes) : nothing}
  </span>`;
}

export function renderShape(store: TraceStore, step: Step): TemplateResult {
  const names = axisNames(step);
  const changed = changedAxes(store, step);
  return renderAxes(
    store,
    step.shape.map((size, i) => ({ axis: names[i], size, isNew: changed.has(i) })),
  );
}

function renderAxes(store: TraceStore, axes: readonly DrawnAxis[]): TemplateResult {
  const last = axes.length - 1;
  return html`<span class="shape"
    >[${axes.map(
      ({ axis, size, isNew }, i) =>
        html`<span
            class=${isNew ? 'axis changed' : 'axis'}
            title=${isNew ? store.t.proof.axisChanged : nothing}
            >${axisText(store, axis)}${axis ? ' ' : ''}<b>${size}</b></span
          >${i < last ? ', ' : ''}`,
    )}]</span
  >`;
}

function axisText(store: TraceStore, axis: Axis | undefined): string {
  return axis ? store.t.axes[axis] : '';
}

/** Axes that differ from the first input's, by name. */
function changedAxes(store: TraceStore, step: Step): Set<number> {
  const first = step.inputs[0] === undefined ? undefined : store.step(step.inputs[0]);
  const changed = new Set<number>();
  if (!first) return changed;
  const before = axisNames(first);
  const shift = step.shape.length - first.shape.length;
  axisNames(step).forEach((axis, i) => {
    const known = shift === 0 ? [before[i]] : before;
    if (!known.some((name) => sameAxis(name, axis))) changed.add(i);
  });
  return changed;
}

/** A token axis that becomes a query or key axis is the same axis under a new name. */
function sameAxis(a: Axis | undefined, b: Axis | undefined): boolean {
  if (a === b) return true;
  const word = (axis: Axis | undefined): boolean => axis === 'token' || axis === 'memory_token';
  const asks = (axis: Axis | undefined): boolean => axis === 'query' || axis === 'key';
  return (word(a) && asks(b)) || (asks(a) && word(b));
}
