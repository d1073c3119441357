import { html, type TemplateResult } from 'lit';
import type { Difference } from '../../engine/types/index.js';
import { fill } from '../../i18n/fill.js';
import { tiny } from '../../trace/numbers.js';
import { renderGrid, type View } from './view.js';

/** The contexts of both ways, and how far they differ. */
export function renderComparison(
  view: View,
  { maxDifference, tolerance }: Difference,
): TemplateResult {
  const { t, plain, store } = view;
  const isMistaken = store.steps.some(({ fault }) => fault);
  const apart = isMistaken ? t.mistaken : t.apart;
  const text = maxDifference === 0 ? t.equal : maxDifference <= tolerance ? t.compare : apart;
  const values = { difference: tiny(maxDifference), tolerance: tiny(tolerance) };
  return html`<section class="comparison">
    <h2>${isMistaken ? t.mistakenTitle : t.compareTitle}</h2>
    <p data-difference=${maxDifference} data-tolerance=${tolerance}>${fill(text, values)}</p>
    <div class="pair">
      ${renderGrid(view, 'context', t.inTiles)}
      ${renderGrid(view, 'context', t.plain, { of: plain })}
    </div>
  </section>`;
}
