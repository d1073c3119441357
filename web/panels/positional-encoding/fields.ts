import type { TemplateResult } from 'lit';
import { fill } from '../../i18n/fill.js';
import { renderRefused } from '../../kit/fields/inputs.js';
import { renderNumberField, type Range } from '../../kit/fields/number-field.js';
import type { FieldError } from './sizes.js';
import type { Texts } from './texts/en.js';

/** A field for a whole number. */
export function renderField(
  name: FieldError['field'],
  label: string,
  value: number,
  range: Range,
  wrong: FieldError | undefined,
  change: (name: FieldError['field'], text: string) => void,
): TemplateResult {
  return renderNumberField({
    name,
    label,
    value,
    range,
    refused: wrong?.field === name ? wrong.actual : undefined,
    change: (text) => change(name, text),
  });
}

/** The problem, below the fields it concerns. */
export function renderWrong(
  t: Texts,
  wrong: FieldError | undefined,
  { length, dModel }: { length: number; dModel: number },
  fields: readonly FieldError['field'][],
): TemplateResult {
  const mine = wrong && fields.includes(wrong.field) ? wrong : undefined;
  return renderRefused(mine && text(t, mine, length, dModel));
}

function text(
  t: Texts,
  { field, actual, range }: FieldError,
  length: number,
  dModel: number,
): string {
  const size = field === 'length' || field === 'dModel';
  const kept = size ? fill(t.tableStays, { length, dModel }) : t.choiceStays;
  return fill(t.wrong, { name: t[field], actual: actual.slice(0, 40), ...range, kept });
}
