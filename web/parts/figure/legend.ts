import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Figure, Legend } from '../../figures/figure.js';
import { legendText } from '../../figures/legend.js';
import { notation } from '../../kit/formulas/tex.js';
import { legendGradient, makeScale } from '../../styles/colour-scales.js';
import { scaleEnd } from '../../trace/numbers.js';
import type { TraceStore } from '../../trace/store.js';

/** What the colours and signs of a figure mean, one entry for all grids that share a scale; with `setRoot` that can be chosen. */
export function renderLegends(
  store: TraceStore,
  { legends, grids }: Figure,
  root: boolean,
  setRoot?: (on: boolean) => void,
): TemplateResult | typeof nothing {
  if (legends.length === 0) return nothing;
  const words = store.t.proof;
  const weights = legends.some(({ scale }) => scale.kind === 'sequential');
  const isMasked = grids.some(({ values }) => values.includes(-Infinity));
  const isEdited = grids.some(({ step }) => step.edits > 0);
  return html`<div class="legend">
    ${legends.map((legend) => renderLegend(store, legend))}
    ${
      weights && setRoot
        ? html`<label class="check"
            ><input
              type="checkbox"
              .checked=${live(root)}
              @change=${(event: Event) => setRoot((event.target as HTMLInputElement).checked)}
            />${words.squareRoot}</label
          >`
        : nothing
    }
    ${isMasked ? html`<span><i class="hatch"></i>${words.legendMasked}</span>` : nothing}
    ${isEdited ? html`<span><i class="ring"></i>${words.legendEdited}</span>` : nothing}
  </div>`;
}

function renderLegend(store: TraceStore, legend: Legend): TemplateResult {
  const { scale, paths, unit } = legend;
  const { kind, low, high, root } = scale;
  const made = makeScale(kind === 'plain' ? 'diverging' : kind, { low, high }, store.scheme, root);
  const symbols = paths.flatMap((path) => store.step(path) ?? []);
  const text = legendText(store.t.proof, legend);
  const isZero = unit === 'zero' || unit === 'zeroElse';
  return html`<span class="scale" title=${text}>
    <span class="of"
      >${symbols.map((step, i) => html`${i > 0 ? ', ' : ''}${notation(step.notation.symbol)}`)}</span
    >
    ${
      isZero
        ? text
        : html`<b>${scaleEnd(low)}</b>
            <i class="ramp" .style="background:${legendGradient(made)}"></i>
            <b>${scaleEnd(high)}</b>`
    }
    ${kind === 'sequential' && !isZero ? text : nothing}
  </span>`;
}
