import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { SettingText } from '../../i18n/en/settings.js';
import { renderNumberField } from '../../kit/number-field.js';
import { parseNumber } from '../../trace/numbers.js';
import { isFixed } from '../learned/fixed.js';
import { settingOf, type SettingName } from '../settings/table.js';
import type { NumberType, WordType } from '../settings/types.js';
import type { PlaygroundState } from '../state.js';
import type { PlaygroundStore } from '../store.js';
import { faultSituation } from '../trace-options.js';

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
  if ((models && !models.includes(submitted.model)) || isGiven(store, name)) return nothing;
  const field: Field = {
    store,
    name,
    text: textOf(store, name),
    value: submitted[name],
    off: acts ? !acts(submitted) : false,
  };
  if ('words' in type) return renderChoice(field, offered(field, (type as WordType<string>).words));
  if ('flag' in type) return renderSwitch(field);
  if (!('range' in type)) return nothing;
  const { range, derived } = type as NumberType<number>;
  return derived ? renderDerived(field, range) : renderNumber(field, range, field.text.name);
}

/** Whether the trained model that is shown decides it. */
export function isGiven({ submitted }: PlaygroundStore, name: SettingName): boolean {
  const { parameters } = submitted;
  return parameters !== 'random' && (isFixed(name) || name === 'dropoutP' || name === 'seed');
}

/** The words that can be chosen, and the chosen one. */
function offered({ store, name, value }: Field, words: readonly string[]): readonly string[] {
  const { offers } = settingOf(name);
  if (!offers) return words;
  const situation = faultSituation(store.submitted, store.tokens);
  return words.filter((word) => word === value || offers(word, situation));
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

function renderSwitch(field: Field): TemplateResult {
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

/** Applied on Enter, on blur and by ↑ ↓, which step by one, or by a tenth if fractions make sense. */
function renderNumber(
  field: Field,
  range: NumberType<number>['range'],
  label: string,
): TemplateResult {
  const { store, name, value, off } = field;
  const { problem } = store;
  const wrong = problem?.argument === name || problem?.code === name;
  return renderNumberField({
    name,
    label,
    value: typeof value === 'number' ? value : derivedValue(store.state, name),
    range,
    hidesRange: true,
    step: range.whole ? 1 : 0.1,
    refused: wrong ? String(value) : undefined,
    disabled: off,
    change: (text) => update(field, parseNumber(text)),
  });
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
  if (name === 'attentionWidth') return dModel;
  return name === 'feedForward' ? 4 * dModel : 1;
}
