import { html, type TemplateResult } from 'lit';
import { brief } from '../../trace/numbers.js';
import type { CellRef, TraceStore } from '../../trace/store.js';

/** A number of the trace that opens its proof. */
export function renderNumber(
  store: TraceStore,
  cell: CellRef,
  value: number,
  { name, open }: { name: string; open: (cell: CellRef) => void },
): TemplateResult {
  const { kept } = store;
  const on = kept?.path === cell.path && kept.index.join() === cell.index.join();
  return html`<button
    type="button"
    class="open number"
    aria-pressed=${on}
    aria-label="${name} ${brief(value)}"
    data-path=${cell.path}
    data-value=${String(value)}
    @click=${() => open(cell)}
  >
    ${brief(value)}
  </button>`;
}

/** The first number of a step. */
export function firstOf(store: TraceStore, path: string): number {
  return store.tensor(path).data[0]!;
}
