import { html, type TemplateResult } from 'lit';
import { fill } from '../../i18n/fill.js';
import { shortest } from '../../trace/numbers.js';
import type { CellRef } from '../../trace/store.js';
import type { Texts } from './texts/en.js';

/** The weights of one query as bars from 0 to 1, one tab stop; arrows move from key to key. */
export function renderShares(
  t: Texts,
  weights: Float32Array,
  {
    query,
    path,
    name,
    kept,
    open,
  }: {
    query: number;
    path: string;
    name: string;
    kept: CellRef | undefined;
    open: (cell: CellRef) => void;
  },
): TemplateResult {
  const here = kept?.path === path && kept.index[0] === query ? kept.index[1] : undefined;
  return html`<div class="shares">
    <span class="most number">1</span>
    <div class="bars" role="group" aria-label=${name} @keydown=${onKey}>
      ${Array.from(
        weights,
        (weight, key) =>
          html`<button
            type="button"
            tabindex=${key === (here ?? 0) ? 0 : -1}
            aria-pressed=${key === here}
            aria-label=${fill(t.share, { key, weight: shortest(weight) })}
            title=${fill(t.share, { key, weight: shortest(weight) })}
            data-value=${String(weight)}
            .style="--share:${weight}"
            @click=${() => open({ path, index: [query, key] })}
          ></button>`,
      )}
    </div>
    <div class="ends number">
      <span>0</span><span>${t.key}</span><span>${weights.length - 1}</span>
    </div>
  </div>`;
}

function onKey(event: KeyboardEvent): void {
  const bars = [...(event.currentTarget as Element).querySelectorAll<HTMLElement>('button')];
  const at = bars.indexOf(event.target as HTMLElement);
  const to: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    Home: 0,
    End: bars.length - 1,
  };
  const next = bars[to[event.key] ?? -1];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
