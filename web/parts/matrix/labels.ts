import { html, nothing, type TemplateResult } from 'lit';
import type { MatrixGeometry } from '../../figures/matrix/geometry.js';
import type { MatrixModel } from '../../figures/matrix/model.js';
import type { Place } from '../../figures/matrix/paint.js';

/** Row labels: always the active row's, the others as room allows. */
export function renderRowLabels(
  model: MatrixModel,
  geometry: MatrixGeometry,
  active: Place | undefined,
): TemplateResult[] {
  const shown = thinned(model.rowLabels.length, geometry.rowStride, active?.row);
  return shown.map(
    (row) =>
      html`<span class=${row === active?.row ? 'label on' : 'label'} .style="--r:${row}"
        >${model.rowLabels[row]}</span
      >`,
  );
}

export function renderColumnLabels(
  model: MatrixModel,
  geometry: MatrixGeometry,
  active: Place | undefined,
): TemplateResult[] {
  const shown = thinned(model.columnLabels.length, geometry.columnStride, active?.column);
  const step = model.layout.group;
  return shown.map(
    (column) =>
      html`<span
        class=${column === active?.column ? 'label on' : 'label'}
        .style="--c:${column};--span:${Math.min(geometry.columnStride, step - (column % step))}"
        >${model.columnLabels[column]}</span
      >`,
  );
}

/** The names of the heads above their columns. */
export function renderGroups(model: MatrixModel): TemplateResult | typeof nothing {
  if (model.groupLabels.length === 0) return nothing;
  return html`<div class="groups" aria-hidden="true">
    ${model.groupLabels.map(
      (label, i) =>
        html`<span class="group" .style="--c:${i * model.layout.group};--span:${model.layout.group}"
          >${label}</span
        >`,
    )}
  </div>`;
}

/** Every n-th, and the active one in place of neighbours that it would overlap. */
function thinned(count: number, stride: number, active: number | undefined): number[] {
  const shown: number[] = [];
  for (let i = 0; i < count; i += stride) {
    const covered = active !== undefined && i !== active && Math.abs(i - active) < stride;
    if (!covered) shown.push(i);
  }
  if (active !== undefined && active < count && !shown.includes(active)) shown.push(active);
  return shown;
}
