import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import type { ColumnOrder, Figure, FigureOptions, PlacedGrid } from '../../figures/figure.js';
import { valueAt } from '../../figures/layout/grid.js';
import { figure as draw } from '../../figures/index.js';
import { shownTitle } from '../../figures/layout/titles.js';
import { everyMark, type TitleMark } from '../../figures/marks.js';
import type { CellPosition } from '../../figures/layout/outline.js';
import { cellBox } from '../../figures/layout/place.js';
import { selectionOf } from '../../figures/selection.js';
import { drawFigure } from '../../figures/render/canvas.js';
import type { Look } from '../../figures/render/look.js';
import { define } from '../../kit/element/define.js';
import { lookOf, measureWith } from '../../kit/element/look.js';
import './cell-editor.js';
import { isStill, outlineOnce } from '../../kit/element/motion.js';
import { PaintController, screenScale } from '../../kit/drawing/paint.js';
import { renderTitle } from '../../kit/drawing/shape-title.js';
import { SizeController } from '../../kit/element/size.js';
import { StoreElement } from '../../kit/element/store-element.js';
import { inItsTurn } from '../../kit/element/turns.js';
import { breakpoints } from '../../styles/sizes.js';
import { axisNames } from '../../trace/axes.js';
import { stepTitle } from '../../trace/names.js';
import { hueOf } from '../../trace/operations.js';
import type { TraceStore } from '../../trace/store.js';
import { FigureActions, type FigureHost, type Use } from './actions.js';
import { renderLegends } from './legend.js';
import { renderPort } from './port.js';
import { figureStyles } from './styles.js';

/**
 * The figure of one step, or of the steps of one stop: its operands and its result, laid out as the operation works.
 * Hover previews a cell, click keeps it, Escape releases it; double-click, F2 or a digit edits it.
 *
 * @fires ap-use - a cell is pointed at, kept or left: `detail` is `{ store, kept }`, or null
 */
export class ApFigure extends StoreElement implements FigureHost {
  static override styles = figureStyles;

  /** The steps drawn; the first is the current one. */
  @property({ attribute: false }) paths: readonly string[] = [];
  /** The available width and height in CSS pixels; the width is measured by default. */
  @property({ type: Number }) room?: number;
  @property({ type: Number }) height = 480;
  @property() detail: 'auto' | 'digits' | 'fit' = 'auto';
  @property({ type: Boolean }) apart = false;
  @property({ type: Boolean }) fixed = false;
  /** Whether all of it is seen at once, however small: beside another that it is compared with. */
  @property({ type: Boolean }) compared = false;
  /** Whether the titles of operands lead to their steps. */
  protected readonly leads: boolean = true;
  /** Its columns in another order. */
  @property({ attribute: false }) order: ColumnOrder | undefined;

  @state() private root = false;
  @state() private scrolled: Readonly<Record<string, number>> = {};
  /** @internal */
  @query('canvas') readonly canvas!: HTMLCanvasElement | null;

  /** @internal */ figure: Figure | undefined;
  private readonly actions = new FigureActions(this);
  private readonly size = new SizeController(this, 0);
  protected readonly painter = this.makePainter();
  /** In less room, as in a folded part of a page, it is drawn as in this and cut. */
  protected readonly leastWidth: number = 240;
  private look: Look | undefined;
  private moment = 1;
  private frame = 0;
  private drawn = '';

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.settle();
  }

  protected makePainter(): PaintController {
    return new PaintController(this, () => this.paint());
  }

  protected override scheduleUpdate(): void | Promise<unknown> {
    return inItsTurn(this, () => super.scheduleUpdate());
  }

  /** Whether what has no room for its digits scrolls in its place. */
  protected scrollsInside(width: number): boolean {
    return !this.compared && width < breakpoints.narrow;
  }

  private get width(): number {
    const width = this.room ?? this.size.width;
    return width > 0 ? Math.max(this.leastWidth, width) : 0;
  }

  /** The figure as it is at rest in a width. */
  atWidth(width: number): Figure | undefined {
    return this.compute(1, width);
  }

  private compute(moment: number, width = this.width): Figure | undefined {
    const { store, paths } = this;
    if (!store || width === 0 || !paths[0] || !store.step(paths[0])) return undefined;
    const { decimals, columnSums } = store.state;
    const look = this.lookNow(store);
    return this.draw(store, {
      selection: selectionOf(store, paths),
      size: { width, height: this.height },
      scrollsInside: this.scrollsInside(width),
      words: store.t,
      measure: measureWith(look),
      moment,
      decimals,
      columnSums,
      root: this.root,
      detail: this.detail,
      scroll: this.scrolled,
      apart: this.apart,
      order: this.order,
    });
  }

  protected draw(store: TraceStore, options: FigureOptions): Figure | undefined {
    return draw(store, options);
  }

  private lookNow(store: TraceStore): Look {
    if (this.look?.scheme !== store.scheme) this.look = lookOf(this, store.scheme);
    return this.look;
  }

  protected override willUpdate(_changed: PropertyValues<this>): void {
    this.begin(this.paths.join(' '));
  }

  /** Another step begins its motion, which ends that of the last one. */
  protected begin(key: string): void {
    if (key === this.drawn) return;
    const isFirst = this.drawn === '';
    this.drawn = key;
    this.scrolled = {};
    this.settle();
    if (isFirst || isStill()) {
      if (!isFirst) outlineOnce(this);
      return;
    }
    this.moment = 0;
    let start: number | undefined;
    const tick = (now: number): void => {
      start ??= now;
      const long = this.figure?.duration || 1;
      const share = Math.min(1, (now - start) / long);
      const rest = 1 - share;
      this.moment = 1 - rest * rest * rest;
      this.figure = this.compute(this.moment) ?? this.figure;
      this.painter.now();
      this.frame = share < 1 ? requestAnimationFrame(tick) : 0;
    };
    this.frame = requestAnimationFrame(tick);
  }

  private settle(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.moment = 1;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { store } = this;
    const figure = (this.figure = this.compute(this.moment));
    if (!store || !figure) return nothing;
    const titles = [...everyMark(figure.marks)].flatMap(({ mark }) =>
      mark.type === 'title' ? [mark] : [],
    );
    return html`<div
        class="figure"
        .style="inline-size:${figure.width}px;block-size:${figure.height}px"
      >
        <canvas
          aria-hidden="true"
          .style="inline-size:${figure.width}px;block-size:${figure.height}px"
        ></canvas>
        ${titles.map((title) => this.renderTitle(store, title))}
        ${figure.grids.map((grid) => this.renderGrid(store, grid))} ${this.renderEditor(store)}
      </div>
      ${this.renderFoot(store, figure)}
      <p class="only-read-aloud" aria-live="polite">${this.actions.spoken}</p>`;
  }

  /** What a reader does in a grid. */
  protected renderGrid(store: TraceStore, grid: PlacedGrid): TemplateResult {
    return renderPort(store, grid, {
      actions: this.actions,
      fixed: this.fixed,
      name: this.nameOf(store, grid),
      scroll: this.onScroll,
    });
  }

  protected renderFoot(store: TraceStore, figure: Figure): TemplateResult | typeof nothing {
    return renderLegends(store, figure, this.root, (on) => (this.root = on));
  }

  /** An operand's title is a link to its step. */
  private renderTitle(store: TraceStore, mark: TitleMark): TemplateResult | typeof nothing {
    const { path, transposed, x, y, width, height } = mark;
    const step = store.step(path);
    if (!step) return nothing;
    const measure = measureWith(this.lookNow(store));
    const { axes, below } = shownTitle(mark, step.symbol, store.t.axes, measure);
    const kind = `title-of role-${hueOf(step)}${below ? ' two-lines' : ''}`;
    const place = `left:${x}px;top:${y}px;width:${width}px;height:${height}px`;
    const title = renderTitle(store, step, { transposed, axes });
    return path === store.state.step || !this.leads
      ? html`<span class=${kind} .style=${place}>${title}</span>`
      : html`<button
          type="button"
          class=${kind}
          .style=${place}
          title="${stepTitle(store, step)}${store.t.proof.colon}${store.t.proof.openStep}"
          @click=${() => store.goTo(path)}
        >
          ${title}
        </button>`;
  }

  /** The step's name, with the head that the grid shows. */
  protected nameOf(store: TraceStore, { step, layout, groupLabels }: PlacedGrid): string {
    const axis = axisNames(step).indexOf('head');
    const head = axis < 0 || groupLabels.length > 0 ? undefined : layout.index(0, 0)[axis];
    const name = head === undefined ? undefined : store.headName(head);
    return [stepTitle(store, step), name].filter(Boolean).join(store.t.proof.comma);
  }

  private renderEditor(store: TraceStore): TemplateResult | typeof nothing {
    const { editing } = this.actions;
    if (!editing) return nothing;
    const { grid, at, typed, entered } = editing;
    const { x, y, width, height } = cellBox(grid, at);
    const value = valueAt(grid, at.row, at.column);
    const wide = Math.max(width, EDITOR);
    const left = Math.max(0, Math.min(x + width / 2 - wide / 2, this.width - wide));
    return html`<ap-cell-editor
      class="editor"
      .style="left:${left}px;top:${y - Math.max(0, 30 - height) / 2}px;width:${wide}px;height:${Math.max(30, height)}px"
      .store=${store}
      .cell=${this.actions.refOf(grid, at)}
      .value=${value === -Infinity ? '-∞' : String(value)}
      .typed=${typed}
      .entered=${entered}
      @ap-close=${this.actions.onEditorClosed}
    ></ap-cell-editor>`;
  }

  /** Starts editing the kept cell of the result, or the one under the cursor. */
  edit(): void {
    const result = this.figure?.grids.find(({ isResult }) => isResult);
    if (result) this.actions.edit(result);
  }

  focusGrid(name: string): void {
    this.renderRoot
      .querySelector<HTMLElement>(`[data-grid="${name}"]`)
      ?.focus({ preventScroll: true });
  }

  reveal(grid: PlacedGrid, { row, column }: CellPosition): void {
    const { box, cellWidth, cellHeight } = grid;
    this.moveTo(grid.scroller, showing(column, cellWidth, box.width, grid.offset));
    this.moveTo(grid.rowScroller, showing(row, cellHeight, box.height, grid.rowOffset));
  }

  bring(grid: PlacedGrid, place: CellPosition): void {
    this.reveal(grid, place);
    const cell = this.renderRoot.querySelector(
      `[data-grid="${grid.name}"] [role=gridcell][id$="-${place.row}-${place.column}"]`,
    );
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  private moveTo(scroller: string | undefined, offset: number): void {
    if (scroller && (this.scrolled[scroller] ?? 0) !== offset)
      this.scrolled = { ...this.scrolled, [scroller]: offset };
  }

  private readonly onScroll = (grid: PlacedGrid, left: number, top: number): void => {
    if (Math.abs(left - grid.offset) >= 1) this.moveTo(grid.scroller, left);
    if (Math.abs(top - grid.rowOffset) >= 1) this.moveTo(grid.rowScroller, top);
  };

  told(use: { kept: boolean } | null): void {
    const detail: Use | null = use && { store: this.store!, ...use };
    this.dispatchEvent(new CustomEvent('ap-use', { detail, bubbles: true, composed: true }));
  }

  protected override updated(_changed: PropertyValues<this>): void {
    this.painter.soon();
  }

  protected paint(): void {
    const { canvas, figure, look } = this;
    if (canvas && figure && look) drawFigure(canvas, figure, look, screenScale(canvas));
  }
}

/** How far a list is moved for its cell of a number to be seen in its room: no further than it must. */
function showing(at: number, cell: number, room: number, offset: number): number {
  const from = at * cell;
  const to = from + cell - room;
  return from < offset ? from : Math.max(to, offset);
}

/** Wide enough for all digits of a number. */
const EDITOR = 180;

define('ap-figure', ApFigure);

declare global {
  interface HTMLElementTagNameMap {
    'ap-figure': ApFigure;
  }
}
