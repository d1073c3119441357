import { html, nothing, type TemplateResult } from 'lit';
import type { MatrixGeometry } from '../../figures/matrix/geometry.js';
import type { MatrixModel } from '../../figures/matrix/model.js';
import type { Place } from '../../figures/matrix/paint.js';
import { stepTitle } from '../../trace/names.js';
import type { TraceStore } from '../../trace/store.js';

/** Row and column of the active cell; undefined if the slice shown does not contain it. */
export function activePlace(store: TraceStore, model: MatrixModel): Place | undefined {
  const active = store.activeIn(model.step.path);
  return active && model.layout.locate(active.index);
}

/** The step's name, with the head that is shown. */
export function gridName(store: TraceStore, model: MatrixModel): string {
  const head = model.step.axes.includes('head') && model.groupLabels.length === 0;
  const name = head ? store.headName(store.state.head) : undefined;
  return [stepTitle(store, model.step), name].filter(Boolean).join(store.t.proof.comma);
}

/** The sizes as custom properties. */
export function sizes(geometry: MatrixGeometry, model: MatrixModel): string {
  const { rows, columns } = model.layout;
  const groups = model.groupLabels.length ? 18 : 0;
  return (
    `--w:${geometry.cellWidth}px;--h:${geometry.cellHeight}px;--rows:${rows};--cols:${columns};` +
    `--gutter:${geometry.gutter}px;--header:${geometry.header + groups}px;--groups:${groups}px;--digits:${geometry.figure}px`
  );
}

/** The names of both axes. */
export function corner(store: TraceStore, model: MatrixModel): TemplateResult {
  const { rowAxis, columnAxis } = model;
  return html`${columnAxis ? html`<span>${store.t.axes[columnAxis]} →</span>` : nothing}
  ${rowAxis ? html`<span>${store.t.axes[rowAxis]} ↓</span>` : nothing}`;
}
