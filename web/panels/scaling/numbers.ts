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

/** Two digits of a positive number without an exponent, long ones in groups of three: 0.000 000 027. */
export function inDecimals(value: number): string {
  // Of more zeros, the exponent is easier to read.
  if (!(value >= 1e-9 && value < 0.1)) return brief(value);
  const places = 1 - Math.floor(Math.log10(value));
  const text = value.toFixed(places);
  if (places < 7) return text;
  const [whole, decimals] = text.split('.');
  return `${whole}.${decimals!.match(/\d{1,3}/g)!.join('\u202f')}`;
}

/** The first number of a step. */
export function firstOf(store: TraceStore, path: string): number {
  return store.tensor(path).data[0]!;
}
