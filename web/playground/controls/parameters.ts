import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { filled } from '../../learned/claim.js';
import { SHIPPED } from '../../learned/names.js';
import { modelTexts, words } from '../learned/texts/index.js';
import type { PlaygroundState } from '../state.js';
import type { PlaygroundStore } from '../store.js';
import { textOf } from './fields.js';

/** Where the parameters come from: drawn at random, or a trained model, with what it has learned. */
export function renderParameters(store: PlaygroundStore): TemplateResult {
  const { lang, parameters } = store.submitted;
  const t = words[lang];
  const models = modelTexts[lang];
  const facts = store.learned?.facts;
  const choose = ({ target }: Event): void =>
    store.update({
      parameters: (target as HTMLSelectElement).value as PlaygroundState['parameters'],
    });
  const option = (value: string, name: string): TemplateResult =>
    html`<option value=${value} .selected=${live(value === parameters)}>${name}</option>`;
  return html`<label class="control">
      <span>${textOf(store, 'parameters').name}</span>
      <select name="parameters" @change=${choose}>
        ${option('random', t.random)}
        <optgroup label=${t.learned}>
          ${SHIPPED.map((name) => option(name, models[name].name))}
          ${parameters === 'own' ? option('own', t.own) : nothing}
        </optgroup>
      </select>
    </label>
    ${
      facts && parameters !== 'random' && parameters !== 'own'
        ? html`<p class="claim">${filled(models[parameters].claim, facts, lang)}</p>`
        : nothing
    }`;
}
