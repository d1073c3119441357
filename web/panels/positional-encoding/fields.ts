import { html, nothing, type TemplateResult } from 'lit';
import { fill } from '../../i18n/fill.js';
import type { Range, Wrong } from './sizes.js';
import type { Texts } from './texts/en.js';

/** A field for a whole number. Unusable input stays in it for correction, as does unfinished input. */
export function renderField(
  name: Wrong['field'],
  label: string,
  value: number,
  { least, most }: Range,
  wrong: Wrong | undefined,
  change: (name: Wrong['field'], text: string) => void,
): TemplateResult {
  const bad = wrong?.field === name;
  return html`<label>
    <span>${label} <span class="range">${least}–${most}</span></span>
    <input
      class="field number"
      name=${name}
      inputmode="numeric"
      autocomplete="off"
      .value=${bad ? wrong.actual : String(value)}
      aria-invalid=${bad ? 'true' : nothing}
      aria-describedby=${bad ? 'wrong' : nothing}
      @change=${(event: Event) => change(name, (event.target as HTMLInputElement).value)}
      @keydown=${steps(name, value, change)}
    />
  </label>`;
}

/** Arrow keys count up and down, as in any number field. */
function steps(
  name: Wrong['field'],
  value: number,
  change: (name: Wrong['field'], text: string) => void,
) {
  return (event: KeyboardEvent): void => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by === undefined || event.isComposing) return;
    event.preventDefault();
    change(name, String(value + by));
  };
}

/** The problem, below the fields it concerns. */
export function renderWrong(
  t: Texts,
  wrong: Wrong | undefined,
  { length, dModel }: { length: number; dModel: number },
  fields: readonly Wrong['field'][],
): TemplateResult {
  const mine = wrong && fields.includes(wrong.field) ? wrong : undefined;
  return html`<div role="alert">
    ${mine ? html`<p class="wrong" id="wrong">${text(t, mine, length, dModel)}</p>` : nothing}
  </div>`;
}

function text(t: Texts, { field, actual, range }: Wrong, length: number, dModel: number): string {
  const size = field === 'length' || field === 'dModel';
  const kept = size ? fill(t.tableStays, { length, dModel }) : t.choiceStays;
  return fill(t.wrong, { name: t[field], actual: actual.slice(0, 40), ...range, kept });
}
