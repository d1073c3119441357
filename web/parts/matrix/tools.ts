import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { MatrixSize } from '../../figures/matrix/geometry.js';
import { valueAt, type MatrixModel } from '../../figures/matrix/model.js';
import { define } from '../../kit/define.js';
import { fill } from '../../trace/names.js';
import { exact, flipped, rounded } from '../../trace/numbers.js';
import type { TraceStore } from '../../trace/store.js';
import { toolsStyles } from './tools-styles.js';

const COLUMNS = 16; // per page of the native table

/**
 * The actions on a matrix, each a named button.
 * @fires ap-edit to edit the cell under the cursor
 * @fires ap-size with 'digits' or 'fit'
 */
export class ApMatrixTools extends LitElement {
  static override styles = toolsStyles;

  @property({ attribute: false }) store?: TraceStore;
  @property() path = '';
  @property({ attribute: false }) model?: MatrixModel;
  @property() size: MatrixSize = 'fit';
  @property({ type: Boolean }) compact = false;
  /** Rows and columns are swapped, also when pasting. */
  @property({ type: Boolean }) transposed = false;

  @state() private open: 'none' | 'table' | 'paste' = 'none';
  @state() private message = '';
  @state() private from = 0;
  private pasted = '';

  protected override render(): TemplateResult | typeof nothing {
    const { store, model } = this;
    if (!store || !model) return nothing;
    const words = store.t.proof;
    const buttons = html`<div class="tools">
      ${
        model.plain
          ? nothing
          : this.button(this.size === 'digits' ? words.fit : words.digits, false, () =>
              this.send('ap-size', this.size === 'digits' ? 'fit' : 'digits'),
            )
      }
      ${this.button(words.edit, false, () => this.send('ap-edit'))}
      ${this.button(words.paste, this.open === 'paste', () => this.toggle('paste'))}
      ${this.button(words.table, this.open === 'table', () => this.toggle('table'))}
      ${this.button(words.csv, false, () => void this.copy())}
      <span class="said" role="status">${this.message}</span>
    </div>`;
    return html`${
      this.compact
        ? html`<details>
            <summary>${words.tools}</summary>
            ${buttons}
          </details>`
        : buttons
    }
    ${this.open === 'paste' ? this.renderPaste(store) : nothing}
    ${this.open === 'table' ? this.renderTable(store, model) : nothing}`;
  }

  private button(text: string, pressed: boolean, act: () => void): TemplateResult {
    return html`<button type="button" class="tool" aria-pressed=${pressed || nothing} @click=${act}>
      ${text}
    </button>`;
  }

  private send(name: string, detail?: MatrixSize): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  private toggle(what: 'table' | 'paste'): void {
    this.open = this.open === what ? 'none' : what;
  }

  private renderPaste(store: TraceStore): TemplateResult {
    const words = store.t.proof;
    return html`<form class="paste" @submit=${this.onApply}>
      <label
        >${words.pasteHint}
        <textarea
          rows="4"
          spellcheck="false"
          .value=${this.pasted}
          @input=${(event: Event) => (this.pasted = (event.target as HTMLTextAreaElement).value)}
        ></textarea>
      </label>
      <button type="submit" class="tool">${words.apply}</button>
      <button type="button" class="tool" @click=${() => (this.open = 'none')}>
        ${words.cancel}
      </button>
    </form>`;
  }

  /** Text that the store refuses stays in the field. */
  private readonly onApply = (event: Event): void => {
    event.preventDefault();
    if (!this.store || this.pasted.trim() === '') return;
    this.store.paste(this.path, this.transposed ? flipped(this.pasted) : this.pasted);
    if (this.store.problem) return;
    this.pasted = '';
    this.open = 'none';
  };

  private renderTable(store: TraceStore, model: MatrixModel): TemplateResult {
    const words = store.t.proof;
    const { columns, rows } = model.layout;
    const from = Math.min(this.from, Math.max(0, columns - 1));
    const to = Math.min(columns, from + COLUMNS);
    const range = (size: number, start = 0): number[] =>
      Array.from({ length: size }, (_, i) => start + i);
    return html`${columns > COLUMNS ? this.renderPager(words.columnsOf, columns, from, to) : nothing}
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
                      ${rounded(value, model.decimals)} ${model.words[value]}
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

  private async copy(): Promise<void> {
    const { store, model } = this;
    if (!store || !model) return;
    try {
      await navigator.clipboard.writeText(toCsv(model));
      this.message = store.t.proof.copied;
    } catch {
      this.message = store.t.proof.notCopied;
    }
  }
}

function columnName(model: MatrixModel, column: number): string {
  const group = model.groupLabels[Math.floor(column / model.layout.group)];
  return [group, model.columnLabels[column]].filter(Boolean).join(' ');
}

/** Comma-separated, labels first, every number in full. */
function toCsv(model: MatrixModel): string {
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

define('ap-matrix-tools', ApMatrixTools);

declare global {
  interface HTMLElementTagNameMap {
    'ap-matrix-tools': ApMatrixTools;
  }
}
