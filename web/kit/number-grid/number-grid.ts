import { html, nothing, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import type { Step } from '../../engine/types.js';
import { scaleKind } from '../../figures/matrix/model.js';
import type { Place } from '../../figures/matrix/paint.js';
import { makeScale, type Extent } from '../../styles/colour-scales.js';
import { roleColours } from '../../styles/controls.js';
import { base } from '../../styles/index.js';
import { matrixLayout, type Slice } from '../../trace/layout.js';
import { cellName, fill, stepTitle } from '../../trace/names.js';
import { shortest } from '../../trace/numbers.js';
import type { CellRef, TraceStore } from '../../trace/store.js';
import { define } from '../define.js';
import { matrixKey } from '../grid-keys.js';
import { isStill } from '../motion.js';
import { cellAt } from '../places.js';
import { renderScale, scaleLegendStyles } from '../scale-legend.js';
import { StoreElement } from '../store-element.js';
import { notation } from '../tex.js';
import { inItsTurn } from '../turns.js';
import {
  cellId,
  hasDigits,
  paintCells,
  placeLabels,
  renderCells,
  renderColumnLabels,
  renderMarks,
  renderRowLabels,
  sizing,
  type GridModel,
} from './parts.js';
import { gridSizes } from './sizes.js';
import { numberGridStyles } from './styles.js';

/** The user points at a cell of this store; `kept` if they chose it. */
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
 * One slice of a step as a small grid of its numbers: hover previews a cell, click keeps it, Escape releases it. Cells
 * that differ from an earlier step are marked, and animated once when another step is shown.
 *
 * @fires ap-use - `detail` is a `Use`, or null when the pointer left
 */
export class ApNumberGrid extends StoreElement {
  static override styles = [base, roleColours, scaleLegendStyles, numberGridStyles];

  @property() path = '';
  @property({ attribute: false }) slice?: Slice;
  /** Name above the grid and for screen readers; by default the step's title. */
  @property() name = '';
  /** Only these rows: the first, and how many. */
  @property({ attribute: false }) rows: readonly [first: number, count: number] | undefined;
  /** The available width in pixels. */
  @property({ type: Number }) room = 320;
  /** Width and height of a cell, if the grid is part of another grid: then it has no labels. */
  @property({ type: Number }) side: number | undefined;
  /** Without row labels: the grid before it has the same. */
  @property({ type: Boolean }) unlabelled = false;
  /** Whether cells may be too small for digits. */
  @property({ type: Boolean }) small = false;
  /** The extent of the colours, shared by grids that are compared. */
  @property({ attribute: false }) extent: Extent | undefined;
  /** A step of the same shape: cells that differ from it are marked. */
  @property() against = '';

  @state() private cursor: Place = { row: 0, column: 0 };
  @state() private spoken = '';
  private model: GridModel | undefined;
  @query('.grid') private readonly grid!: HTMLElement | null;
  @query('canvas') private readonly canvas!: HTMLCanvasElement | null;
  private shown = '';
  private painted: unknown[] = [];

  private get step(): Step | undefined {
    return this.store?.step(this.path);
  }

  protected override scheduleUpdate(): void | Promise<unknown> {
    return inItsTurn(this, () => super.scheduleUpdate());
  }

  protected override render(): TemplateResult | typeof nothing {
    const { store, step } = this;
    if (!store || !step) return nothing;
    const layout = matrixLayout(step, this.slice ?? { batch: 0, head: store.state.head });
    const own = store.extent(step.path);
    const rowLabels = placeLabels(store, step, layout.rowAxes[0], layout.rows);
    const columnLabels = placeLabels(store, step, layout.columnAxes.at(-1), layout.columns);
    const { room, side, small } = this;
    const unlabelled = this.unlabelled || side !== undefined;
    const model: GridModel = (this.model = {
      store,
      step,
      layout,
      first: this.rows?.[0] ?? 0,
      count: this.rows?.[1] ?? layout.rows,
      sizes: gridSizes({
        extent: own,
        layout,
        rowLabels,
        columnLabels,
        room,
        side,
        small,
        unlabelled,
      }),
      scale: makeScale(scaleKind(step), this.extent ?? own, store.scheme),
      old: this.against ? store.tensor(this.against).data : undefined,
    });
    const title = this.name || stepTitle(store, step);
    const spoken = this.name ? [store.partName(step), title].filter(Boolean).join(' · ') : title;
    return html`<figure class="role-${step.role}" data-step=${step.path} .style=${sizing(model)}>
      ${
        side === undefined
          ? html`<figcaption>
              <span class="symbol">${notation(step.notation.symbol)}</span>
              <span class="name">${title}</span>
            </figcaption>`
          : nothing
      }
      <div class="sheet">
        ${renderColumnLabels(columnLabels, model.sizes)} ${renderRowLabels(rowLabels, model)}
        ${this.renderGrid(model, `${spoken} [${step.shape.join(', ')}]`)}
      </div>
      ${!hasDigits(model) && side === undefined ? renderScale(model.scale) : nothing}
      <p class="only-read-aloud" aria-live="polite">${this.spoken}</p>
    </figure>`;
  }

  private renderGrid(model: GridModel, name: string): TemplateResult {
    const { store, layout, count } = model;
    const active = this.inside(store.activeIn(this.path));
    const at = active ?? this.within(this.cursor);
    const operands = store.operandsIn(this.path);
    return html`<div
      class="grid"
      role="grid"
      tabindex="0"
      aria-label=${name}
      aria-readonly="true"
      aria-rowcount=${count}
      aria-colcount=${layout.columns}
      aria-activedescendant=${cellId(at)}
      @keydown=${this.onKey}
      @pointermove=${this.onPoint}
      @pointerleave=${this.leave}
      @blur=${this.onBlur}
      @click=${this.onClick}
    >
      ${renderCells(model, at)}
      ${renderMarks(
        model,
        operands.flatMap((cell) => this.inside(cell) ?? []),
        active,
      )}
    </div>`;
  }

  protected override updated(): void {
    this.paint();
    const last = this.shown;
    this.shown = `${this.path} ${this.against}`;
    if (last === this.shown || !this.against || isStill()) return;
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

  private paint(): void {
    const { canvas, model } = this;
    if (!canvas || !model) return;
    const { store, step, layout, first, count, scale } = model;
    const { table, low, high } = scale;
    const now = [canvas, store.tensor(step.path), layout.key, first, count, table, low, high];
    if (now.every((part, i) => part === this.painted[i])) return;
    this.painted = now;
    paintCells(canvas, model);
  }

  /** The place of a cell of this step; undefined if it is in another slice or in rows that are not drawn. */
  private inside(cell: CellRef | undefined): Place | undefined {
    if (!cell || cell.path !== this.path) return undefined;
    const { layout, first = 0, count = 0 } = this.model ?? {};
    const place = layout?.locate(cell.index);
    return place && place.row >= first && place.row < first + count ? place : undefined;
  }

  private within({ row, column }: Place): Place {
    const { layout, first = 0, count = 1 } = this.model ?? {};
    return {
      row: Math.max(first, Math.min(first + count - 1, row)),
      column: Math.max(0, Math.min((layout?.columns ?? 1) - 1, column)),
    };
  }

  private refOf({ row, column }: Place): CellRef {
    return { path: this.path, index: this.model?.layout.index(row, column) ?? [] };
  }

  private placeOf(event: MouseEvent): Place | undefined {
    const { grid, model } = this;
    if (!grid || !model) return undefined;
    const { first, count, layout } = model;
    const place = cellAt(event, grid, { rows: count, columns: layout.columns });
    return place && { row: first + place.row, column: place.column };
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
    const { model } = this;
    if (!model) return;
    const { store, layout } = model;
    const at = this.inside(store.previewed) ?? this.inside(store.kept) ?? this.within(this.cursor);
    const size = { rows: layout.rows, columns: layout.columns, page: 8 };
    const key = matrixKey(event, at, size);
    if (!key || key.act === 'edit') return;
    event.preventDefault();
    event.stopPropagation();
    if (key.act === 'move') {
      this.cursor = this.within(key.to);
      this.look(this.cursor);
      this.speak(model);
    } else if (key.act === 'release') {
      store.preview(undefined);
      store.keep(undefined);
    } else this.keep(at);
  };

  private speak({ store, step, layout }: GridModel): void {
    const { row, column } = this.cursor;
    const value = shortest(store.tensor(step.path).data[layout.flat(row, column)]!);
    const cell = cellName(store, step, layout.index(row, column));
    this.spoken = fill(store.t.proof.spoken, { cell, value });
  }
}

define('ap-number-grid', ApNumberGrid);

declare global {
  interface HTMLElementTagNameMap {
    'ap-number-grid': ApNumberGrid;
  }
}
