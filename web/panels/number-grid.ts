import { html, LitElement, nothing, svg, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { guard } from 'lit/directives/guard.js';
import {
  colourOf,
  extentOf,
  inkOf,
  makeScale,
  type Extent,
  type Scale,
} from '../elements/colour-scales.js';
import { define } from '../elements/define.js';
import { matrixKey } from '../elements/matrix-keys.js';
import {
  axisNames,
  matrixLayout,
  type MatrixLayout,
  type Slice,
} from '../elements/matrix-layout.js';
import { scaleKind } from '../elements/matrix-model.js';
import { outline, type Place } from '../elements/matrix-paint.js';
import { rounded, shortest } from '../elements/numbers.js';
import { cellName, fill, stepTitle } from '../elements/speech.js';
import { isStill } from '../elements/stage-motion.js';
import { StoreController } from '../elements/store-controller.js';
import { roleColours } from '../elements/stage-controls.js';
import { tex } from '../elements/tex.js';
import type { CellRef, TraceStore } from '../elements/trace-store.js';
import type { Step } from '../engine/types.js';
import { base } from '../styles/index.js';
import { gridSizes, type GridSizes } from './number-grid-sizes.js';
import { numberGridStyles } from './number-grid-styles.js';
import { renderScale, scaleLegendStyles } from './scale-legend.js';

/** A person looks at a cell of this store; `kept` when they chose it. */
export interface Use {
  store: TraceStore;
  kept: boolean;
}

const ARRIVE = {
  duration: 300,
  easing: 'cubic-bezier(0.2, 0.7, 0.3, 1)',
  fill: 'backwards',
} as const;

/**
 * One slice of a step as a small grid of its numbers: hover previews a cell, click keeps it, Escape lets go. What
 * differs from an earlier step is marked, and arrives once when another step is shown.
 *
 * @fires ap-use - `detail` is a `Use`, or null when the pointer left
 */
export class ApNumberGrid extends LitElement {
  static override styles = [base, roleColours, scaleLegendStyles, numberGridStyles];

  @property({ attribute: false }) store?: TraceStore;
  @property() path = '';
  @property({ attribute: false }) slice?: Slice;
  /** Name above the grid, and for those who listen; the step's title when left out. */
  @property() name = '';
  /** Only these rows: the first, and how many. */
  @property({ attribute: false }) rows: readonly [first: number, count: number] | undefined;
  /** Width there is for it all. */
  @property({ type: Number }) room = 320;
  /** Width and height of a cell, where it stands in something else's grid: then it has no labels. */
  @property({ type: Number }) side: number | undefined;
  /** Without the names of its rows: those of the grid before it say them. */
  @property({ type: Boolean }) unlabelled = false;
  /** Cells that need no digits to be told apart may be small. */
  @property({ type: Boolean }) small = false;
  /** Shared by grids that are to be compared. */
  @property({ attribute: false }) extent: Extent | undefined;
  /** A step of the same shape: cells that differ from it are marked. */
  @property() against = '';

  @state() private cursor: Place = { row: 0, column: 0 };
  @state() private spoken = '';
  private layout: MatrixLayout | undefined;
  private shown = '';

  constructor() {
    super();
    new StoreController(this);
  }

  private get step(): Step | undefined {
    return this.store?.step(this.path);
  }

  private get first(): number {
    return this.rows?.[0] ?? 0;
  }

  private get count(): number {
    return this.rows?.[1] ?? this.layout?.rows ?? 0;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { store, step } = this;
    if (!store || !step) return nothing;
    const slice = this.slice ?? { batch: 0, head: store.state.head };
    const layout = (this.layout = matrixLayout(step, slice));
    const { data } = store.tensor(step.path);
    const scale = makeScale(scaleKind(step), this.extent ?? extentOf(data), store.scheme);
    const rowLabels = this.labels(store, step, layout.rowAxes[0], layout.rows);
    const columnLabels = this.labels(store, step, layout.columnAxes.at(-1), layout.columns);
    const sizes = gridSizes({
      data,
      layout,
      rowLabels,
      columnLabels,
      room: this.room,
      side: this.side,
      small: this.small,
      unlabelled: this.unlabelled || this.side !== undefined,
    });
    const title = this.name || stepTitle(store, step);
    return html`<figure
      class="role-${step.role}"
      data-step=${step.path}
      style=${this.sizing(sizes)}
    >
      ${this.side === undefined ? this.renderCaption(step, title) : nothing}
      <div class="sheet">
        ${sizes.header > 0 ? this.renderColumns(columnLabels, sizes) : nothing}
        ${sizes.gutter > 0 ? this.renderRows(rowLabels) : nothing}
        ${this.renderGrid(store, step, layout, sizes, scale, `${title} [${step.shape.join(', ')}]`)}
      </div>
      ${sizes.decimals === undefined && this.side === undefined ? renderScale(scale) : nothing}
      <p class="only-read-aloud" aria-live="polite">${this.spoken}</p>
    </figure>`;
  }

  private sizing({ width, height, gutter, header, figure }: GridSizes): string {
    const { columns = 0 } = this.layout ?? {};
    return (
      `--w:${width}px;--h:${height}px;--gutter:${gutter}px;--header:${header}px;` +
      `--figure:${figure}px;--rows:${this.count};--cols:${columns}`
    );
  }

  private renderCaption(step: Step, title: string): TemplateResult {
    return html`<figcaption>
      <span class="symbol">${tex(step.symbol)}</span> <span class="name">${title}</span>
    </figcaption>`;
  }

  private labels(store: TraceStore, step: Step, axis: number | undefined, count: number): string[] {
    if (axis === undefined || axisNames(step)[axis] === undefined) return Array(count).fill('');
    const names = store.labels(step, axis, 0);
    return Array.from({ length: count }, (_, i) => names?.[i] ?? String(i));
  }

  private renderColumns(labels: string[], { vertical, stride }: GridSizes): TemplateResult {
    return html`<div class="columns ${vertical ? 'vertical' : ''}" aria-hidden="true">
      ${labels.map((label, i) =>
        i % stride === 0 ? html`<b style="--c:${i}">${label}</b>` : nothing,
      )}
    </div>`;
  }

  private renderRows(labels: string[]): TemplateResult {
    const { first, count } = this;
    return html`<div class="rows" aria-hidden="true">
      ${labels.slice(first, first + count).map((label, i) => html`<b style="--r:${i}">${label}</b>`)}
    </div>`;
  }

  private renderGrid(
    store: TraceStore,
    step: Step,
    layout: MatrixLayout,
    sizes: GridSizes,
    scale: Scale,
    name: string,
  ): TemplateResult {
    const active = this.inside(store.active);
    const at = active ?? this.within(this.cursor);
    const { first, count } = this;
    const { data } = store.tensor(step.path);
    const old = this.against ? store.tensor(this.against).data : undefined;
    const shown = [data, old, layout.key, first, count, ...Object.values(sizes)];
    const words = [store.state.lang, scale.table, scale.low, scale.high, store.version];
    return html`<div
      class="grid"
      role="grid"
      tabindex="0"
      aria-label=${name}
      aria-readonly="true"
      aria-rowcount=${count}
      aria-colcount=${layout.columns}
      aria-activedescendant="c-${at.row}-${at.column}"
      @keydown=${this.onKey}
      @pointermove=${this.onPoint}
      @pointerleave=${this.leave}
      @blur=${this.onBlur}
      @click=${this.onClick}
    >
      ${guard([...shown, ...words], () => this.renderCells(store, step, layout, sizes, scale, old))}
      ${this.renderMarks(store, sizes, active)}
    </div>`;
  }

  private renderCells(
    store: TraceStore,
    step: Step,
    layout: MatrixLayout,
    { decimals }: GridSizes,
    scale: Scale,
    old: Float32Array | undefined,
  ): TemplateResult[] {
    const { data } = store.tensor(step.path);
    return range(this.count).map(
      (r) =>
        html`<div role="row" aria-rowindex=${r + 1}>
          ${range(layout.columns).map((column) => {
            const row = this.first + r;
            const flat = layout.flat(row, column);
            const value = data[flat]!;
            const changed = old !== undefined && !Object.is(old[flat], value);
            const index = layout.index(row, column);
            const text = decimals === undefined ? '' : rounded(value, decimals);
            return html`<div
              role="gridcell"
              id="c-${row}-${column}"
              class="${inkOf(scale, value)} ${changed ? 'changed' : ''}"
              style="background:${colourOf(scale, value) ?? ''}"
              aria-colindex=${column + 1}
              aria-label="${cellName(store, step, index)}: ${text || shortest(value)}"
              data-index=${index.join()}
              data-value=${String(value)}
            >
              ${text}
            </div>`;
          })}
        </div>`,
    );
  }

  private renderMarks(
    store: TraceStore,
    { width, height }: GridSizes,
    active: Place | undefined,
  ): TemplateResult {
    const operands = (store.highlighted.get(this.path) ?? []).flatMap(
      (cell) => this.inside(cell) ?? [],
    );
    const draw = (name: string, places: Place[]): TemplateResult | typeof nothing => {
      if (places.length === 0) return nothing;
      const down = places.map(({ row, column }) => ({ row: row - this.first, column }));
      const path = outline(down, width, height);
      return svg`<g class=${name}><path class="under" d=${path} /><path class="over" d=${path} /></g>`;
    };
    return html`<svg class="marks" aria-hidden="true">
      ${draw('operand', operands)} ${draw('active', active ? [active] : [])}
    </svg>`;
  }

  protected override updated(): void {
    const last = this.shown;
    this.shown = `${this.path} ${this.against}`;
    if (last === '' || last === this.shown || !this.against || isStill()) return;
    for (const cell of this.renderRoot.querySelectorAll('.changed')) {
      cell.animate(
        [
          { transform: 'translateY(-8px)', opacity: 0.1 },
          { transform: 'none', opacity: 1 },
        ],
        ARRIVE,
      );
    }
  }

  /** Where a cell of this step is drawn; undefined where it is of another slice, or of rows that are left out. */
  private inside(cell: CellRef | undefined): Place | undefined {
    if (!cell || cell.path !== this.path) return undefined;
    const place = this.layout?.locate(cell.index);
    return place && place.row >= this.first && place.row < this.first + this.count
      ? place
      : undefined;
  }

  private within({ row, column }: Place): Place {
    const last = this.first + this.count - 1;
    return {
      row: Math.max(this.first, Math.min(last, row)),
      column: Math.min((this.layout?.columns ?? 1) - 1, column),
    };
  }

  private refOf({ row, column }: Place): CellRef {
    return { path: this.path, index: this.layout?.index(row, column) ?? [] };
  }

  private placeOf(event: MouseEvent): Place | undefined {
    const cell = (event.composedPath()[0] as Element).closest?.('[role=gridcell]');
    const [, row, column] = cell?.id.split('-').map(Number) ?? [];
    return row === undefined || column === undefined ? undefined : { row, column };
  }

  private tell(detail: Use | null): void {
    this.dispatchEvent(new CustomEvent('ap-use', { detail, bubbles: true, composed: true }));
  }

  private look(place: Place): void {
    const { store } = this;
    if (!store) return;
    const seen = store.previewed && this.inside(store.previewed);
    if (seen?.row === place.row && seen.column === place.column) return;
    store.preview(this.refOf(place));
    this.tell({ store, kept: false });
  }

  private keep(place: Place): void {
    const { store } = this;
    if (!store) return;
    this.cursor = place;
    store.keep(this.refOf(place));
    this.tell({ store, kept: true });
  }

  private readonly onPoint = (event: PointerEvent): void => {
    const place = event.pointerType === 'touch' ? undefined : this.placeOf(event);
    if (place) this.look(place);
  };

  private readonly leave = (): void => {
    if (this.store?.previewed?.path === this.path) this.store.preview(undefined);
    this.tell(null);
  };

  private readonly onBlur = (): void => {
    this.spoken = '';
    this.leave();
  };

  private readonly onClick = (event: MouseEvent): void => {
    const place = this.placeOf(event);
    if (place) this.keep(place);
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    const { layout, store, step } = this;
    if (!layout || !store || !step) return;
    const at = this.inside(store.previewed) ?? this.inside(store.kept) ?? this.within(this.cursor);
    const size = { rows: layout.rows, columns: layout.columns, page: 8 };
    const key = matrixKey(event, at, size);
    if (!key || key.act === 'edit') return;
    event.preventDefault();
    event.stopPropagation();
    if (key.act === 'move') {
      this.cursor = this.within(key.to);
      this.look(this.cursor);
      const { index } = this.refOf(this.cursor);
      const value = shortest(
        store.tensor(step.path).data[layout.flat(this.cursor.row, this.cursor.column)]!,
      );
      this.spoken = fill(store.t.proof.spoken, { cell: cellName(store, step, index), value });
    } else if (key.act === 'release') {
      store.preview(undefined);
      store.keep(undefined);
    } else this.keep(at);
  };
}

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

define('ap-number-grid', ApNumberGrid);

declare global {
  interface HTMLElementTagNameMap {
    'ap-number-grid': ApNumberGrid;
  }
}
