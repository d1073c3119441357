import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { PlacedGrid } from '../../figures/figure.js';
import { numberAlone, valueAt } from '../../figures/layout/grid.js';
import { columnName, wordsOf } from '../../figures/render/words.js';
import { copyText } from '../../kit/input/copy-text.js';
import { define } from '../../kit/element/define.js';
import { StoreElement } from '../../kit/element/store-element.js';
import { fill } from '../../trace/names.js';
import { exact, flipped } from '../../trace/numbers.js';
import type { TraceStore } from '../../trace/store.js';
import type { ApFigure } from './figure.js';
import { wholeFigure } from './drawable.js';
import { toolsStyles } from './tools-styles.js';

const COLUMNS = 16; // per page of the native table

/** The actions on a figure and on its result, each a named button; and the figure in words and as a table. */
export class ApFigureTools extends StoreElement {
  static override styles = toolsStyles;

  @property() path = '';
  @property({ attribute: false }) figure?: ApFigure;

  @state() private open: 'none' | 'words' | 'table' | 'paste' = 'none';
  /** What became of the last action, in the language that the page has. */
  @state() private said: ((store: TraceStore) => string) | undefined;
  @state() private from = 0;
  private pasted = '';

  private get model(): PlacedGrid | undefined {
    return this.figure?.figure?.grids.find(
      ({ isResult, step }) => isResult && step.path === this.path,
    );
  }

  /** Another step: what was said and where its table was read belong to the one before. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('path')) return;
    this.said = undefined;
    this.from = 0;
  }

  /** After the figure, whose numbers it shows. */
  protected override async scheduleUpdate(): Promise<void> {
    await this.figure?.updateComplete;
    await super.scheduleUpdate();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { store, figure, model } = this;
    if (!store || !figure || !model) return nothing;
    // An edit of what it shows renders it again.
    store.tensor(this.path);
    const texts = store.t.figure;
    const hasDigits = model.decimals !== undefined;
    return html`<div class="tools">
        ${
          model.scale.kind === 'plain'
            ? nothing
            : this.button(hasDigits ? texts.fit : texts.digits, false, () => {
                figure.detail = hasDigits ? 'fit' : 'digits';
                // It waits for the figure.
                this.requestUpdate();
              })
        }
        ${
          model.step.op === 'mask'
            ? this.button(figure.apart ? texts.hideMask : texts.showMask, false, () => {
                figure.apart = !figure.apart;
                this.requestUpdate();
              })
            : nothing
        }
        ${this.button(texts.edit, false, () => figure.edit())}
        ${this.button(texts.paste, this.open === 'paste', () => this.toggle('paste'))}
        ${this.button(texts.inWords, this.open === 'words', () => this.toggle('words'))}
        ${this.button(texts.table, this.open === 'table', () => this.toggle('table'))}
        ${this.button(texts.csv, false, () => this.copy(toCsv(model)))}
        ${this.button(texts.copyText, false, () => this.copy(this.asText(store, figure)))}
        <span class="said" role="status">${this.said?.(store)}</span>
      </div>
      ${this.open === 'words' ? this.renderWords(store, figure) : nothing}
      ${this.open === 'paste' ? this.renderPaste(store) : nothing}
      ${this.open === 'table' ? this.renderTable(store, model) : nothing}`;
  }

  private button(text: string, pressed: boolean, act: () => void | Promise<void>): TemplateResult {
    return html`<button type="button" class="tool" aria-pressed=${pressed || nothing} @click=${act}>
      ${text}
    </button>`;
  }

  private toggle(what: 'words' | 'table' | 'paste'): void {
    this.open = this.open === what ? 'none' : what;
  }

  private renderWords(store: TraceStore, figure: ApFigure): TemplateResult {
    const { inWords } = store.t.figure;
    return html`<div class="words" role="region" aria-label=${inWords} tabindex="0">
      ${this.asText(store, figure)
        .split('\n')
        .map((line) => html`<p>${line}</p>`)}
    </div>`;
  }

  private renderPaste(store: TraceStore): TemplateResult {
    const texts = store.t.figure;
    return html`<form class="paste" @submit=${this.onApply}>
      <label
        >${texts.pasteHint}
        <textarea
          rows="4"
          spellcheck="false"
          .value=${this.pasted}
          @input=${(event: Event) => (this.pasted = (event.target as HTMLTextAreaElement).value)}
        ></textarea>
      </label>
      <button type="submit" class="tool">${texts.apply}</button>
      <button type="button" class="tool" @click=${() => (this.open = 'none')}>
        ${texts.cancel}
      </button>
    </form>`;
  }

  /** Text that the store refuses stays in the field. */
  private readonly onApply = (event: Event): void => {
    event.preventDefault();
    if (!this.store || this.pasted.trim() === '') return;
    this.store.paste(this.path, this.model?.transposed ? flipped(this.pasted) : this.pasted);
    if (this.store.problem) return;
    this.pasted = '';
    this.open = 'none';
  };

  private renderTable(store: TraceStore, model: PlacedGrid): TemplateResult {
    const { columnsOf } = store.t.figure;
    const { columns, rows } = model.layout;
    const from = Math.min(this.from, Math.max(0, columns - 1));
    const to = Math.min(columns, from + COLUMNS);
    const range = (size: number, start = 0): number[] =>
      Array.from({ length: size }, (_, i) => start + i);
    return html`${columns > COLUMNS ? this.renderPager(columnsOf, columns, from, to) : nothing}
      <div class="table" tabindex="0">
        <table>
          <caption>
            ${this.path}
          </caption>
          <thead>
            <tr>
              <td></td>
              ${range(to - from, from).map(
                (column) => html`<th scope="col">${columnName(model, column)}</th>`,
              )}
            </tr>
          </thead>
          <tbody>
            ${range(rows).map(
              (row) =>
                html`<tr>
                  <th scope="row">${model.rowLabels[row]}</th>
                  ${range(to - from, from).map((column) => {
                    const value = valueAt(model, row, column);
                    return html`<td
                      data-index=${model.layout.index(row, column).join()}
                      data-value=${String(value)}
                    >
                      ${numberAlone(model, value, store.state.decimals)} ${model.words[value]}
                    </td>`;
                  })}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`;
  }

  private renderPager(text: string, columns: number, from: number, to: number): TemplateResult {
    return html`<p class="pager">
      <button
        type="button"
        class="tool"
        ?disabled=${from === 0}
        @click=${() => (this.from = Math.max(0, from - COLUMNS))}
      >
        ←
      </button>
      ${fill(text, { from, to: to - 1, n: columns })}
      <button
        type="button"
        class="tool"
        ?disabled=${to >= columns}
        @click=${() => (this.from = from + COLUMNS)}
      >
        →
      </button>
    </p>`;
  }

  private asText(store: TraceStore, figure: ApFigure): string {
    const whole = wholeFigure(figure);
    return whole ? wordsOf(store, whole, store.t.figure) : '';
  }

  private async copy(text: string): Promise<void> {
    const { path } = this;
    const isCopied = await copyText(text);
    this.say(path, ({ t }) => (isCopied ? t.proof.copied : t.proof.notCopied));
  }

  /** Says what became of an action on a step, unless another one is shown since. */
  private say(path: string, said: ((store: TraceStore) => string) | undefined): void {
    if (path === this.path) this.said = said;
  }
}

/** Comma-separated, labels first, every number in full. */
function toCsv(model: PlacedGrid): string {
  const quote = (text: string): string =>
    /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  const { rows, columns } = model.layout;
  const lines: string[] = [];
  const head: string[] = [''];
  for (let column = 0; column < columns; column += 1) head.push(quote(columnName(model, column)));
  lines.push(head.join());
  for (let row = 0; row < rows; row += 1) {
    const line = [quote(model.rowLabels[row] ?? '')];
    for (let column = 0; column < columns; column += 1) {
      line.push(exact(valueAt(model, row, column)).replace('−∞', '-Infinity'));
    }
    lines.push(line.join());
  }
  return lines.join('\n');
}

define('ap-figure-tools', ApFigureTools);

declare global {
  interface HTMLElementTagNameMap {
    'ap-figure-tools': ApFigureTools;
  }
}
