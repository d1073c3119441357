import { html, nothing, type TemplateResult } from 'lit';
import { filled } from '../../learned/claim.js';
import { renderChoice } from '../../parts/learned/choice.js';
import { modelTexts } from '../../parts/learned/texts/index.js';
import type { PlaygroundStore } from '../store.js';
import { textOf } from './fields.js';

/** Where the parameters come from: drawn at random, or a trained model, with what it has learned. */
export function renderParameters(store: PlaygroundStore): TemplateResult {
  const { lang, parameters } = store.submitted;
  const facts = store.learned?.facts;
  return html`<label class="control">
      <span>${textOf(store, 'parameters').name}</span>
      ${renderChoice({
        lang,
        name: 'parameters',
        chosen: parameters,
        choose: (other) => store.update({ parameters: other }),
      })}
    </label>
    ${
      facts && parameters !== 'random' && parameters !== 'own'
        ? html`<p class="claim">${filled(modelTexts[lang][parameters].claim, facts, lang)}</p>`
        : nothing
    }`;
}
