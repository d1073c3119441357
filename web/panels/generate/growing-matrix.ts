import { css, unsafeCSS, html, LitElement, nothing, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { define } from '../../kit/element/define.js';
import { isStill } from '../../kit/element/motion.js';
import { renderTitle } from '../../kit/drawing/shape-title.js';
import { SizeController } from '../../kit/element/size.js';
import { inItsTurn } from '../../kit/element/turns.js';
import '../../parts/figure/slice.js';
import type { ApSlice } from '../../parts/figure/slice.js';
import { roleColours, titleStyles } from '../../styles/controls.js';
import { base } from '../../styles/index.js';
import type { TraceStore } from '../../trace/store.js';

const MOTION_MS = 320;
const BRACKETS = 46;

/** A matrix that grows with every token: cached and new rows are labelled; new ones unroll. */
export class ApGrownMatrix extends LitElement {
  static override styles = [
    base,
    roleColours,
    titleStyles,
    css`
      :host {
        display: flex;
        flex-wrap: wrap;
        min-inline-size: 0;
      }
      p {
        flex: 0 0 100%;
        margin: 0 0 4px;
      }
      .brackets {
        position: relative;
        flex: none;
        inline-size: ${unsafeCSS(BRACKETS)}px;
      }
      .brackets span {
        position: absolute;
        inset-inline: 0 4px;
        inset-block-start: calc(var(--top) * 1px);
        block-size: calc(var(--tall) * 1px - 2px);
        min-block-size: 16px;
        padding-inline-end: 6px;
        border-inline-end: 3px solid var(--ap-line);
        color: var(--ap-ink-soft);
        font-size: var(--ap-text-s);
        line-height: 16px;
        text-align: end;
      }
      .brackets .new {
        border-color: var(--ap-accent);
        color: var(--ap-accent);
      }
      ap-slice {
        flex: 1;
        min-inline-size: 0;
      }
    `,
  ];

  @property({ attribute: false }) store?: TraceStore;
  @property() path = '';
  /** How many rows are from earlier passes. */
  @property({ type: Number }) kept = 0;
  @property({ type: Number }) rows = 0;
  @property() keptName = '';
  @property() newName = '';
  /** A new value means that a row has been appended; it is animated. */
  @property({ attribute: false }) arrival: unknown;

  @state() private frame = { top: 0, row: 0 };
  @query('ap-slice') private readonly matrix!: ApSlice | null;
  private readonly size = new SizeController(this);
  private shown: unknown;

  protected override scheduleUpdate(): void | Promise<unknown> {
    return inItsTurn(this, () => super.scheduleUpdate());
  }

  protected override render(): TemplateResult | typeof nothing {
    const { store, rows, kept } = this;
    const step = store?.step(this.path);
    if (!store || !step || this.size.width === 0) return nothing;
    const { top, row } = this.frame;
    const bracket = (name: string, text: string, from: number, count: number) =>
      count === 0 || row === 0
        ? nothing
        : html`<span
            class=${name}
            data-rows=${count}
            .style="--top:${top + from * row};--tall:${count * row}"
            >${text}</span
          >`;
    return html`<p class="role-${step.role}">${renderTitle(store, step)}</p>
      <div class="brackets">
        ${bracket('kept', this.keptName, 0, kept)}
        ${bracket('new', this.newName, kept, rows - kept)}
      </div>
      <ap-slice
        .store=${this.store}
        .path=${this.path}
        .room=${this.size.width - BRACKETS}
        untitled
      ></ap-slice>`;
  }

  protected override updated(): void {
    // Both wait for the figure, and draw nothing without one.
    void this.measure();
    const { arrival } = this;
    if (arrival === this.shown) return;
    const first = this.shown === undefined;
    this.shown = arrival;
    if (!first && arrival !== undefined) void this.unroll();
  }

  /** Takes the place of the rows from the figure, as measuring a box would cost a layout. */
  private async measure(): Promise<void> {
    await this.matrix?.updateComplete;
    const [grid] = this.matrix?.figure?.grids ?? [];
    if (!grid) return;
    const [top, row] = [grid.box.y, grid.cellHeight];
    if (top !== this.frame.top || row !== this.frame.row) this.frame = { top, row };
  }

  private async unroll(): Promise<void> {
    await this.matrix?.updateComplete;
    const { figure, canvas } = this.matrix ?? {};
    const [grid] = figure?.grids ?? [];
    if (!figure || !canvas || !grid || isStill()) return;
    const fresh =
      (this.rows - this.kept) * grid.cellHeight + figure.height - grid.box.y - grid.box.height;
    canvas.animate([{ clipPath: `inset(0 0 ${fresh}px 0)` }, { clipPath: 'inset(0 0 0 0)' }], {
      duration: MOTION_MS,
      easing: 'ease-out',
    });
  }
}

define('ap-grown-matrix', ApGrownMatrix);

declare global {
  interface HTMLElementTagNameMap {
    'ap-grown-matrix': ApGrownMatrix;
  }
}
