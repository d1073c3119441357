import { html, type TemplateResult } from 'lit';
import { precise } from '../../trace/numbers.js';
import type { CellRef, TraceStore } from '../../trace/store.js';

/** Four digits: enough to compare, short enough for a table. The proof has all of them. */
export function brief(value: number): string {
  const short = Number(value.toPrecision(4));
  const size = Math.abs(short);
  return size === 0 || (size >= 1e-3 && size < 1e5) ? String(short) : precise(value);
}

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
