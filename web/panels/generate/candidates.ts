import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { CellPosition } from '../../figures/layout/outline.js';
import type { Computed } from '../../engine/types/computed.js';
import { fill } from '../../i18n/fill.js';
import { define } from '../../kit/element/define.js';
import { matrixKey } from '../../kit/input/grid-keys.js';
import { StoreElement } from '../../kit/element/store-element.js';
import { whenDrawn } from '../../kit/element/when-drawn.js';
import type { Extent } from '../../styles/colour-scales.js';
import { base } from '../../styles/index.js';
import { exact, precise } from '../../trace/numbers.js';
import type { CellRef } from '../../trace/store.js';
import { barFor } from './bars.js';
import { candidateStyles } from './candidates-styles.js';
import type { GenerationStore } from './store.js';
import type { Texts } from './texts/en.js';

/** More rows would take a token too long, and few of them say anything. */
const SHOWN = 24;

/** One column of numbers: a row of a step, or the running sums for the draw. */
interface Column {
  name: string;
  title: string;
  values: ArrayLike<Computed>;
  /** Of the numbers that bars show; none for running sums. */
  extent?: Extent;
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
  /** Whether those beyond the first ones are shown too. */
  @state() private all = false;
  @state() private cursor: CellPosition = { row: 0, column: 0 };

  protected override render(): TemplateResult | typeof nothing {
    const { store, t } = this;
    const choice = store?.trace?.explain('next.token', [0]);
    if (!store || !t || choice?.rule !== 'choice') return nothing;
    const { vocabulary } = store.options;
    const columns = this.columns(store, t, choice.way === 'sample' ? choice.sums : undefined);
    const whole = this.sorted ? choice.order : [...choice.order.keys()];
    const order = this.all ? whole : firstOf(whole, choice.position);
    const cursor = this.inside(order.length, columns.length);
    return html`<div class="scroll">
      <table
        role="grid"
        aria-label=${t.candidates}
        aria-rowcount=${whole.length + 1}
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
      ${
        order.length < whole.length
          ? html`<button type="button" class="all" @click=${() => (this.all = true)}>
              ${fill(t.allCandidates, { n: whole.length })}
            </button>`
          : nothing
      }
    </div>`;
  }

  private columns(store: GenerationStore, t: Texts, sums: Computed[] | undefined): Column[] {
    const of = (name: string, title: string, path: string): Column => ({
      name,
      title,
      values: store.tensor(path).data,
      extent: name === 'probability' ? { low: 0, high: 1 } : store.extent(path),
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

  private inside(rows: number, columns: number): CellPosition {
    const { row, column } = this.cursor;
    return { row: Math.min(row, rows - 1), column: Math.min(column, columns - 1) };
  }

  private renderCell(
    store: GenerationStore,
    { name, values, extent, cell }: Column,
    token: number,
    { here, place }: { here: boolean; place: CellPosition },
  ): TemplateResult {
    const value = values[token]!;
    const ref = cell(token);
    const { kept } = store;
    const own = kept?.path === ref.path && kept.index.join() === ref.index.join();
    const bar = extent && barFor(value, extent);
    return html`<td
      role="gridcell"
      class="number ${name} ${bar?.name ?? ''} ${own && name !== 'sum' ? 'kept' : ''}"
      .style=${bar?.style ?? ''}
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
      ${precise(value)}
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
      whenDrawn(this, () =>
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

/** The first of a long list, and the chosen one if it is not among them. */
function firstOf(order: readonly number[], chosen: number): number[] {
  const first = order.slice(0, SHOWN);
  return order.length > SHOWN && !first.includes(chosen) ? [...first, chosen] : first;
}

define('ap-candidates', ApCandidates);

declare global {
  interface HTMLElementTagNameMap {
    'ap-candidates': ApCandidates;
  }
}
