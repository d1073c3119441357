import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { SettingText } from '../../i18n/en/settings.js';
import { parseNumber } from '../../trace/numbers.js';
import { settingOf, type SettingName } from '../settings/table.js';
import type { FlagType, NumberType, WordType } from '../settings/types.js';
import type { PlaygroundState } from '../state.js';
import type { PlaygroundStore } from '../store.js';

/** What a control is drawn from. */
interface Field {
  store: PlaygroundStore;
  name: SettingName;
  text: SettingText;
  /** The last submitted value, even if it was refused. */
  value: unknown;
  /** Without effect in the present state. */
  off: boolean;
}

/** The texts of a setting in the page's language. */
export function textOf(store: PlaygroundStore, name: SettingName): SettingText {
  const texts: Record<string, SettingText | undefined> = store.t.settings;
  return texts[name] ?? { name };
}

/** The control of a setting, by the type of its values; nothing if the chosen model does not have it. */
export function renderSetting(
  store: PlaygroundStore,
  name: SettingName,
): TemplateResult | typeof nothing {
  const { type, models, acts } = settingOf(name);
  const { submitted } = store;
  if (models && !models.includes(submitted.model)) return nothing;
  const field: Field = {
    store,
    name,
    text: textOf(store, name),
    value: submitted[name],
    off: acts ? !acts(submitted) : false,
  };
  if ('words' in type) return renderChoice(field, (type as WordType<string>).words);
  if ('flag' in type) return renderSwitch(field, type as FlagType);
  if (!('range' in type)) return nothing;
  const { range, derived } = type as NumberType<number>;
  return derived ? renderDerived(field, range) : renderNumber(field, range, field.text.name);
}

function update({ store, name }: Field, value: unknown): void {
  store.update({ [name]: value });
}

/** A choice among words, each shown by its name in the page's language. */
function renderChoice(field: Field, words: readonly string[]): TemplateResult {
  const { name, text, value, off, store } = field;
  const choose = (event: Event): void => {
    const chosen = (event.target as HTMLSelectElement).value;
    // A custom mask is made by clicking its cells, so its step is opened.
    if (chosen === 'custom') store.update({ mask: chosen, step: 'custom_mask' });
    else update(field, chosen);
  };
  return html`<label class="control">
    <span>${text.name}</span>
    <select name=${name} ?disabled=${off} @change=${choose}>
      ${words.map(
        (word) =>
          html`<option value=${word} .selected=${live(word === value)}>
            ${text.choices?.[word] ?? word}
          </option>`,
      )}
    </select>
  </label>`;
}

function renderSwitch(field: Field, _: FlagType): TemplateResult {
  const { name, text, value, off } = field;
  return html`<label class="check">
    <input
      type="checkbox"
      name=${name}
      ?disabled=${off}
      .checked=${live(value === true)}
      @change=${(event: Event) => update(field, (event.target as HTMLInputElement).checked)}
    />
    <span>${text.name}</span>
  </label>`;
}

/**
 * A number as a text field, so that any input can be answered with a message. Applied on Enter, on blur and by ↑ ↓;
 * input that the page refuses stays in the field.
 */
function renderNumber(
  field: Field,
  range: NumberType<number>['range'],
  label: string,
): TemplateResult {
  const { store, name, value, off } = field;
  const shown = value ?? 1;
  const take = (event: Event): void => {
    const number = parseNumber((event.target as HTMLInputElement).value);
    if (!Object.is(number, shown)) update(field, number);
  };
  const { problem } = store;
  const wrong = problem?.argument === name || problem?.code === name;
  return html`<label class="control small">
    <span>${label}</span>
    <input
      class="field"
      name=${name}
      inputmode=${range.whole ? 'numeric' : 'decimal'}
      autocomplete="off"
      spellcheck="false"
      ?disabled=${off}
      aria-invalid=${wrong}
      .value=${live(String(shown))}
      @change=${take}
      @keydown=${(event: KeyboardEvent) => stepBy(field, range, event)}
    />
  </label>`;
}

/** ↑ and ↓ as in any number field: by one, or by a tenth if fractions make sense. */
function stepBy(
  field: Field,
  { least, most, whole }: NumberType<number>['range'],
  event: KeyboardEvent,
): void {
  const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
  if (direction === 0 || event.isComposing) return;
  event.preventDefault();
  event.stopPropagation();
  const typed = parseNumber((event.target as HTMLInputElement).value);
  const next = whole ? typed + direction : Math.round(typed * 10 + direction) / 10;
  const inside = Math.min(most, Math.max(least, next));
  if (!Number.isNaN(inside)) update(field, inside);
}

/** A number that is derived from others unless it is given. */
function renderDerived(field: Field, range: NumberType<number>['range']): TemplateResult {
  const { store, name, text, value } = field;
  const words = text.derived ?? { auto: '', own: '', value: text.name };
  const own = value !== null;
  const choose = (event: Event): void => {
    const given = (event.target as HTMLSelectElement).value === 'own';
    update(field, given ? derivedValue(store.state, name) : null);
  };
  return html`<div class="row">
    <label class="control">
      <span>${text.name}</span>
      <select name="${name}Kind" @change=${choose}>
        <option value="auto" .selected=${live(!own)}>${words.auto}</option>
        <option value="own" .selected=${live(own)}>${words.own}</option>
      </select>
    </label>
    ${own ? renderNumber(field, range, words.value) : nothing}
  </div>`;
}

/** The number that the field starts from. */
function derivedValue({ dModel }: Readonly<PlaygroundState>, name: SettingName): number {
  return name === 'feedForward' ? 4 * dModel : 1;
}
