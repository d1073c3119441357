import { html, nothing, svg, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { Step } from '../../engine/types.js';
import { outline, paintMatrix, type Place } from '../../figures/matrix/paint.js';
import { colourOf, inkOf, type Scale } from '../../styles/colour-scales.js';
import { axisNames } from '../../trace/axes.js';
import type { MatrixLayout } from '../../trace/layout.js';
import { cellName } from '../../trace/names.js';
import { rounded, shortest } from '../../trace/numbers.js';
import type { TraceStore } from '../../trace/store.js';
import type { GridSizes } from './sizes.js';

/** Everything that a grid is drawn from. */
export interface GridModel {
  store: TraceStore;
  step: Step;
  layout: MatrixLayout;
  /** The rows that are drawn. */
  first: number;
  count: number;
  sizes: GridSizes;
  scale: Scale;
  /** Numbers of the same shape; cells that differ from them are marked. */
  old: Float32Array | undefined;
}

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

/** The sizes as custom properties. */
export function sizing({ layout, count, sizes }: GridModel): string {
  const { width, height, gutter, header, figure } = sizes;
  return (
    `--w:${width}px;--h:${height}px;--gutter:${gutter}px;--header:${header}px;` +
    `--figure:${figure}px;--rows:${count};--cols:${layout.columns}`
  );
}

/** Labels along an axis; '' if it has none. */
export function placeLabels(
  store: TraceStore,
  step: Step,
  axis: number | undefined,
  count: number,
): string[] {
  if (axis === undefined || axisNames(step)[axis] === undefined) return Array(count).fill('');
  const names = store.labels(step, axis, 0);
  return range(count).map((i) => names?.[i] ?? String(i));
}

export function renderColumnLabels(labels: string[], sizes: GridSizes): unknown {
  if (sizes.header === 0) return nothing;
  return html`<div class="columns ${sizes.vertical ? 'vertical' : ''}" aria-hidden="true">
    ${labels.map((label, i) =>
      i % sizes.stride === 0 ? html`<b .style="--c:${i}">${label}</b>` : nothing,
    )}
  </div>`;
}

export function renderRowLabels(labels: string[], { first, count, sizes }: GridModel): unknown {
  if (sizes.gutter === 0) return nothing;
  return html`<div class="rows" aria-hidden="true">
    ${labels.slice(first, first + count).map((label, i) => html`<b .style="--r:${i}">${label}</b>`)}
  </div>`;
}

export const cellId = ({ row, column }: Place): string => `c-${row}-${column}`;

/** Whether cells have room for digits; otherwise they are pixels, and only the one at the cursor is an element. */
export const hasDigits = ({ sizes }: GridModel): boolean => sizes.decimals !== undefined;

/** Rendered again only if its content has changed, as a moving pointer changes the store all the time. */
export function renderCells(model: GridModel, at: Place): unknown {
  if (!hasDigits(model)) return renderPixels(model, at);
  const { store, step, layout, first, count, sizes, scale, old } = model;
  const { data } = store.tensor(step.path);
  const shown = [data, old, layout.key, first, count, ...Object.values(sizes)];
  const words = [store.state.lang, scale.table, scale.low, scale.high, store.version];
  return guard([...shown, ...words], () =>
    range(count).map(
      (r) =>
        html`<div role="row" aria-rowindex=${r + 1}>
          ${range(layout.columns).map((column) => renderCell(model, data, { row: first + r, column }))}
        </div>`,
    ),
  );
}

function renderPixels(model: GridModel, at: Place): TemplateResult {
  const { data } = model.store.tensor(model.step.path);
  return html`<canvas aria-hidden="true"></canvas>
    <div role="row" class="alone" aria-rowindex=${at.row - model.first + 1}>
      ${renderCell(model, data, at)}
    </div>`;
}

/** One pixel per cell; cells without a finite number stay transparent over hatching. */
export function paintCells(canvas: HTMLCanvasElement, model: GridModel): void {
  const { store, step, layout, first, count, scale } = model;
  const { data } = store.tensor(step.path);
  const flat = (row: number, column: number): number => layout.flat(first + row, column);
  paintMatrix(canvas, data, { rows: count, columns: layout.columns, flat }, scale);
}

/** The cells that differ from the old numbers, for grids whose cells are not elements. */
export function changedPlaces({ store, step, layout, first, count, old }: GridModel): Place[] {
  if (!old) return [];
  const { data } = store.tensor(step.path);
  return range(count * layout.columns)
    .map((i) => ({ row: first + Math.floor(i / layout.columns), column: i % layout.columns }))
    .filter(
      ({ row, column }) =>
        !Object.is(old[layout.flat(row, column)], data[layout.flat(row, column)]),
    );
}

function renderCell(
  { store, step, layout, sizes, scale, old }: GridModel,
  data: Float32Array,
  place: Place,
): TemplateResult {
  const { row, column } = place;
  const flat = layout.flat(row, column);
  const value = data[flat]!;
  const changed = old !== undefined && !Object.is(old[flat], value);
  const index = layout.index(row, column);
  const text = sizes.decimals === undefined ? '' : rounded(value, sizes.decimals);
  return html`<div
    role="gridcell"
    id=${cellId(place)}
    class="${inkOf(scale, value)} ${changed ? 'changed' : ''}"
    .style="background:${colourOf(scale, value) ?? ''}"
    aria-colindex=${column + 1}
    aria-label="${cellName(store, step, index)}: ${text || shortest(value)}"
    data-row=${row}
    data-column=${column}
    data-index=${index.join()}
    data-value=${String(value)}
  >
    ${text}
  </div>`;
}

/** Rings around the active cell, and around operands of another grid's active cell. */
export function renderMarks(
  model: GridModel,
  operands: readonly Place[],
  active: Place | undefined,
): TemplateResult {
  const { first, sizes } = model;
  const { width, height } = sizes;
  const draw = (name: string, places: readonly Place[]): TemplateResult | typeof nothing => {
    if (places.length === 0) return nothing;
    const down = places.map(({ row, column }) => ({ row: row - first, column }));
    const path = outline(down, width, height);
    return svg`<g class=${name}><path class="under" d=${path} /><path class="over" d=${path} /></g>`;
  };
  return html`<svg class="marks" aria-hidden="true">
    ${hasDigits(model) ? nothing : draw('differing', changedPlaces(model))}
    ${draw('operand', operands)} ${draw('active', active ? [active] : [])}
  </svg>`;
}
