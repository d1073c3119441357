import { html, noChange, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { fill } from '../../i18n/fill.js';
import { renderRefused } from '../../kit/inputs.js';
import { renderNumberField, wholeWithin } from '../../kit/number-field.js';
import { tokenise } from '../../text/index.js';
import { MOST_TOKENS, type Pairs, type Side } from './pair.js';
import type { Texts } from './texts/en.js';

const SEEDS = { least: 0, most: 4294967295 };
const CHARACTERS = 200;

export type TextField = `${Side}-${0 | 1}`;

/** Unusable input. */
export interface Wrong {
  field: TextField | 'seed';
  reason: 'empty' | 'long' | 'seed';
  actual: string;
}

/** The problem of a sentence, if any. */
export function textProblem(field: TextField, text: string): Wrong | undefined {
  const { length } = tokenise(text, 'word', 10 * MOST_TOKENS);
  if (length === 0) return { field, reason: 'empty', actual: text };
  return length > MOST_TOKENS ? { field, reason: 'long', actual: text } : undefined;
}

/** The problem of the pairs that the attributes ask for, if any. */
export function pairsProblem({ sources, targets, seed }: Pairs): Wrong | undefined {
  return (
    textProblem('source-0', sources[0]!) ??
    textProblem('target-0', targets[0]!) ??
    (seedFor(String(seed)) === undefined
      ? { field: 'seed', reason: 'seed', actual: String(seed) }
      : undefined)
  );
}

export function seedFor(text: string): number | undefined {
  return wholeWithin(text, SEEDS);
}

/** A sentence's field. Unusable text stays in it, and nothing is tokenised while an input method is composing. */
export function renderText(
  t: Texts,
  field: TextField,
  {
    value,
    wrong,
    busy,
    change,
  }: {
    value: string;
    wrong: Wrong | undefined;
    /** Whether the user is typing in it. */
    busy: boolean;
    change: (field: TextField, text: string) => void;
  },
): TemplateResult {
  const bad = wrong?.field === field;
  const take = (event: Event): void => change(field, (event.target as HTMLInputElement).value);
  return html`<label class="sentence">
    <span>${t[field]}</span>
    <input
      class="field"
      name=${field}
      autocomplete="off"
      spellcheck="false"
      maxlength=${CHARACTERS}
      .value=${busy ? noChange : live(bad ? wrong.actual : value)}
      aria-invalid=${bad ? 'true' : nothing}
      aria-describedby=${bad ? 'refused' : nothing}
      @input=${(event: InputEvent) => {
        if (!event.isComposing) take(event);
      }}
      @compositionend=${take}
    />
  </label>`;
}

export function renderSeed(
  t: Texts,
  value: number,
  wrong: Wrong | undefined,
  change: (text: string) => void,
): TemplateResult {
  const refused = wrong?.field === 'seed' ? wrong.actual : undefined;
  return renderNumberField({
    name: 'seed',
    label: t.seed,
    value,
    range: SEEDS,
    hidesRange: true,
    refused,
    change,
  });
}

export function renderWrong(t: Texts, wrong: Wrong | undefined): TemplateResult {
  if (!wrong) return renderRefused(undefined);
  const { field, reason, actual } = wrong;
  const values = { name: t[field], actual: actual.slice(0, 40) };
  const length = reason === 'long' ? tokenise(actual, 'word', 10 * MOST_TOKENS).length : 0;
  const limits = reason === 'seed' ? SEEDS : { most: MOST_TOKENS };
  return renderRefused(fill(t.wrong[reason], { ...values, length, stays: t.stays, ...limits }));
}
