import { html, type TemplateResult } from 'lit';
import type { Cell, Explanation, Step } from '../../engine/types/index.js';
import type { Computed } from '../../engine/types/computed.js';
import { axisNames } from '../../trace/axes.js';
import { cellInStep, placeName, stepText, stepTitle, valueText } from '../../trace/names.js';
import { exact, precise } from '../../trace/numbers.js';
import { hueOf } from '../../trace/operations.js';
import { nameOf as nameOfPath } from '../../trace/step-paths.js';
import type { CellRef, TraceStore } from '../../trace/store.js';

/** What a rule needs to draw an operand: the texts, and where a click leads. */
export interface ProofContext {
  store: TraceStore;
  open(cell: CellRef): void;
  /** The operands are in a trace that is not shown: they are text, not links. */
  elsewhere?: boolean;
  /** How many rows of a table are drawn so far. */
  rows: number;
  /** There are more. */
  cut(): void;
}

/** An operand's number: pointing at it lights its cell, a click opens its step there. */
export function operand(context: ProofContext, cell: Cell, write = precise): TemplateResult {
  const { store } = context;
  const step = store.step(cell.step);
  const name = nameOf(context, cell);
  const text = valueText(store, step, cell.value, write);
  if (context.elsewhere) {
    return html`<span
      class="elsewhere role-${step ? hueOf(step) : 'input'}"
      title="${name} = ${exact(cell.value)}"
      >${text}</span
    >`;
  }
  const ref: CellRef = { path: cell.step, index: cell.index };
  const point = (): void => void (store.pointed.value = ref);
  const leave = (): void => void (store.pointed.value = undefined);
  return html`<button
    type="button"
    class="operand role-${step ? hueOf(step) : 'input'}"
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
    ${text}
  </button>`;
}

/** An operand within an expression: negative numbers get brackets. */
export function bracketed(context: ProofContext, cell: Cell, write = precise): TemplateResult {
  const shown = operand(context, cell, write);
  return cell.value < 0 ? html`(${shown})` : shown;
}

/** A number within an expression: negative numbers get brackets. */
export function signed(value: Computed, write = precise): string {
  return value < 0 ? `(${write(value)})` : write(value);
}

/** `Queries: query sat → d_k 3`: a cell and its step. */
export function nameOf(context: ProofContext, cell: Cell): string {
  const { store } = context;
  const step = stepOf(context, cell);
  if (step) return cellInStep(store, step, cell.index);
  const named = nameOfPath(cell.step);
  const like = store.steps.find(({ name }) => name === named);
  return `${stepText(store, like ?? { kind: named }).title} [${cell.index.join(', ')}]`;
}

/** The step that names a cell's axes; in another trace the step of this path may have another rank. */
function stepOf({ store }: ProofContext, cell: Cell | undefined): Step | undefined {
  const step = cell && store.step(cell.step);
  return step?.shape.length === cell?.index.length ? step : undefined;
}

/** `Queries: query sat, head 2` for the row or column that operands run along. */
function lineName(context: ProofContext, cells: readonly Cell[]): string {
  const { store } = context;
  const first = cells[0];
  const step = stepOf(context, first);
  if (!first || !step) return '';
  const along = varying(cells);
  const names = axisNames(step);
  const fixed = first.index.flatMap((at, i) => {
    const axis = names[i];
    const single = step.shape[i] === 1 && (axis === 'batch' || !context.elsewhere);
    if (along.includes(i) || !axis || single) return [];
    const name = placeName(store, step, i, at, first.index[names.indexOf('batch')] ?? 0);
    return [axis === 'head' && !/^\d+$/.test(name) ? name : `${store.t.axes[axis]} ${name}`];
  });
  const { comma, colon } = store.t.proof;
  return stepTitle(store, step) + (fixed.length ? colon + fixed.join(comma) : '');
}

/**
 * The labels of operands along their axis: tokens if there are any, else numbers. A cell of another step than the
 * first is labelled with its step.
 */
export function termNames(
  context: ProofContext,
  cells: readonly Cell[],
  along: readonly number[] = varying(cells),
): string[] {
  const { store } = context;
  const [first] = cells;
  const step = stepOf(context, first);
  if (!first || !step) return cells.map((_, i) => String(i));
  const axes = axisNames(step);
  const places = along.length > 0 ? along : [axes.length - 1];
  return cells.map((cell, i) => {
    const batch = cell.index[axes.indexOf('batch')] ?? store.state.batch;
    if (cell.step !== first.step) {
      const other = store.step(cell.step);
      return other ? stepTitle(store, other) : String(i);
    }
    return places
      .map((axis) => placeName(store, step, axis, cell.index[axis] ?? 0, batch))
      .join(' → ');
  });
}

/** The name of the terms' axis in the page's language. */
export function termAxis(context: ProofContext, cells: readonly Cell[]): string {
  const step = stepOf(context, cells[0]);
  const [along, another] = varying(cells);
  const last = step && step.shape.length - 1;
  const axis = step && another === undefined ? axisNames(step)[along ?? last!] : undefined;
  return axis ? context.store.t.axes[axis] : '#';
}

/** The axes along which cells of the first cell's step differ. */
export function varying(cells: readonly Cell[]): number[] {
  const first = cells[0];
  if (!first) return [];
  const line = cells.filter(({ step }) => step === first.step);
  return first.index.flatMap((at, i) => (line.some(({ index }) => index[i] !== at) ? [i] : []));
}

/** The class that gives a step's name the colour of its role. */
function roleOf(context: ProofContext, cell: Cell | undefined): string {
  const step = cell && context.store.step(cell.step);
  return `of role-${step ? hueOf(step) : 'input'}`;
}

/** The row or column that operands run along, in the colour of its role. */
export const line = (context: ProofContext, cells: readonly Cell[]): TemplateResult =>
  html`<span class=${roleOf(context, cells[0])}>${lineName(context, cells)}</span>`;

/** The same as a line of its own. */
export const lineOf = (context: ProofContext, cells: readonly Cell[]): TemplateResult =>
  html`<p class="pair">${line(context, cells)}</p>`;

/** What a factor of a gradient's product is: what comes in, or how strongly it passes. */
export function factorName({ store }: ProofContext, cells: readonly Cell[]): string {
  const { upstream, derivative } = store.t.proof;
  const step = cells[0] && store.step(cells[0].step);
  return step?.gradient?.of === undefined ? derivative : upstream;
}

/** A list of operands, each with its label. */
export function list(
  context: ProofContext,
  cells: readonly Cell[],
  sign = '',
  write = precise,
): TemplateResult {
  return html`<table class="list">
    <tbody>
      ${cells.map(
        (cell, i) =>
          html`<tr>
            <td class="signed">${i > 0 ? sign : ''}</td>
            <th scope="row">${nameOf(context, cell)}</th>
            <td>${operand(context, cell, write)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** Rows of a table that scrolls if it is long; the first column labels them. */
export function terms(
  context: ProofContext,
  columns: readonly string[],
  rows: readonly TemplateResult[],
): TemplateResult {
  if (rows.length > context.rows) context.cut();
  return scrolling(
    context,
    html`<table>
      <thead>
        <tr>
          ${columns.map((column) => html`<th scope="col">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.slice(0, context.rows)}
      </tbody>
    </table>`,
  );
}

function scrolling({ store }: ProofContext, table: TemplateResult): TemplateResult {
  return html`<div class="terms" tabindex="0" role="region" aria-label=${store.t.proof.terms}>
    ${table}
  </div>`;
}

/** One term of a sum of products: its name, two factors, their product, and the sum up to it. */
export interface ProductRow {
  name: string;
  factors: readonly [Cell | Computed, Cell | Computed];
  product: string;
  sum: string;
  /** Whether it is the term of the cell itself. */
  own?: boolean;
}

/**
 * A sum of products, a row for each. In little room, the sums stand in a line of their own below: as every column is as wide
 * as its longest text, all rows break at the same place.
 */
export function products(
  context: ProofContext,
  columns: readonly string[],
  rows: readonly ProductRow[],
): TemplateResult {
  if (rows.length > context.rows) context.cut();
  const shown = rows.slice(0, context.rows);
  const { store } = context;
  const written = (factor: Cell | Computed): string =>
    typeof factor === 'number'
      ? precise(factor)
      : valueText(store, store.step(factor.step), factor.value, precise);
  const texts = shown.map(({ name, factors: [left, right], product, sum }) => [
    name,
    written(left),
    written(right),
    product,
    sum,
  ]);
  const widths = columns.map((column, i) =>
    Math.max(...column.split(' ').map(spaces), ...texts.map((row) => spaces(row[i]!))),
  );
  const factor = (of: Cell | Computed): TemplateResult | string =>
    typeof of === 'number' ? precise(of) : operand(context, of);
  const style = widths.map((width, i) => `--column-${i + 1}:${width}ch`).join(';');
  return scrolling(
    context,
    html`<table class="dot" role="table" .style=${style}>
      <thead>
        <tr role="row">
          ${columns.map(
            (column) =>
              html`<th scope="col" role="columnheader"><span class="column">${column}</span></th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${shown.map(
          ({ name, factors: [left, right], product, sum, own }) =>
            html`<tr role="row" class=${own ? 'own' : ''}>
              <th scope="row" role="rowheader">${name}</th>
              <td role="cell">${factor(left)}</td>
              <td role="cell">${factor(right)}</td>
              <td role="cell" class="product">${product}</td>
              <td role="cell" class="sum">${sum}</td>
            </tr>`,
        )}
      </tbody>
    </table>`,
  );
}

/** How many digits are as wide as a text; a Chinese character takes two. */
function spaces(text: string): number {
  const wide = text.match(/[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/gu)?.length ?? 0;
  return [...text].length + wide;
}

/** Names and numbers side by side. */
export function facts(rows: readonly (readonly [string, unknown])[]): TemplateResult {
  return html`<dl class="facts">
    ${rows.map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;
}

/** Whether the recorded number lies within the bound of the double-precision one. */
export function agrees(explanation: Explanation): boolean {
  return explanation.difference <= explanation.bound;
}
