import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { define } from '../../kit/element/define.js';
import { cellName, fill } from '../../trace/names.js';
import { parseNumber } from '../../trace/numbers.js';
import type { CellRef, TraceStore } from '../../trace/store.js';

/**
 * A field over one cell. Enter hands the number to the store; a number that the engine refuses stays in the field;
 * Escape cancels. −∞ may be typed as -inf, -∞ or -Infinity.
 * @fires ap-close when it is done; `detail` is whether a key closed it
 */
export class ApCellEditor extends LitElement {
  static override styles = css`
    input {
      inline-size: 100%;
      block-size: 100%;
      box-sizing: border-box;
      padding: 0 6px;
      font: var(--ap-text-s) / 1 var(--ap-mono);
      color: var(--ap-ink);
      background: var(--ap-surface);
      border: 2px solid var(--ap-accent);
      border-radius: 0;
      outline: none;
    }
    input[aria-invalid='true'] {
      border-color: var(--ap-danger);
    }
    @media (pointer: coarse) {
      input {
        font-size: var(--ap-text-l); /* phones zoom in on smaller text */
      }
    }
  `;

  @property({ attribute: false }) store?: TraceStore;
  @property({ attribute: false }) cell?: CellRef;
  /** The initial number, in full. */
  @property() value = '';
  /** Text typed on the grid, which replaces the number. */
  @property() typed = '';
  /** Whether Enter was pressed before the field was there. */
  @property({ attribute: false }) entered?: boolean;
  @state() private wrong = false;
  @query('input') private readonly field!: HTMLInputElement;
  private closed = false;

  protected override render(): TemplateResult | typeof nothing {
    const { store, cell } = this;
    const step = cell && store?.step(cell.path);
    if (!store || !cell || !step) return nothing;
    return html`<input
      autocomplete="off"
      spellcheck="false"
      enterkeyhint="done"
      aria-invalid=${this.wrong}
      aria-label=${fill(store.t.proof.newValue, { cell: cellName(store, step, cell.index) })}
      @keydown=${this.onKey}
      @blur=${this.onBlur}
    />`;
  }

  protected override firstUpdated(): void {
    this.field.value = this.typed || this.value;
    this.field.focus();
    if (!this.typed) this.field.select();
    if (this.entered && this.commit()) this.close(true);
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    if (event.key === 'Escape') this.close(true);
    else if (event.key === 'Enter' && this.commit()) this.close(true);
    else if (event.key !== 'Enter') return;
    event.preventDefault();
  };

  /** Losing focus commits a valid number and discards anything else. */
  private readonly onBlur = (): void => {
    if (!this.closed && !Number.isNaN(parseNumber(this.field.value))) this.commit();
    this.close(false);
  };

  private commit(): boolean {
    const { store, cell, field } = this;
    if (!store || !cell || field.value === this.value) return true;
    store.edit(cell.path, [...cell.index], parseNumber(field.value));
    this.wrong = store.problem !== undefined;
    return !this.wrong;
  }

  private close(byKey: boolean): void {
    if (this.closed) return;
    this.closed = true;
    this.dispatchEvent(new CustomEvent('ap-close', { detail: byKey }));
  }
}

define('ap-cell-editor', ApCellEditor);

declare global {
  interface HTMLElementTagNameMap {
    'ap-cell-editor': ApCellEditor;
  }
}
