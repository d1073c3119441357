import { html, type TemplateResult } from 'lit';
import type { Cell, Explanation } from '../engine/types.js';
import { axisNames } from './matrix-layout.js';
import { exact, precise } from './numbers.js';
import { pointed } from './pointed.js';
import { cellName, placeName, stepTitle } from './speech.js';
import type { CellRef, TraceStore } from './trace-store.js';

/** What a rule needs to draw an operand: the words, and where a click leads. */
export interface ProofContext {
  store: TraceStore;
  open(cell: CellRef): void;
}

/** An operand's number: pointing at it lights its cell, a click opens its step there. */
export function operand(context: ProofContext, cell: Cell): TemplateResult {
  const { store } = context;
  const step = store.step(cell.step);
  const ref: CellRef = { path: cell.step, index: cell.index };
  const name = step
    ? `${stepTitle(store, step)}${store.t.proof.colon}${cellName(store, step, cell.index)}`
    : cell.step;
  const point = (): void => pointed(store).set(ref);
  const leave = (): void => pointed(store).set(undefined);
  return html`<button
    type="button"
    class="operand role-${step?.role ?? 'input'}"
    title="${name} = ${exact(cell.value)}"
    data-path=${cell.step}
    data-index=${cell.index.join()}
    data-value=${String(cell.value)}
    @pointerenter=${point}
    @pointerleave=${leave}
    @focus=${point}
    @blur=${leave}
    @click=${() => {
      leave();
      context.open(ref);
    }}
  >
    ${precise(cell.value)}
  </button>`;
}

/** `Queries: query sat, head 2` for the row or column that operands run along. */
export function lineName(context: ProofContext, cells: readonly Cell[]): string {
  const { store } = context;
  const first = cells[0];
  const step = first && store.step(first.step);
  if (!first || !step) return '';
  const along = varying(cells);
  const names = axisNames(step);
  const fixed = first.index.flatMap((at, i) => {
    const axis = names[i];
    if (i === along || !axis || step.shape[i] === 1) return [];
    const name = placeName(store, step, i, at, first.index[names.indexOf('batch')] ?? 0);
    return [axis === 'head' && !/^\d+$/.test(name) ? name : `${store.t.axes[axis]} ${name}`];
  });
  const { comma, colon } = store.t.proof;
  return stepTitle(store, step) + (fixed.length ? colon + fixed.join(comma) : '');
}

/** The names of the places that operands run over: tokens where there are tokens, else numbers. */
export function termNames(context: ProofContext, cells: readonly Cell[]): string[] {
  const { store } = context;
  const step = cells[0] && store.step(cells[0].step);
  const along = varying(cells);
  if (!step || along === undefined) return cells.map((_, i) => String(i));
  const names = axisNames(step);
  const batch = cells[0]?.index[names.indexOf('batch')] ?? store.state.batch;
  return cells.map((cell) => placeName(store, step, along, cell.index[along] ?? 0, batch));
}

/** The axis the terms run along, in the page's language. */
export function termAxis(context: ProofContext, cells: readonly Cell[]): string {
  const step = cells[0] && context.store.step(cells[0].step);
  const along = varying(cells);
  const axis = step && along !== undefined ? axisNames(step)[along] : undefined;
  return axis ? context.store.t.axes[axis] : '#';
}

function varying(cells: readonly Cell[]): number | undefined {
  const [first, second] = cells;
  if (!first || !second) return undefined;
  const at = first.index.findIndex((n, i) => n !== second.index[i]);
  return at < 0 ? undefined : at;
}

/** Whether the recorded number lies within the bound of the double-precision one. */
export function agrees(explanation: Explanation): boolean {
  const recorded = explanation.edited ? explanation.edited.computed : explanation.value;
  const { result, bound } = explanation;
  return Object.is(recorded, result) || Math.abs(recorded - result) <= bound;
}
