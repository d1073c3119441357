import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Act } from '../../kit/fields/act.js';
import { SHIPPED, type ParameterSource, type ShippedName } from '../../learned/names.js';
import { modelClaims } from '../../learned/claims/index.js';
import type { TraceStore } from '../../trace/store.js';

export interface ModelChoice {
  store: TraceStore;
  /** Of the element. */
  name: string;
  chosen: ParameterSource;
  /** Those of the shipped models that can be chosen. */
  models?: readonly ShippedName[];
  /** The name of the choice where no text stands before it. */
  label?: string;
  choose(parameters: ParameterSource): Act;
}

/** Random parameters, and trained models. */
export function renderChoice({
  store,
  name,
  chosen,
  models = SHIPPED,
  label,
  choose,
}: ModelChoice): TemplateResult {
  const t = store.t.models;
  const { lang } = store.state;
  const change = ({ target }: Event): Act =>
    choose((target as HTMLSelectElement).value as ParameterSource);
  const option = (value: string, text: string): TemplateResult =>
    html`<option value=${value} .selected=${live(value === chosen)}>${text}</option>`;
  return html`<select name=${name} aria-label=${label ?? nothing} @change=${change}>
    ${option('random', t.random)}
    <optgroup label=${t.learned}>
      ${models.map((model) => option(model, modelClaims[lang][model].name))}
      ${chosen === 'own' ? option('own', t.own) : nothing}
    </optgroup>
  </select>`;
}
