import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Act } from './act.js';

type Choosable = string | number | boolean;

/** Values that are listed under a name. */
export interface ChoiceGroup<Value> {
  label: string;
  values: readonly Value[];
}

/** A field for one of some values. */
export const renderSelect = <Value extends Choosable>(
  name: string,
  label: string,
  values: readonly Value[],
  value: Value,
  change: (value: Value) => Act,
  text: (value: Value) => string = String,
): TemplateResult => renderGroupedSelect(name, label, [{ label: '', values }], value, change, text);

/** The same with the values in groups; a group without a name is none. */
export function renderGroupedSelect<Value extends Choosable>(
  name: string,
  label: string,
  groups: readonly ChoiceGroup<Value>[],
  value: Value,
  change: (value: Value) => Act,
  text: (value: Value) => string = String,
): TemplateResult {
  const all = groups.flatMap(({ values }) => values);
  const options = (values: readonly Value[]): TemplateResult[] =>
    values.map(
      (one) =>
        html`<option value=${String(one)} .selected=${live(one === value)}>${text(one)}</option>`,
    );
  return html`<label class="control">
    ${label ? html`<span>${label}</span>` : nothing}
    <select
      name=${name}
      @change=${(event: Event) => change(all[(event.target as HTMLSelectElement).selectedIndex]!)}
    >
      ${groups.map((group) =>
        group.label
          ? html`<optgroup label=${group.label}>${options(group.values)}</optgroup>`
          : options(group.values),
      )}
    </select>
  </label>`;
}

/** A field for one of so many places, counted from 1; none where there is only one. */
export function renderPlaceSelect(
  name: string,
  label: string,
  count: number,
  at: number,
  change: (at: number) => Act,
): TemplateResult | typeof nothing {
  if (count < 2) return nothing;
  const places = Array.from({ length: count }, (_, i) => i);
  return renderSelect(name, label, places, at, change, (place) => String(place + 1));
}
