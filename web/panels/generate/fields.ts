import { html, nothing, type TemplateResult } from 'lit';
import { fill } from '../../i18n/fill.js';
import type { Act } from '../../kit/fields/act.js';
import { renderRefused } from '../../kit/fields/inputs.js';
import { renderNumberField, type NumberField } from '../../kit/fields/number-field.js';
import type { Field, FieldError } from './settings.js';
import type { Texts } from './texts/en.js';

/** A field for a number. */
export function renderNumber(
  field: NumberField & { name: Field },
  wrong: FieldError | undefined,
): TemplateResult {
  const refused = wrong?.field === field.name ? wrong.actual : undefined;
  return renderNumberField({ ...field, refused });
}

/** The problem, below the fields it concerns; for unknown tokens, with a button for a new model that knows them. */
export function renderWrong(
  t: Texts,
  wrong: FieldError | undefined,
  fields: readonly Field[],
  { renew, id }: { renew?: () => Act; id?: string } = {},
): TemplateResult {
  const mine = wrong && fields.includes(wrong.field) ? wrong : undefined;
  if (!mine) return renderRefused(undefined);
  return renderRefused(
    wrongText(t, mine),
    mine.unknown && renew
      ? html`<button type="button" class="renew" @click=${renew}>${t.newModel}</button>`
      : nothing,
    id,
  );
}

function wrongText(
  t: Texts,
  { field, code, actual, least = 0, most = 0, unknown = [] }: FieldError,
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
