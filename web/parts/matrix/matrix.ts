import { html, nothing, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { guard } from 'lit/directives/guard.js';
import type { Step } from '../../engine/types.js';
import {
  cellWindow,
  matrixGeometry,
  type MatrixGeometry,
  type MatrixSize,
} from '../../figures/matrix/geometry.js';
import { longestText, matrixModel, valueAt, type MatrixModel } from '../../figures/matrix/model.js';
import { paintMatrix, type Place } from '../../figures/matrix/paint.js';
import { define } from '../../kit/define.js';
import { renderTitle } from '../../kit/shape-title.js';
import { SizeController } from '../../kit/size.js';
import { StoreElement } from '../../kit/store-element.js';
import { inItsTurn } from '../../kit/turns.js';
import type { Slice } from '../../trace/layout.js';
import { cellName } from '../../trace/names.js';
import type { TraceStore } from '../../trace/store.js';
import { MatrixActions, type MatrixHost } from './actions.js';
import './cell-editor.js';
import { cellId, renderCells } from './cells.js';
import { activePlace, corner, gridName, sizes } from './frame.js';
import { renderColumnLabels, renderGroups, renderRowLabels } from './labels.js';
import { renderLegend } from './legend.js';
import { renderMarks } from './marks.js';
import { matrixStyles } from './styles.js';
import './tools.js';

/**
 * One slice of one step as a heat map with labelled rows and columns, and a grid of its cells. Hover previews a
 * cell, click keeps it, Escape releases it; double-click, F2 or a digit edits it.
 */
export class ApMatrix extends StoreElement implements MatrixHost {
  static override styles = matrixStyles;

  @property() path = '';
  /** The batch and head shown; by default those of the store's state. */
  @property({ attribute: false }) slice?: Slice;
  @property({ type: Boolean }) transposed = false;
  /** An operand, not the result: smaller, with its tools folded. */
  @property({ type: Boolean }) compact = false;
  /** The available width in CSS pixels; measured by default. */
  @property({ type: Number }) room?: number;

  @state() private size: MatrixSize = 'auto';
  @state() private root = false;
  @state() private measured = 320;
  @state() private scrolled = { x: 0, y: 0, width: 900, height: 520 };

  @query('.body') readonly body!: HTMLElement | null;
  @query('.scroll') readonly scroller!: HTMLElement | null;
  @query('canvas') private readonly canvas!: HTMLCanvasElement | null;

  /** @internal */ model: MatrixModel | undefined;
  /** @internal */ geometry: MatrixGeometry | undefined;
  private readonly actions = new MatrixActions(this);
  private readonly readModel = this.derived(() => {
    const { store, path, transposed, root } = this;
    const step = store?.step(path);
    if (!store || !step) return undefined;
    const slice = this.slice ?? { batch: store.state.batch, head: store.state.head };
    return matrixModel(store, step, { slice, transposed, scheme: store.scheme, root });
  });
  private readonly box = new SizeController(this, 320, () => {
    if (this.room === undefined) this.measured = this.box.width;
    this.onScroll();
  });
  private painted: unknown[] = [];

  protected override scheduleUpdate(): void | Promise<unknown> {
    return inItsTurn(this, () => super.scheduleUpdate());
  }

  protected override render(): TemplateResult | typeof nothing {
    const { store } = this;
    const model = (this.model = this.readModel.value);
    if (!store || !model) return nothing;
    const { step } = model;
    const geometry = this.measure(store, model);
    return html`<figure
      class="role-${step.role}"
      data-step=${step.path}
      data-shape=${step.shape.join()}
      style=${sizes(geometry, model)}
    >
      ${this.compact ? this.renderOpener(store, step) : nothing}
      <div class="scroll" @scroll=${this.onScroll} tabindex="-1">
        ${this.renderSheet(store, model, geometry)}
      </div>
      <div class="foot">
        ${renderLegend(store, model, this.root, (on) => (this.root = on))}
        ${this.renderTools(store, model, geometry)}
      </div>
      <p class="only-read-aloud" aria-live="polite">${this.actions.spoken}</p>
    </figure>`;
  }

  private measure(store: TraceStore, model: MatrixModel): MatrixGeometry {
    this.geometry = matrixGeometry({
      layout: model.layout,
      rowLabels: model.rowLabels,
      columnLabels: model.columnLabels,
      corner: [model.rowAxis, model.columnAxis].map((axis) => (axis ? store.t.axes[axis] : '')),
      characters: longestText(model),
      room: this.room ?? this.measured,
      height: this.compact ? 250 : 2000,
      // Ids have no colours, so their digits must be readable.
      size: model.plain ? 'digits' : this.size,
    });
    return this.geometry;
  }

  /** An operand's title is a link to its step. */
  private renderOpener(store: TraceStore, step: Step): TemplateResult {
    return html`<figcaption>
      <button
        type="button"
        class="opener"
        title=${store.t.proof.openStep}
        @click=${() => store.goTo(step.path)}
      >
        ${renderTitle(store, step, { transposed: this.transposed })}
      </button>
    </figcaption>`;
  }

  private renderSheet(
    store: TraceStore,
    model: MatrixModel,
    geometry: MatrixGeometry,
  ): TemplateResult {
    const active = activePlace(store, model);
    return html`<div class="sheet">
      <div class="corner" aria-hidden="true">${corner(store, model)}</div>
      <div class=${geometry.verticalLabels ? 'columns vertical' : 'columns'} aria-hidden="true">
        ${renderGroups(model)} ${renderColumnLabels(model, geometry, active)}
      </div>
      <div class="rows" aria-hidden="true">${renderRowLabels(model, geometry, active)}</div>
      ${this.renderGrid(store, model, geometry, active)} ${this.renderEditor(store, model)}
    </div>`;
  }

  private renderGrid(
    store: TraceStore,
    model: MatrixModel,
    geometry: MatrixGeometry,
    active: Place | undefined,
  ): TemplateResult {
    const { actions } = this;
    const at = active ?? actions.cursor;
    return html`<div
      class=${model.plain ? 'body plain' : 'body'}
      role="grid"
      tabindex="0"
      aria-label=${gridName(store, model)}
      aria-rowcount=${model.layout.rows}
      aria-colcount=${model.layout.columns}
      aria-activedescendant=${cellId(at.row, at.column)}
      @keydown=${actions.onKey}
      @pointermove=${actions.onPoint}
      @pointerleave=${actions.onLeave}
      @blur=${actions.onBlur}
      @focus=${actions.onFocus}
      @click=${actions.onClick}
      @dblclick=${actions.onDouble}
      @paste=${actions.onPaste}
    >
      <canvas aria-hidden="true"></canvas>
      ${this.renderWindow(store, model, geometry, at)}
      ${renderMarks(store, model, geometry, { active, pointed: store.pointedIn(this.path) })}
    </div>`;
  }

  /** The cells that are elements, rendered again only if their content has changed. */
  private renderWindow(
    store: TraceStore,
    model: MatrixModel,
    geometry: MatrixGeometry,
    at: Place,
  ): unknown {
    const window = cellWindow(model.layout, geometry, this.scrolled, at);
    const { table, root, low, high } = model.scale;
    const { tensor, before, decimals, rowLabels, columnLabels } = model;
    const words = [store.state.lang, model.layout.key, rowLabels.join(), columnLabels.join()];
    const shown = [tensor, before, decimals, geometry.digits, table, root, low, high];
    return guard([...shown, ...words, ...Object.values(window)], () =>
      renderCells(model, geometry, window, (row, column) =>
        cellName(store, model.step, model.layout.index(row, column)),
      ),
    );
  }

  private renderEditor(store: TraceStore, model: MatrixModel): TemplateResult | typeof nothing {
    const { editing } = this.actions;
    if (!editing) return nothing;
    const { row, column } = editing.at;
    const value = valueAt(model, row, column);
    return html`<ap-cell-editor
      class="editor"
      style="--r:${row};--c:${column}"
      .store=${store}
      .cell=${this.actions.refOf(editing.at)}
      .value=${value === -Infinity ? '-∞' : String(value)}
      .typed=${editing.typed}
      @ap-close=${this.actions.onEditorClosed}
    ></ap-cell-editor>`;
  }

  private renderTools(
    store: TraceStore,
    model: MatrixModel,
    geometry: MatrixGeometry,
  ): TemplateResult {
    return html`<ap-matrix-tools
      .store=${store}
      .path=${this.path}
      .model=${model}
      .size=${geometry.digits ? 'digits' : 'fit'}
      ?compact=${this.compact}
      ?transposed=${this.transposed}
      @ap-size=${(event: CustomEvent<MatrixSize>) => (this.size = event.detail)}
      @ap-edit=${() => this.actions.edit()}
    ></ap-matrix-tools>`;
  }

  protected override updated(): void {
    const { canvas, model } = this;
    if (!canvas || !model || model.plain) return;
    const { low, high, root, table } = model.scale;
    const key = [model.tensor, model.layout.key, low, high, root, table, canvas];
    if (key.every((part, i) => part === this.painted[i])) return;
    this.painted = key;
    paintMatrix(canvas, model.tensor.data, model.layout, model.scale);
  }

  private readonly onScroll = (): void => {
    const { scroller } = this;
    if (!scroller || !this.geometry?.digits) return;
    const { scrollLeft: x, scrollTop: y, clientWidth: width, clientHeight: height } = scroller;
    const old = this.scrolled;
    if (old.x !== x || old.y !== y || old.width !== width || old.height !== height) {
      this.scrolled = { x, y, width, height };
    }
  };
}

define('ap-matrix', ApMatrix);

declare global {
  interface HTMLElementTagNameMap {
    'ap-matrix': ApMatrix;
  }
}
