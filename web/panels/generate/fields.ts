import { html, nothing, type TemplateResult } from 'lit';
import { fill } from '../../i18n/fill.js';
import type { Field, Wrong } from './settings.js';
import type { Texts } from './texts/en.js';

export interface NumberField {
  name: Field;
  label: string;
  value: number;
  change(text: string): void;
  /** The amount that an arrow key adds; without it, arrows do nothing. */
  step?: number;
}

/** A field for a number. Unusable input stays in it for correction. */
export function renderNumber(field: NumberField, wrong: Wrong | undefined): TemplateResult {
  const { name, label, value, change, step } = field;
  const bad = wrong?.field === name ? wrong : undefined;
  return html`<label>
    <span>${label}</span>
    <input
      class="field number"
      name=${name}
      inputmode="decimal"
      autocomplete="off"
      .value=${bad?.actual ?? shown(value)}
      aria-invalid=${bad ? 'true' : nothing}
      aria-describedby=${bad ? 'wrong' : nothing}
      @change=${(event: Event) => change((event.target as HTMLInputElement).value)}
      @keydown=${(event: KeyboardEvent) => {
        const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
        if (by === undefined || step === undefined || event.isComposing) return;
        event.preventDefault();
        change(shown(value + by * step));
      }}
    />
  </label>`;
}

/** Without rounding errors: 0.1 + 0.2 is written 0.3. */
function shown(value: number): string {
  return String(Number(value.toPrecision(9)));
}

export function renderSelect<Value extends string | number>(
  name: string,
  label: string,
  values: readonly Value[],
  value: Value,
  change: (value: Value) => void,
  text: (value: Value) => string = String,
): TemplateResult {
  return html`<label>
    <span>${label}</span>
    <select
      name=${name}
      @change=${(event: Event) => change(values[(event.target as HTMLSelectElement).selectedIndex]!)}
    >
      ${values.map((one) => html`<option .selected=${one === value}>${text(one)}</option>`)}
    </select>
  </label>`;
}

/** The problem, below the fields it concerns; for unknown tokens, with a button for a new model that knows them. */
export function renderWrong(
  t: Texts,
  wrong: Wrong | undefined,
  fields: readonly Field[],
  renew?: () => void,
): TemplateResult {
  const mine = wrong && fields.includes(wrong.field) ? wrong : undefined;
  return html`<div role="alert">
    ${
      mine
        ? html`<p class="wrong" id="wrong">
            ${wrongText(t, mine)}
            ${
              mine.unknown && renew
                ? html`<button type="button" class="renew" @click=${renew}>${t.newModel}</button>`
                : nothing
            }
          </p>`
        : nothing
    }
  </div>`;
}

function wrongText(
  t: Texts,
  { field, code, actual, least = 0, most = 0, unknown = [] }: Wrong,
): string {
  return fill(t.problems[code], {
    name: nameOf(t, field),
    actual: actual.slice(0, 40),
    least,
    most,
    tokens: unknown
      .slice(0, 8)
      .map((token) => `“${token}”`)
      .join(' '),
    kept: t.stays,
  });
}

function nameOf(t: Texts, field: Field): string {
  const names: Record<Field, string> = {
    prompt: t.prompt,
    source: t.source,
    seed: t.seed,
    temperature: t.temperature,
    topK: t.topK,
    drawSeed: t.drawSeed,
    weight: t.weight,
  };
  // Explanations in brackets or after a colon are not part of a field's name.
  return names[field].replace(/\s*[(（:：].*$/, '');
}
