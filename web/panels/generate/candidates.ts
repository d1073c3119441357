import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Place } from '../../figures/matrix/paint.js';
import { fill } from '../../i18n/fill.js';
import { define } from '../../kit/define.js';
import { matrixKey } from '../../kit/grid-keys.js';
import { StoreElement } from '../../kit/store-element.js';
import { extentOf } from '../../styles/colour-scales.js';
import { base } from '../../styles/index.js';
import { exact, precise, shortest } from '../../trace/numbers.js';
import type { CellRef } from '../../trace/store.js';
import { candidateStyles } from './candidates-styles.js';
import type { GenerationStore } from './store.js';
import type { Texts } from './texts/en.js';

/** One column of numbers: a row of a step, or the running sums for the draw. */
interface Column {
  name: string;
  title: string;
  values: ArrayLike<number>;
  cell(token: number): CellRef;
}

/**
 * Every token that could come next, with its logit, the logit after temperature and top-k, and its probability: one
 * grid for the keyboard. The number that is pointed at is explained beside the grid.
 */
export class ApCandidates extends StoreElement<GenerationStore> {
  static override styles = [base, candidateStyles];

  @property({ attribute: false }) t?: Texts;
  @property({ type: Boolean }) sorted = true;
  @state() private cursor: Place = { row: 0, column: 0 };

  protected override render(): TemplateResult | typeof nothing {
    const { store, t } = this;
    const choice = store?.trace?.explain('next.token', [0]);
    if (!store || !t || choice?.rule !== 'choice') return nothing;
    const { vocabulary } = store.options;
    const columns = this.columns(store, t, choice.way === 'sample' ? choice.sums : undefined);
    const order = this.order(columns.find(({ name }) => name === 'probability')!.values);
    const cursor = this.inside(order.length, columns.length);
    return html`<div class="scroll">
      <table
        role="grid"
        aria-label=${t.candidates}
        aria-rowcount=${order.length + 1}
        @keydown=${(event: KeyboardEvent) => this.onKey(event, order, columns)}
        @pointerleave=${() => store.preview(undefined)}
        @focusout=${() => store.preview(undefined)}
      >
        <thead>
          <tr role="row">
            <th role="columnheader" scope="col">${t.candidate}</th>
            ${columns.map(
              ({ name, title }) =>
                html`<th role="columnheader" scope="col" class=${name}>${title}</th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${order.map((token, row) => {
            const chosen = token === choice.position;
            const cut = columns.some(({ values }) => values[token] === -Infinity);
            return html`<tr
              role="row"
              class="${chosen ? 'chosen' : ''} ${cut ? 'cut' : ''}"
              data-token=${token}
            >
              <th role="rowheader" scope="row">
                <span class="token">${vocabulary[token]}</span>
                ${chosen ? html`<small>${t.chosen}</small>` : nothing}
                ${cut ? html`<span class="only-read-aloud">${t.isCut}</span>` : nothing}
              </th>
              ${columns.map((column, at) =>
                this.renderCell(store, column, token, {
                  here: cursor.row === row && cursor.column === at,
                  place: { row, column: at },
                }),
              )}
            </tr>`;
          })}
        </tbody>
      </table>
    </div>`;
  }

  private columns(store: GenerationStore, t: Texts, sums: number[] | undefined): Column[] {
    const of = (name: string, title: string, path: string): Column => ({
      name,
      title,
      values: store.tensor(path).data,
      cell: (token) => ({ path, index: [0, token] }),
    });
    const columns = [of('logit', t.logit, 'next.logits')];
    const tempered = store.step('next.tempered_logits');
    const cut = store.step('next.kept_logits');
    if (cut) columns.push(of('after', tempered ? t.temperedAndCut : t.cut, cut.path));
    else if (tempered) columns.push(of('after', t.tempered, tempered.path));
    columns.push(of('probability', t.probability, 'next.probabilities'));
    if (sums) {
      const cell = (): CellRef => ({ path: 'next.token', index: [0] });
      columns.push({ name: 'sum', title: t.sums, values: sums, cell });
    }
    return columns;
  }

  /** Tokens from the most probable to the least, equal ones in their order; or all in their order. */
  private order(probabilities: ArrayLike<number>): number[] {
    const places = Array.from(probabilities, (_, i) => i);
    if (!this.sorted) return places;
    return places.sort((a, b) => probabilities[b]! - probabilities[a]! || a - b);
  }

  private inside(rows: number, columns: number): Place {
    const { row, column } = this.cursor;
    return { row: Math.min(row, rows - 1), column: Math.min(column, columns - 1) };
  }

  private renderCell(
    store: GenerationStore,
    { name, values, cell }: Column,
    token: number,
    { here, place }: { here: boolean; place: Place },
  ): TemplateResult {
    const value = values[token]!;
    const ref = cell(token);
    const { kept } = store;
    const own = kept?.path === ref.path && kept.index.join() === ref.index.join();
    const bar = name === 'sum' ? nothing : renderBar(values, value, name === 'probability');
    return html`<td
      role="gridcell"
      class="${name} ${own && name !== 'sum' ? 'kept' : ''}"
      tabindex=${here ? 0 : -1}
      title=${exact(value)}
      data-value=${String(value)}
      @click=${() => {
        this.cursor = place;
        store.keep(ref);
      }}
      @focus=${() => {
        this.cursor = place;
        store.preview(ref);
      }}
      @pointerenter=${(event: PointerEvent) => {
        if (event.pointerType !== 'touch') store.preview(ref);
      }}
    >
      <span class="number">${precise(value)}</span>
      ${bar}
    </td>`;
  }

  private onKey(event: KeyboardEvent, order: number[], columns: Column[]): void {
    const { store } = this;
    const at = this.inside(order.length, columns.length);
    const size = { rows: order.length, columns: columns.length, page: 8 };
    const key = matrixKey(event, at, size);
    if (!store || !key || key.act === 'edit') return;
    event.preventDefault();
    event.stopPropagation();
    if (key.act === 'move') {
      this.cursor = key.to;
      void this.updateComplete.then(() =>
        this.renderRoot.querySelector<HTMLElement>('td[tabindex="0"]')?.focus(),
      );
    } else if (key.act === 'release') {
      store.preview(undefined);
      store.keep(undefined);
    } else {
      store.keep(columns[at.column]!.cell(order[at.row]!));
    }
  }
}

/** A bar for a number: logits extend to both sides of 0, probabilities from 0 to 1. */
export function renderBar(
  values: ArrayLike<number>,
  value: number,
  share: boolean,
): TemplateResult {
  if (value === -Infinity) return html`<i class="bar none" aria-hidden="true"></i>`;
  const finite = Float32Array.from(Array.from(values).filter(Number.isFinite));
  const extent = extentOf(finite);
  const low = share ? 0 : Math.min(0, extent.low);
  const high = share ? 1 : Math.max(0, extent.high);
  const room = high - low || 1;
  const left = Math.min(0, value) - low;
  const style = `--from:${left / room};--long:${Math.abs(value) / room};--zero:${-low / room}`;
  return html`<i
    class="bar ${value < 0 ? 'negative' : ''}"
    .style=${style}
    aria-hidden="true"
  ></i>`;
}

/** The running sums as sections of a line, and the number drawn. */
export function renderDraw(t: Texts, store: GenerationStore): TemplateResult | typeof nothing {
  const choice = store.trace?.explain('next.token', [0]);
  if (choice?.rule !== 'choice') return nothing;
  const { vocabulary } = store.options;
  const { position, operands, draw, sums } = choice;
  const token = vocabulary[position]!;
  const value = operands[position]!.value;
  if (choice.way !== 'sample') {
    return html`<p class="drawn">${fill(t.greedyText, { token, value: shortest(value) })}</p>`;
  }
  const sum = sums[sums.length - 1]!;
  return html`<p class="drawn" data-draw=${draw}>
      ${fill(t.drawn, { draw: shortest(draw), token, sum: precise(sum) })}
    </p>
    <div class="line" role="img" aria-label=${t.drawnPicture} .style="--draw:${draw}">
      ${operands.map((cell, i) =>
        cell.value === 0
          ? nothing
          : html`<span
              class=${i === position ? 'own' : ''}
              .style="flex-grow:${cell.value}"
              title="${vocabulary[i]}: ${precise(cell.value)}"
              ><span>${vocabulary[i]}</span></span
            >`,
      )}
      <b></b>
    </div>`;
}

define('ap-candidates', ApCandidates);

declare global {
  interface HTMLElementTagNameMap {
    'ap-candidates': ApCandidates;
  }
}
