import { html, nothing, type TemplateResult } from 'lit';
import { legendGradient } from './colour-scales.js';
import { silentRows, type MatrixModel } from './matrix-model.js';
import { rounded } from './numbers.js';
import { fill } from './speech.js';
import type { PlaygroundStore } from './store.js';

/** What the colours and signs of a matrix mean, with the numbers at the ends of the scale. */
export function renderLegend(
  store: PlaygroundStore,
  model: MatrixModel,
  root: boolean,
  setRoot: (on: boolean) => void,
): TemplateResult | typeof nothing {
  if (model.plain) return nothing;
  const words = store.t.proof;
  const { scale } = model;
  const sequential = scale.kind === 'sequential';
  const end = (value: number): string => rounded(value, Math.max(2, model.decimals));
  const silent = silentRows(model).length;
  return html`<div class="legend">
    <span class="scale">
      <b>${end(scale.low)}</b>
      <i class="bar" style="background:${legendGradient(scale)}"></i>
      <b>${end(scale.high)}</b>
      <span>${sequential ? words.legendWeights : words.legendSigned}</span>
    </span>
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
