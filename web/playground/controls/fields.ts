import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { parseNumber } from '../../trace/numbers.js';
import { RANGES, type NumberKey, type Patch, type PlaygroundState } from '../state.js';
import type { PlaygroundStore } from '../store.js';

/** Keys of the state whose value is one of a few words. */
type WordKey =
  'kind' | 'mask' | 'projections' | 'headMatrices' | 'positions' | 'normOrder' | 'activation';

/** A choice among words, each shown by its name in the page's language. */
export function renderChoice<Key extends WordKey>(
  store: PlaygroundStore,
  key: Key,
  label: string,
  names: Record<PlaygroundState[Key], string>,
  off = false,
): TemplateResult {
  const chosen = store.wanted[key];
  const choose = (event: Event): void => {
    const { value } = event.target as HTMLSelectElement;
    const patch = { [key]: value } as Patch;
    // A custom mask is made by clicking its cells, so its step is opened.
    store.update(value === 'custom' ? { ...patch, step: 'custom_mask' } : patch);
  };
  const entries = Object.entries(names) as [PlaygroundState[Key], string][];
  return html`<label class="control">
    <span>${label}</span>
    <select name=${key} ?disabled=${off} @change=${choose}>
      ${entries.map(
        ([value, name]) =>
          html`<option value=${value} .selected=${live(value === chosen)}>${name}</option>`,
      )}
    </select>
  </label>`;
}

/**
 * A number as a text field, so that any input can be answered with a message. Applied on Enter, on blur and by ↑ ↓;
 * input that the page refuses stays in the field.
 */
export function renderNumber(
  store: PlaygroundStore,
  key: NumberKey,
  label: string,
  off = false,
): TemplateResult {
  const value = store.wanted[key] ?? 1;
  const take = (event: Event): void => {
    const { value: text } = event.target as HTMLInputElement;
    const number = parseNumber(text);
    if (!Object.is(number, value)) store.update({ [key]: number });
  };
  const wrong = store.problem?.argument === key || (key === 'heads' && isAboutHeads(store));
  return html`<label class="control small">
    <span>${label}</span>
    <input
      class="field"
      name=${key}
      inputmode=${RANGES[key].whole ? 'numeric' : 'decimal'}
      autocomplete="off"
      spellcheck="false"
      ?disabled=${off}
      aria-invalid=${wrong}
      .value=${live(String(value))}
      @change=${take}
      @keydown=${(event: KeyboardEvent) => stepBy(store, key, event)}
    />
  </label>`;
}

function isAboutHeads(store: PlaygroundStore): boolean {
  return store.problem?.code === 'heads';
}

/** ↑ and ↓ as in any number field: by one, or by a tenth if fractions make sense. */
function stepBy(store: PlaygroundStore, key: NumberKey, event: KeyboardEvent): void {
  const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
  if (direction === 0 || event.isComposing) return;
  event.preventDefault();
  const { least, most, whole } = RANGES[key];
  const typed = parseNumber((event.target as HTMLInputElement).value);
  const next = whole ? typed + direction : Math.round(typed * 10 + direction) / 10;
  const inside = Math.min(most, Math.max(least, next));
  if (!Number.isNaN(inside)) store.update({ [key]: inside });
}

export function renderSwitch(
  store: PlaygroundStore,
  key: 'bias' | 'training' | 'tied',
  label: string,
  off = false,
): TemplateResult {
  return html`<label class="check">
    <input
      type="checkbox"
      name=${key}
      ?disabled=${off}
      .checked=${live(store.wanted[key])}
      @change=${(event: Event) =>
        store.update({ [key]: (event.target as HTMLInputElement).checked })}
    />
    <span>${label}</span>
  </label>`;
}
