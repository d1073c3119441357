import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { SHIPPED } from '../../learned/names.js';
import type { PlaygroundState } from '../state.js';
import type { PlaygroundStore } from '../store.js';
import { modelTexts, words } from './texts/index.js';

/** Random parameters, and all trained models; `label` is its name where no text stands before it. */
export function renderChoice(store: PlaygroundStore, name: string, label?: string): TemplateResult {
  const { lang, parameters } = store.submitted;
  const t = words[lang];
  const choose = ({ target }: Event): void =>
    store.update({
      parameters: (target as HTMLSelectElement).value as PlaygroundState['parameters'],
    });
  const option = (value: string, text: string): TemplateResult =>
    html`<option value=${value} .selected=${live(value === parameters)}>${text}</option>`;
  return html`<select name=${name} aria-label=${label ?? nothing} @change=${choose}>
    ${option('random', t.random)}
    <optgroup label=${t.learned}>
      ${SHIPPED.map((model) => option(model, modelTexts[lang][model].name))}
      ${parameters === 'own' ? option('own', t.own) : nothing}
    </optgroup>
  </select>`;
}
