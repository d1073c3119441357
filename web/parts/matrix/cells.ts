import { html, nothing, type TemplateResult } from 'lit';
import type { CellWindow, MatrixGeometry } from '../../figures/matrix/geometry.js';
import { cellText, ghostAt, valueAt, type MatrixModel } from '../../figures/matrix/model.js';
import { inkOf } from '../../styles/colour-scales.js';

export const cellId = (row: number, column: number): string => `cell-${row}-${column}`;

/** The grid's rows and cells in a window. Cells outside it are only on the canvas. */
export function renderCells(
  model: MatrixModel,
  geometry: MatrixGeometry,
  window: CellWindow,
  name: (row: number, column: number) => string,
): TemplateResult[] {
  const rows: TemplateResult[] = [];
  for (let row = window.top; row < window.bottom; row += 1) {
    const cells: TemplateResult[] = [];
    for (let column = window.left; column < window.right; column += 1) {
      cells.push(renderCell(model, geometry, row, column, name(row, column)));
    }
    rows.push(html`<div role="row" aria-rowindex=${row + 1} .style="--r:${row}">${cells}</div>`);
  }
  return rows;
}

function renderCell(
  model: MatrixModel,
  geometry: MatrixGeometry,
  row: number,
  column: number,
  name: string,
): TemplateResult {
  const value = valueAt(model, row, column);
  const ghost = geometry.digits ? ghostAt(model, row, column) : undefined;
  const text = cellText(model, value);
  const id = geometry.digits && value in model.words ? value : nothing;
  const ink = model.plain ? 'plain' : inkOf(model.scale, value);
  return html`<div
    role="gridcell"
    id=${cellId(row, column)}
    class=${ink}
    .style="--c:${column}"
    aria-colindex=${column + 1}
    aria-label=${geometry.digits ? nothing : `${name}: ${text}`}
    data-index=${model.layout.index(row, column).join()}
    data-value=${String(value)}
    data-id=${id}
    data-ghost=${ghost === undefined ? nothing : cellText(model, ghost)}
    .textContent=${geometry.digits ? text : ''}
  ></div>`;
}
