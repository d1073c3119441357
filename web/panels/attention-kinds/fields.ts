import { html, noChange, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { fill } from '../../i18n/fill.js';
import { renderRefused } from '../../kit/fields/inputs.js';
import { renderNumberField, wholeWithin } from '../../kit/fields/number-field.js';
import type { KnownWords } from '../../learned/known-words.js';
import type { Learned } from '../../learned/learned.js';
import { unknownOf } from '../sentence.js';
import { MOST_TOKENS, readSide, type Pairs, type Side } from './pair.js';
import type { Texts } from './texts/en.js';

const SEEDS = { least: 0, most: 4294967295 };
const CHARACTERS = 200;
/** So many tokens are counted of a sentence that is too long. */
const COUNTED = 10 * MOST_TOKENS;

export type TextField = `${Side}-${0 | 1}`;

/** The fields that are shown. */
export function textFields({ padding }: Pick<Pairs, 'padding'>): readonly TextField[] {
  const first = ['source-0', 'target-0'] as const;
  return padding ? [...first, 'source-1', 'target-1'] : first;
}

/** Unusable input. */
export interface FieldError {
  field: TextField | 'seed';
  reason: 'empty' | 'long' | 'seed';
  actual: string;
  /** In tokens. */
  length?: number;
}

/** What a field holds: the sentences of a side, and which of them. */
export function placeOf(field: TextField): { side: Side; list: 'sources' | 'targets'; at: 0 | 1 } {
  const [side, at] = field.split('-') as [Side, string];
  return { side, list: side === 'source' ? 'sources' : 'targets', at: at === '0' ? 0 : 1 };
}

/** The text of a field. */
export function textOf(pairs: Readonly<Pairs>, field: TextField): string {
  const { list, at } = placeOf(field);
  return pairs[list][at]!;
}

/** These pairs with another text in one field. */
export function withText(pairs: Readonly<Pairs>, field: TextField, text: string): Pairs {
  const { list, at } = placeOf(field);
  return { ...pairs, [list]: pairs[list].map((old, i) => (i === at ? text : old)) };
}

/** The tokens of a field's text. */
export function tokensIn(field: TextField, text: string, learned?: Learned): string[] {
  return readSide(placeOf(field).side, text, learned, COUNTED);
}

/** The problem of a sentence, if any. */
export function textProblem(
  field: TextField,
  text: string,
  learned?: Learned,
): FieldError | undefined {
  const { length } = tokensIn(field, text, learned);
  if (length === 0) return { field, reason: 'empty', actual: text };
  return length > MOST_TOKENS ? { field, reason: 'long', actual: text, length } : undefined;
}

/** The words that a trained model knows of those of a field. */
export function knownOf(field: TextField, learned?: Learned): KnownWords | undefined {
  return placeOf(field).side === 'source' ? learned?.sourceWords : learned?.words;
}

/** Whether a text can be shown in a field's place. */
export function isUsable(field: TextField, text: string, learned?: Learned): boolean {
  const unknown = unknownOf(tokensIn(field, text, learned), knownOf(field, learned));
  return unknown.length === 0 && !textProblem(field, text, learned);
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
    draft,
    busy,
    change,
  }: {
    value: string;
    /** Unusable text in its place. */
    draft: string | undefined;
    /** Whether the user is typing in it. */
    busy: boolean;
    change: (field: TextField, text: string) => void;
  },
): TemplateResult {
  const take = (event: Event): void => change(field, (event.target as HTMLInputElement).value);
  return html`<label class="sentence">
    <span>${t[field]}</span>
    <input
      class="field"
      name=${field}
      autocomplete="off"
      spellcheck="false"
      maxlength=${CHARACTERS}
      .value=${busy ? noChange : live(draft ?? value)}
      aria-invalid=${draft === undefined ? nothing : 'true'}
      aria-describedby=${draft === undefined ? nothing : 'refused'}
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
  wrong: FieldError | undefined,
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

/** Why a field is refused; `unknown` says which words a trained model does not know. */
export function renderWrong(
  t: Texts,
  wrong: FieldError | undefined,
  unknown: string | undefined,
): TemplateResult {
  if (!wrong) return renderRefused(unknown);
  const { field, reason, actual, length = 0 } = wrong;
  const values = { name: t[field], actual: actual.slice(0, 40), length };
  const limits = reason === 'seed' ? SEEDS : { most: MOST_TOKENS };
  return renderRefused(fill(t.wrong[reason], { ...values, stays: t.stays, ...limits }));
}
