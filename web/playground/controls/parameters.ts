import { html, nothing, type TemplateResult } from 'lit';
import { filled } from '../../learned/claim.js';
import { renderChoice } from '../../parts/learned/choice.js';
import { modelClaims } from '../../learned/claims/index.js';
import { fill } from '../../trace/names.js';
import { noneOwn, ownCount } from '../own-numbers.js';
import type { PlaygroundStore } from '../store.js';
import { textOf } from './fields.js';

/** Where the parameters come from: drawn at random, or a trained model, with what it has learned. `act` keeps the focus. */
export function renderParameters(
  store: PlaygroundStore,
  act: (act: () => void) => void,
): TemplateResult {
  const { lang, parameters } = store.submitted;
  const facts = store.learned?.facts;
  return html`<label class="control">
      <span>${textOf(store, 'parameters').name}</span>
      ${renderChoice({
        store,
        name: 'parameters',
        chosen: parameters,
        choose: (other) => store.update({ parameters: other }),
      })}
    </label>
    ${renderOwn(store, act)}
    ${
      facts && parameters !== 'random' && parameters !== 'own'
        ? html`<p class="claim">${filled(modelClaims[lang][parameters].claim, facts, lang)}</p>`
        : nothing
    }`;
}

/** How many matrices are none of these, and the way back to them. */
function renderOwn(
  store: PlaygroundStore,
  act: (act: () => void) => void,
): TemplateResult | typeof nothing {
  const n = ownCount(store.state);
  if (n === 0) return nothing;
  const texts = store.t.settingsPanel;
  return html`<span class="own">
    ${fill(texts.own, { n })}
    <button type="button" name="dropOwn" @click=${() => act(() => store.update(noneOwn))}>
      ${fill(texts.dropOwn, { n })}
    </button>
  </span>`;
}
