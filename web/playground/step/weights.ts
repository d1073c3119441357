import { html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { Step } from '../../engine/types/index.js';
import type { HeadWeights, WeightsModel } from '../../figures/weights.js';
import { define } from '../../kit/element/define.js';
import { queryText } from '../../parts/weights/query.js';
import { ApWeights } from '../../parts/weights/weights.js';
import { headColourCss } from '../../styles/head-colours.js';
import { stepTitle } from '../../trace/names.js';
import { told } from '../../trace/numbers.js';
import type { TraceStore } from '../../trace/store.js';

/** Attention weights that stand alone, as lines or as text. */
export class ApStepWeights extends ApWeights {
  /** A picture, in which nothing can be chosen. */
  @property({ type: Boolean }) locked = false;

  /** The words of the picture are buttons that nobody reaches. */
  protected override renderView(
    store: TraceStore,
    step: Step,
    model: WeightsModel,
  ): TemplateResult {
    const view = super.renderView(store, step, model);
    if (!this.locked) return view;
    return html`<div role="img" aria-label=${stepTitle(store, step)} aria-describedby="words">
        <div inert>${view}</div>
      </div>
      <p class="only-read-aloud" id="words">${inWords(store, model)}</p>`;
  }

  protected override renderHeads(
    store: TraceStore,
    model: WeightsModel,
  ): TemplateResult | typeof nothing {
    if (!this.locked) return super.renderHeads(store, model);
    const shown = shownHeads(store, model);
    if (shown.length < 2) return nothing;
    return html`<div class="heads">
      ${shown.map(
        ({ head, name }) =>
          html`<span class="head-name" .style="--head:${headColourCss(head)}"
            ><i></i>${name}</span
          >`,
      )}
    </div>`;
  }
}

const shownHeads = (store: TraceStore, { heads }: WeightsModel): HeadWeights[] =>
  heads.filter(({ head }) => !store.state.hiddenHeads.includes(head));

/** The weights of each head, a line a query: `sat: The 0.12, cat 0.71`. */
function inWords(store: TraceStore, model: WeightsModel): string {
  const { comma, colon } = store.t.proof;
  return shownHeads(store, model)
    .flatMap((one) => [
      one.name,
      ...model.queries.map((_, query) => {
        const numbers = model.keys.map(
          (word, key) => `${word} ${told(one.weight(query, key), store.state.decimals)}`,
        );
        return queryText(model, query) + colon + numbers.join(comma);
      }),
    ])
    .filter(Boolean)
    .join('\n');
}

define('ap-step-weights', ApStepWeights);

declare global {
  interface HTMLElementTagNameMap {
    'ap-step-weights': ApStepWeights;
  }
}
