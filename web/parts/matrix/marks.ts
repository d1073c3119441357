import { html, nothing, svg, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { MatrixGeometry } from '../../figures/matrix/geometry.js';
import { silentRows, type MatrixModel } from '../../figures/matrix/model.js';
import { outline, type Place } from '../../figures/matrix/paint.js';
import { isWeights } from '../../trace/operations.js';
import type { CellRef, TraceStore } from '../../trace/store.js';

/** All marks over the cells: gaps between heads, operands, edits, silent rows, the active and the pointed-at cell. */
export function renderMarks(
  store: TraceStore,
  model: MatrixModel,
  geometry: MatrixGeometry,
  shown: { active: Place | undefined; pointed: CellRef | undefined },
): TemplateResult {
  const { cellWidth: w, cellHeight: h } = geometry;
  const path = model.step.path;
  const places = (cells: readonly { index: readonly number[] }[]): Place[] =>
    cells.flatMap((cell) => model.layout.locate(cell.index) ?? []);
  const operands = places(store.operandsIn(path));
  const edited = places(store.editedIn(path));
  const pointed = shown.pointed ? places([shown.pointed]) : [];
  const active = shown.active ? [shown.active] : [];
  const chosen = isWeights(model.step) ? tokenLine(store, model) : [];
  const kept = store.kept ? `${store.kept.path} ${store.kept.index.join()}` : '';
  return html`<svg class="marks" aria-hidden="true">
    ${separators(model, w, h)}
    ${silentRows(model).map(
      (row) =>
        svg`<rect class="silent" x="0" y=${row * h} width=${model.layout.columns * w} height=${h} />`,
    )}
    ${mark('chosen', chosen, w, h)} ${mark('operand', operands, w, h, kept)}
    ${mark('edited', edited, w, h)} ${mark('active', active, w, h)}
    ${mark('pointed', pointed, w, h)}
  </svg>`;
}

/** The row or column of the token that is chosen in the line and text views. */
function tokenLine(store: TraceStore, model: MatrixModel): Place[] {
  const { focusToken } = store.state;
  if (!focusToken) return [];
  const { rows, columns } = model.layout;
  const { side, index } = focusToken;
  if (side === 'query') {
    return index < rows ? range(columns).map((column) => ({ row: index, column })) : [];
  }
  return index < columns ? range(rows).map((row) => ({ row, column: index })) : [];
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}

/** Two lines, a light one under a dark one, so that the outline is visible on any colour. */
function mark(
  name: string,
  places: readonly Place[],
  width: number,
  height: number,
  key = '',
): TemplateResult | typeof nothing {
  if (places.length === 0) return nothing;
  const path = outline(places, width, height);
  return svg`${keyed(
    key,
    svg`<g class=${name}><path class="under" d=${path} /><path class="over" d=${path} /></g>`,
  )}`;
}

function separators(
  model: MatrixModel,
  width: number,
  height: number,
): TemplateResult | typeof nothing {
  const { group, columns, rows } = model.layout;
  if (group >= columns) return nothing;
  let path = '';
  for (let column = group; column < columns; column += group) {
    path += `M${column * width} 0v${rows * height}`;
  }
  return svg`<path class="separator" d=${path} />`;
}
