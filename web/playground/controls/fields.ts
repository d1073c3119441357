import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { SettingText } from '../../i18n/en/settings.js';
import { renderNumberField } from '../../kit/fields/number-field.js';
import { parseNumber } from '../../trace/numbers.js';
import { isFixed } from '../learned/fixed.js';
import { acts } from '../settings/engine-options.js';
import { settingOf, type SettingName } from '../settings/table.js';
import type { NumberType, WordType } from '../settings/types.js';
import { widthsOf } from '../settings/widths.js';
import type { WordSetType } from '../settings/word-set.js';
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
}

/** The texts of a setting in the page's language. */
export function textOf(store: PlaygroundStore, name: SettingName): SettingText {
  const texts: Record<string, SettingText | undefined> = store.t.settings;
  return texts[name] ?? { name };
}

/** The control of a setting, by the type of its values; nothing where it has no effect. */
export function renderSetting(
  store: PlaygroundStore,
  name: SettingName,
): TemplateResult | typeof nothing {
  const setting = settingOf(name);
  const { type } = setting;
  const { submitted } = store;
  if (!acts(setting, submitted) || isGiven(store, name)) return nothing;
  const field: Field = { store, name, text: textOf(store, name), value: submitted[name] };
  if ('words' in type) return renderChoice(field, offered(field, (type as WordType<string>).words));
  if ('members' in type) return renderChecks(field, type as WordSetType<string, string>);
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

/** A value of a word that was chosen just now, with the step that it opens. */
function choose({ store, name }: Field, value: unknown, word: string): void {
  const step = settingOf(name).opens?.[word];
  store.update({ [name]: value, ...(step !== undefined && { step }) });
}

/** A choice among words, each shown by its name in the page's language. */
function renderChoice(field: Field, words: readonly string[]): TemplateResult {
  const { name, text, value } = field;
  const change = (event: Event): void => {
    const word = (event.target as HTMLSelectElement).value;
    choose(field, word, word);
  };
  return html`<label class="control">
    <span>${text.name}</span>
    <select name=${name} @change=${change}>
      ${words.map(
        (word) =>
          html`<option value=${word} .selected=${live(word === value)}>
            ${text.choices?.[word] ?? word}
          </option>`,
      )}
    </select>
  </label>`;
}

/** A box for each word of which any may be chosen together. */
function renderChecks(
  field: Field,
  { members, of, spell }: WordSetType<string, string>,
): TemplateResult {
  const { name, text, value } = field;
  const chosen = of(value as string);
  const box = (word: string): TemplateResult =>
    renderCheck(`${name}-${word}`, text.choices?.[word] ?? word, chosen.includes(word), (on) => {
      const others = chosen.filter((other) => other !== word);
      choose(field, spell(on ? [...others, word] : others), on ? word : '');
    });
  return html`<div class="control checks" role="group" aria-label=${text.name}>
    <span>${text.name}</span>
    ${members.map(box)}
  </div>`;
}

function renderSwitch(field: Field): TemplateResult {
  const { name, text, value } = field;
  return renderCheck(name, text.name, value === true, (on) => choose(field, on, String(on)));
}

function renderCheck(
  name: string,
  label: string,
  checked: boolean,
  change: (on: boolean) => void,
): TemplateResult {
  return html`<label class="check">
    <input
      type="checkbox"
      name=${name}
      .checked=${live(checked)}
      @change=${(event: Event) => change((event.target as HTMLInputElement).checked)}
    />
    <span>${label}</span>
  </label>`;
}

/** Applied on Enter, on blur and by ↑ ↓, which step by one, or by a tenth if fractions make sense. */
function renderNumber(
  field: Field,
  range: NumberType<number>['range'],
  label: string,
): TemplateResult {
  const { store, name, value } = field;
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
    change: (text) => update(field, parseNumber(text)),
  });
}

/** A number that is derived from others unless it is given. */
function renderDerived(field: Field, range: NumberType<number>['range']): TemplateResult {
  const { store, name, text, value } = field;
  const words = text.derived ?? { auto: '', own: '', value: text.name };
  const own = value !== null;
  const change = (event: Event): void => {
    const given = (event.target as HTMLSelectElement).value === 'own';
    update(field, given ? derivedValue(store.state, name) : null);
  };
  return html`<div class="row">
    <label class="control">
      <span>${text.name}</span>
      <select name="${name}Kind" @change=${change}>
        <option value="auto" .selected=${live(!own)}>${words.auto}</option>
        <option value="own" .selected=${live(own)}>${words.own}</option>
      </select>
    </label>
    ${own ? renderNumber(field, range, words.value) : nothing}
  </div>`;
}

/** The number that the field starts from: where it can be, the one that was derived. */
function derivedValue(state: Readonly<PlaygroundState>, name: SettingName): number {
  const { dModel } = state;
  const { dK, dV, output } = widthsOf(state);
  const derived: Partial<Record<SettingName, number>> = {
    dK,
    dV,
    outputWidth: output,
    attentionWidth: dModel,
    feedForward: 4 * dModel,
  };
  return derived[name] ?? 1;
}
