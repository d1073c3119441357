import { html, type TemplateResult } from 'lit';
import type { Computed } from '../../engine/types/computed.js';
import { brief } from '../../trace/numbers.js';
import type { CellRef, TraceStore } from '../../trace/store.js';

/** A number of the trace that opens its proof. */
export function renderNumber(
  store: TraceStore,
  cell: CellRef,
  value: Computed,
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

/** Two digits, in a sentence: 0.00013, 2.7 × 10⁻⁸. */
export function renderRounded(value: Computed): TemplateResult {
  const [digits, power] = value.toPrecision(2).split('e');
  if (power === undefined) return html`${digits}`;
  return html`${digits} × 10<sup>${power.replace('+', '').replace('-', '−')}</sup>`;
}

/** The first number of a step. */
export function firstOf(store: TraceStore, path: string): Computed {
  return store.tensor(path).data[0]!;
}
