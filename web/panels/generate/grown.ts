import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { define } from '../../kit/define.js';
import { isStill } from '../../kit/motion.js';
import { SizeController } from '../../kit/size.js';
import type { ApMatrix } from '../../parts/matrix/matrix.js';
import '../../parts/matrix/matrix.js';
import { base } from '../../styles/index.js';
import type { TraceStore } from '../../trace/store.js';

const MOTION_MS = 320;
/** Gap between a matrix's column labels and its cells, in pixels. */
const GAP = 2;

/** A matrix that grows with every token: cached and new rows are labelled; new ones unroll. */
export class ApGrownMatrix extends LitElement {
  static override styles = [
    base,
    css`
      :host {
        display: flex;
        min-inline-size: 0;
      }
      .brackets {
        position: relative;
        flex: none;
        inline-size: 46px;
        /* the matrix scrolls within this */
        max-block-size: min(85vh, 800px);
        overflow: hidden;
      }
      .brackets span {
        position: absolute;
        inset-inline: 0 4px;
        inset-block-start: calc(var(--top) * 1px - var(--scrolled, 0px));
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
      ap-matrix {
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
  @query('ap-matrix') private readonly matrix!: ApMatrix | null;
  private shown: unknown;

  constructor() {
    super();
    new SizeController(this, 0, () => void this.measure());
  }

  protected override render(): TemplateResult | typeof nothing {
    if (!this.store) return nothing;
    const { rows, kept } = this;
    const { top, row } = this.frame;
    const bracket = (name: string, text: string, from: number, count: number) =>
      count === 0 || row === 0
        ? nothing
        : html`<span
            class=${name}
            data-rows=${count}
            style="--top:${top + from * row};--tall:${count * row}"
            >${text}</span
          >`;
    return html`<div class="brackets">
        ${bracket('kept', this.keptName, 0, kept)}
        ${bracket('new', this.newName, kept, rows - kept)}
      </div>
      <ap-matrix .store=${this.store} .path=${this.path}></ap-matrix>`;
  }

  protected override updated(): void {
    void this.measure();
    const { arrival } = this;
    if (arrival === this.shown) return;
    const first = this.shown === undefined;
    this.shown = arrival;
    if (!first && arrival !== undefined) void this.unroll();
  }

  /** Takes the place of the drawn cells from the matrix's geometry, as measuring a box would cost a layout. */
  private async measure(): Promise<void> {
    await this.matrix?.updateComplete;
    const { geometry, scroller } = this.matrix ?? {};
    if (!geometry || !scroller) return;
    scroller.onscroll = () => this.style.setProperty('--scrolled', `${scroller.scrollTop}px`);
    const [top, row] = [geometry.header + GAP, geometry.cellHeight];
    if (top !== this.frame.top || row !== this.frame.row) this.frame = { top, row };
  }

  private async unroll(): Promise<void> {
    await this.matrix?.updateComplete;
    const body = this.matrix?.body;
    if (!body || isStill()) return;
    const fresh = ((this.rows - this.kept) / this.rows) * 100;
    body.animate([{ clipPath: `inset(0 0 ${fresh}% 0)` }, { clipPath: 'inset(0 0 0 0)' }], {
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
