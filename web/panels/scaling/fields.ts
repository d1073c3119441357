import { html, nothing, type TemplateResult } from 'lit';
import { fill } from '../../i18n/fill.js';
import { parseNumber } from '../../trace/numbers.js';
import { QUERIES, WIDTHS, type Study } from './study.js';
import type { Texts } from './texts/en.js';

interface Range {
  least: number;
  most: number;
}

/** The user's ranges; with only one key, softmax gives 1 for any score. */
export const RANGES = {
  keys: { least: 2, most: 64 },
  seed: { least: 0, most: 4294967295 },
  query: { least: 0, most: QUERIES - 1 },
} satisfies Record<string, Range>;

export type Field = keyof typeof RANGES;

/** Unusable input or attribute. */
export interface Wrong {
  field: Field | 'dK';
  actual: string;
}

/** The whole number, or undefined if the text is none within the range. */
export function numberFor(field: Field | 'dK', text: string): number | undefined {
  const value = parseNumber(text);
  if (field === 'dK') return WIDTHS.includes(value) ? value : undefined;
  const { least, most } = RANGES[field];
  return Number.isInteger(value) && value >= least && value <= most ? value : undefined;
}

/** The problem of a study that the attributes ask for, if any. */
export function studyProblem(study: Study): Wrong | undefined {
  for (const field of ['dK', 'keys', 'seed'] as const) {
    const actual = String(study[field]);
    if (numberFor(field, actual) === undefined) return { field, actual };
  }
  return undefined;
}

/** The slider over the widths: equal steps, as each width is twice the one before. */
export function renderWidths(t: Texts, dK: number, choose: (dK: number) => void): TemplateResult {
  const at = WIDTHS.indexOf(dK);
  return html`<label class="widths">
    <span>${t.dK} <output class="number chosen-width">${dK}</output></span>
    <input
      type="range"
      name="dK"
      min="0"
      max=${WIDTHS.length - 1}
      step="1"
      .value=${String(at)}
      aria-valuetext="d_k = ${dK}"
      @input=${(event: Event) =>
        choose(WIDTHS[Number((event.target as HTMLInputElement).value)] ?? dK)}
    />
    <span class="marks number" aria-hidden="true"
      >${WIDTHS.map((width) => html`<i class=${width === dK ? 'on' : ''}>${width}</i>`)}</span
    >
  </label>`;
}

/** A field for a whole number. Unusable input stays in it for correction. */
export function renderField(
  field: Field,
  label: string,
  value: number,
  wrong: Wrong | undefined,
  change: (field: Field, text: string) => void,
): TemplateResult {
  const bad = wrong?.field === field;
  const { least, most } = RANGES[field];
  return html`<label>
    <span>${label} <span class="range">${least}–${most}</span></span>
    <input
      class="field number"
      name=${field}
      inputmode="numeric"
      autocomplete="off"
      .value=${bad ? wrong.actual : String(value)}
      aria-invalid=${bad ? 'true' : nothing}
      aria-describedby=${bad ? 'wrong' : nothing}
      @change=${(event: Event) => change(field, (event.target as HTMLInputElement).value)}
      @keydown=${(event: KeyboardEvent) => {
        const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
        if (by === undefined || event.isComposing) return;
        event.preventDefault();
        change(field, String(value + by));
      }}
    />
  </label>`;
}

export function renderWrong(
  t: Texts,
  wrong: Wrong | undefined,
  fields: readonly Wrong['field'][],
  { dK, keys, seed }: Study,
): TemplateResult {
  if (!wrong || !fields.includes(wrong.field)) return html`<div role="alert"></div>`;
  const { field } = wrong;
  const values = { name: t[field], actual: wrong.actual.slice(0, 40), dK, keys, seed };
  const accepted = field === 'dK' ? t.acceptedWidths : fill(t.accepted, RANGES[field]);
  const kept = field === 'query' ? t.choiceStays : t.studyStays;
  return html`<div role="alert">
    <p class="wrong" id="wrong">
      ${fill(t.wrong, { ...values, accepted, kept: fill(kept, values) })}
    </p>
  </div>`;
}
