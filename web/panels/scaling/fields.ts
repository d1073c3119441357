import { html, type TemplateResult } from 'lit';
import { fill } from '../../i18n/fill.js';
import { renderRefused } from '../../kit/fields/inputs.js';
import { renderNumberField, wholeWithin, type Range } from '../../kit/fields/number-field.js';
import { prose } from '../../kit/formulas/tex.js';
import { parseNumber } from '../../trace/numbers.js';
import { QUERIES, WIDTHS, type Study } from './study.js';
import type { Texts } from './texts/en.js';

/** The user's ranges; with only one key, softmax gives 1 for any score. */
const RANGES = {
  keys: { least: 2, most: 64 },
  seed: { least: 0, most: 4294967295 },
  query: { least: 0, most: QUERIES - 1 },
} satisfies Record<string, Range>;

export type Field = keyof typeof RANGES | 'key';

function rangeOf(field: Field, keys: number): Range {
  return field === 'key' ? { least: 0, most: keys - 1 } : RANGES[field];
}

/** Unusable input or attribute. */
export interface FieldError {
  field: Field | 'dK';
  actual: string;
}

/** The whole number, or undefined if the text is not one within the range, which may depend on the number of keys. */
export function numberFor(field: Field | 'dK', text: string, keys: number): number | undefined {
  if (field === 'dK') return WIDTHS.find((width) => width === parseNumber(text));
  return wholeWithin(text, rangeOf(field, keys));
}

/** The problem of a study that the attributes ask for, if any. */
export function studyProblem(study: Study): FieldError | undefined {
  for (const field of ['dK', 'keys', 'seed'] as const) {
    const actual = String(study[field]);
    if (numberFor(field, actual, study.keys) === undefined) return { field, actual };
  }
  return undefined;
}

/** The widths that are written below the slider: all would not fit. */
const MARKED = WIDTHS.filter((_, i) => i % 2 === 0);

/** The slider over the widths: equal steps, as each width is twice the one before. */
export function renderWidths(t: Texts, dK: number, choose: (dK: number) => void): TemplateResult {
  const at = WIDTHS.indexOf(dK);
  return html`<label class="widths">
    <span>${prose(t.width)} <output class="number chosen-width">${dK}</output></span>
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
      >${MARKED.map((width) => html`<i class=${width === dK ? 'on' : ''}>${width}</i>`)}</span
    >
  </label>`;
}

/** What all fields for whole numbers take. */
export interface FieldInputs {
  keys: number;
  wrong: FieldError | undefined;
  change(field: Field, text: string): void;
}

/** A field for a whole number. */
export function renderField(
  field: Field,
  label: string,
  value: number,
  { keys, wrong, change }: FieldInputs,
): TemplateResult {
  return renderNumberField({
    name: field,
    label,
    value,
    range: rangeOf(field, keys),
    hidesRange: field === 'seed',
    refused: wrong?.field === field ? wrong.actual : undefined,
    change: (text) => change(field, text),
  });
}

export function renderWrong(
  t: Texts,
  wrong: FieldError | undefined,
  fields: readonly FieldError['field'][],
  { dK, keys, seed }: Study,
): TemplateResult {
  if (!wrong || !fields.includes(wrong.field)) return renderRefused(undefined);
  const { field } = wrong;
  const name = field === 'key' ? t.pulledKey : t[field];
  const values = { name, actual: wrong.actual.slice(0, 40), dK, keys, seed };
  const accepted =
    field === 'dK' ? t.acceptedWidths : fill(t.accepted, { ...rangeOf(field, keys) });
  const kept = field === 'query' || field === 'key' ? t.choiceStays : t.studyStays;
  return renderRefused(fill(t.wrong, { ...values, accepted, kept: fill(kept, values) }));
}
