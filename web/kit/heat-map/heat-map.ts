import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { paintMatrix, type Place } from '../../figures/matrix/paint.js';
import { inkOf, legendGradient, type Scale } from '../../styles/colour-scales.js';
import { base } from '../../styles/index.js';
import { rounded, shortest } from '../../trace/numbers.js';
import { define } from '../define.js';
import { matrixKey } from '../grid-keys.js';
import { SizeController } from '../size.js';
import { ticks } from '../ticks.js';
import { inItsTurn } from '../turns.js';
import { heatMapStyles } from './styles.js';

/** A kept cell; `other` if Shift was held. */
export interface Kept extends Place {
  other: boolean;
}

const GUTTER = 44;

/**
 * Numbers as pixels: each cell is a whole number of screen pixels wide, and the map scrolls if it is too wide. It is
 * one grid for the keyboard, which names the cell at the cursor.
 *
 * @fires ap-point - a cell is pointed at; `detail` is its place, or null if none is any more
 * @fires ap-keep - a cell was clicked or entered; `detail` is a `Kept`
 */
export class ApHeatMap extends LitElement {
  static override styles = [base, heatMapStyles];

  @property({ attribute: false }) data = new Float32Array(0);
  @property({ type: Number }) rows = 0;
  @property({ type: Number }) columns = 0;
  @property({ attribute: false }) scale: Scale | undefined;
  /** The names of the grid, of its axes and of a cell. */
  @property() name = '';
  @property() rowTitle = '';
  @property() columnTitle = '';
  @property({ attribute: false }) cellName: (row: number, column: number) => string = () => '';
  /** The framed cell, and a second marked row. */
  @property({ attribute: false }) active: Place = { row: 0, column: 0 };
  @property({ type: Number }) secondRow: number | undefined;
  /** The maximum height in pixels, unless cells would be lower than one pixel. */
  @property({ type: Number }) tallest = 320;
  /** Whether cells are square. */
  @property({ type: Boolean }) square = false;

  /** Announced politely when the keyboard moves the cursor. */
  @state() private spoken = '';
  @query('.scroll') private readonly scroller!: HTMLElement | null;
  @query('canvas') private readonly canvas!: HTMLCanvasElement | null;
  private painted: unknown[] = [];
  private readonly size = new SizeController(this);

  /** The size of a cell in whole pixels, so that all columns are equally wide and none is lost. */
  private get cell(): { width: number; height: number } {
    const fit = (room: number, count: number, most: number): number =>
      Math.max(1, Math.min(most, Math.floor(room / Math.max(1, count))));
    const width = fit(this.size.width - GUTTER, this.columns, 72);
    const height = fit(this.tallest, this.rows, 36);
    const side = Math.min(width, height);
    return this.square ? { width: side, height: side } : { width, height };
  }

  protected override scheduleUpdate(): void | Promise<unknown> {
    return inItsTurn(this, () => super.scheduleUpdate());
  }

  protected override render(): TemplateResult | typeof nothing {
    const { scale, rows, columns, active } = this;
    if (!scale || this.size.width === 0 || rows * columns === 0) return nothing;
    const { width, height } = this.cell;
    const sizes = `--w:${width}px;--h:${height}px;--rows:${rows};--cols:${columns}`;
    const id = `cell-${active.row}-${active.column}`;
    return html`<figure style=${sizes}>
      <div class="axes" aria-hidden="true">
        <span>${this.rowTitle} ↓</span><span>${this.columnTitle} →</span>
      </div>
      <div class="plot">
        <div class="gutter" aria-hidden="true">
          ${ticks(rows, rows * height, 22).map((at) => html`<b style="--at:${at}">${at}</b>`)}
        </div>
        <div class="scroll" tabindex="-1">
          <div class="head" aria-hidden="true">
            ${ticks(columns, columns * width).map((at) => html`<b style="--at:${at}">${at}</b>`)}
          </div>
          <div
            class="grid"
            role="grid"
            tabindex="0"
            aria-label=${this.name}
            aria-readonly="true"
            aria-rowcount=${rows}
            aria-colcount=${columns}
            aria-activedescendant=${id}
            @keydown=${this.onKey}
            @pointermove=${this.onPoint}
            @pointerleave=${this.release}
            @blur=${this.onBlur}
            @click=${this.onClick}
          >
            <canvas aria-hidden="true"></canvas>
            ${this.renderDigits(scale)}
            <i class="row" style="--r:${active.row}"></i>
            <i class="column" style="--c:${active.column}"></i>
            ${
              this.secondRow === undefined
                ? nothing
                : html`<i class="row second" style="--r:${this.secondRow}"></i>`
            }
            <div role="row" aria-rowindex=${active.row + 1}>
              <div
                role="gridcell"
                id=${id}
                style="--r:${active.row};--c:${active.column}"
                aria-colindex=${active.column + 1}
                aria-selected="true"
                aria-label=${this.cellText(active)}
                data-row=${active.row}
                data-column=${active.column}
                data-value=${String(this.valueAt(active))}
              ></div>
            </div>
          </div>
        </div>
      </div>
      <div class="legend">
        <b>${rounded(scale.low, 2)}</b>
        <i style="background:${legendGradient(scale)}"></i>
        <b>${rounded(scale.high, 2)}</b>
      </div>
      <p class="only-read-aloud" aria-live="polite">${this.spoken}</p>
    </figure>`;
  }

  /** Renders digits if cells have room for them. */
  private renderDigits(scale: Scale): TemplateResult[] | typeof nothing {
    const { width, height } = this.cell;
    if (width < 44 || height < 20 || this.rows * this.columns > 400) return nothing;
    return [...this.data].map((value, i) => {
      const [row, column] = [Math.floor(i / this.columns), i % this.columns];
      // Two decimals are enough, as the readout shows the number in full.
      return html`<span
        class="digits ${inkOf(scale, value)}"
        aria-hidden="true"
        style="--r:${row};--c:${column};"
        >${rounded(value, 2)}</span
      >`;
    });
  }

  protected override updated(): void {
    const { canvas, scale, data, rows, columns } = this;
    if (!canvas || !scale || data.length !== rows * columns) return;
    const now = [canvas, data, scale.table, scale.high];
    if (now.every((part, i) => part === this.painted[i])) return;
    this.painted = now;
    paintMatrix(canvas, data, { rows, columns, flat: (r, c) => r * columns + c }, scale);
  }

  private valueAt({ row, column }: Place): number {
    return this.data[row * this.columns + column] ?? NaN;
  }

  private cellText(place: Place): string {
    return `${this.cellName(place.row, place.column)}: ${shortest(this.valueAt(place))}`;
  }

  private placeOf(event: MouseEvent): Place {
    const box = this.canvas!.getBoundingClientRect();
    const at = (offset: number, size: number, count: number): number =>
      Math.max(0, Math.min(count - 1, Math.floor(offset / size)));
    return {
      row: at(event.clientY - box.top, this.cell.height, this.rows),
      column: at(event.clientX - box.left, this.cell.width, this.columns),
    };
  }

  private readonly onPoint = (event: PointerEvent): void => {
    if (event.pointerType === 'touch') return;
    const place = this.placeOf(event);
    const { row, column } = this.active;
    if (place.row !== row || place.column !== column) this.tell('ap-point', place);
  };

  private readonly release = (): void => this.tell('ap-point', null);

  private readonly onBlur = (): void => {
    this.spoken = '';
    this.release();
  };

  private readonly onClick = (event: MouseEvent): void =>
    this.tell('ap-keep', { ...this.placeOf(event), other: event.shiftKey });

  private readonly onKey = (event: KeyboardEvent): void => {
    const key = matrixKey(event, this.active, { rows: this.rows, columns: this.columns, page: 16 });
    if (!key || key.act === 'edit') return;
    event.preventDefault();
    event.stopPropagation();
    if (key.act === 'move') {
      this.tell('ap-point', key.to);
      this.reveal(key.to);
      this.spoken = this.cellText(key.to);
    } else if (key.act === 'release') {
      this.release();
    } else {
      this.tell('ap-keep', { ...this.active, other: event.shiftKey });
    }
  };

  /** Scrolls the cursor into sight. */
  private reveal({ column }: Place): void {
    const { scroller } = this;
    if (!scroller) return;
    const left = column * this.cell.width;
    const { scrollLeft, clientWidth } = scroller;
    if (left < scrollLeft || left >= scrollLeft + clientWidth) {
      scroller.scrollLeft = left - Math.floor(clientWidth / 2);
    }
  }

  private tell(name: string, detail: Place | Kept | null): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

define('ap-heat-map', ApHeatMap);

declare global {
  interface HTMLElementTagNameMap {
    'ap-heat-map': ApHeatMap;
  }
}
