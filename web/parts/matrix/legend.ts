import { html, nothing, type TemplateResult } from 'lit';
import { silentRows, type MatrixModel } from '../../figures/matrix/model.js';
import { colourOf, legendGradient } from '../../styles/colour-scales.js';
import { fill } from '../../trace/names.js';
import { rounded } from '../../trace/numbers.js';
import type { TraceStore } from '../../trace/store.js';

/** What the colours and signs of a matrix mean, with the numbers at the ends of the scale. */
export function renderLegend(
  store: TraceStore,
  model: MatrixModel,
  root: boolean,
  setRoot: (on: boolean) => void,
): TemplateResult | typeof nothing {
  if (model.plain) return nothing;
  const words = store.t.proof;
  const { scale } = model;
  const sequential = scale.kind === 'sequential';
  const end = (value: number): string => rounded(value, Math.max(2, model.decimals));
  const allZero = model.extent.low === 0 && model.extent.high === 0;
  const silent = silentRows(model).length;
  return html`<div class="legend">
    ${
      allZero
        ? html`<span
            ><i class="swatch" .style="background:${colourOf(scale, 0)}"></i
            >${words.legendZero}</span
          >`
        : html`<span class="scale">
            <b>${end(scale.low)}</b>
            <i class="bar" .style="background:${legendGradient(scale)}"></i>
            <b>${end(scale.high)}</b>
            <span>${sequential ? words.legendWeights : words.legendSigned}</span>
          </span>`
    }
    ${
      sequential
        ? html`<label class="check"
            ><input
              type="checkbox"
              .checked=${root}
              @change=${(event: Event) => setRoot((event.target as HTMLInputElement).checked)}
            />${words.squareRoot}</label
          >`
        : nothing
    }
    ${model.hasMasked ? html`<span><i class="hatch"></i>${words.legendMasked}</span>` : nothing}
    ${model.step.edits > 0 ? html`<span><i class="ring"></i>${words.legendEdited}</span>` : nothing}
    ${
      silent > 0
        ? html`<span><i class="silent-key"></i>${fill(words.legendSilent, { n: silent })}</span>`
        : nothing
    }
  </div>`;
}
