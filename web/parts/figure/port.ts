import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { PlacedGrid } from '../../figures/figure.js';
import { SCROLLBAR } from '../../figures/layout/sheet.js';
import { cellName } from '../../trace/names.js';
import type { TraceStore } from '../../trace/store.js';
import type { FigureActions } from './actions.js';
import { cellId, cellWindow, isWithin, placeOf, renderCells, type CellWindow } from './cells.js';

interface PortOptions {
  actions: FigureActions;
  /** Without editing. */
  fixed: boolean;
  /** For screen readers. */
  name: string;
  scroll(grid: PlacedGrid, left: number, top: number): void;
}

/** A grid for pointer, keys and screen readers, over its place on the canvas; wider ones scroll in it. */
export function renderPort(
  store: TraceStore,
  grid: PlacedGrid,
  { actions, fixed, name, scroll }: PortOptions,
): TemplateResult {
  const { step, layout, box, cellWidth, cellHeight, isResult } = grid;
  const active = store.activeIn(step.path);
  const at = (active && layout.locate(active.index)) ?? actions.cursor(grid);
  const window = cellWindow(grid, at);
  const bar = isResult && grid.scroller ? SCROLLBAR : 0;
  return html`<div
    class="port ${isResult ? 'result' : 'operand'} ${grid.rowScroller ? 'high' : ''}"
    data-step=${step.path}
    data-shape=${step.shape.join()}
    .style="left:${box.x}px;top:${box.y}px;width:${box.width}px;height:${box.height + bar}px"
    .scrollLeft=${grid.offset}
    .scrollTop=${grid.rowOffset}
    @scroll=${(event: Event) => {
      const { scrollLeft, scrollTop } = event.currentTarget as HTMLElement;
      scroll(grid, scrollLeft, scrollTop);
    }}
  >
    <div
      class="body"
      role="grid"
      tabindex="0"
      data-grid=${grid.name}
      aria-label=${name}
      aria-rowcount=${layout.rows}
      aria-colcount=${layout.columns}
      aria-readonly=${fixed || nothing}
      aria-activedescendant=${isWithin(window, at) ? cellId(grid, at) : nothing}
      .style="width:${layout.columns * cellWidth}px;height:${layout.rows * cellHeight}px;${placeOf(window, grid)}"
      @keydown=${actions.onKey}
      @pointermove=${actions.onPoint}
      @pointerleave=${actions.onLeave}
      @blur=${actions.onBlur}
      @focus=${actions.onFocus}
      @click=${actions.onClick}
      @dblclick=${actions.onDouble}
      @paste=${actions.onPaste}
    >
      ${renderWindow(store, grid, window)}
    </div>
  </div>`;
}

/** The cells that are elements, rendered again only if their content has changed. */
function renderWindow(store: TraceStore, grid: PlacedGrid, window: CellWindow): unknown {
  const { step, layout, before, rowLabels, columnLabels, decimals } = grid;
  const words = [store.state.lang, grid.name, layout.key, rowLabels.join(), columnLabels.join()];
  const shown = [store.tensor(step.path), before === undefined, decimals, store.state.decimals];
  return guard([...shown, ...words, ...Object.values(window)], () =>
    renderCells(grid, window, store.state.decimals, (row, column) =>
      cellName(store, step, layout.index(row, column)),
    ),
  );
}
