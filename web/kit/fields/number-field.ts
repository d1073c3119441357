import { html, noChange, nothing, type TemplateResult } from 'lit';
import { setCommittedValue } from 'lit/directive-helpers.js';
import { directive, Directive, type PropertyPart } from 'lit/directive.js';
import { parseNumber } from '../../trace/numbers.js';
import type { Act } from './act.js';
import { isPlain } from '../input/keys.js';

export interface Range {
  least: number;
  most: number;
}

export interface NumberField {
  name: string;
  label: string;
  /** The number that holds; none yet: the field is empty. */
  value: number | undefined;
  /** Shown beside the label; the arrow keys stay inside. */
  range?: Range;
  /** Whether the range is shown only when a number is refused. */
  hidesRange?: boolean;
  /** Stands behind the field: %. */
  unit?: string;
  /** What an arrow key adds; 1 by default. Whole numbers have whole steps. */
  step?: number;
  /** The text that was refused, which stays for correction. */
  refused?: string | undefined;
  /** The id of the reason in the same root; `refused` by default. */
  reason?: string;
  /** The user has finished `text`: with Enter, on leaving the field, or by an arrow key. It may be no number at all. */
  change(text: string): Act;
}

/**
 * A number as a text field, so that any input can be answered with a message. What the user is still typing is never
 * replaced, and keys that compose a character do nothing.
 */
export function renderNumberField(field: NumberField): TemplateResult {
  const { name, label, unit, step = 1, refused, reason = 'refused' } = field;
  const range = field.hidesRange ? undefined : field.range;
  return html`<label class="control">
    <span
      >${label}${range ? html` <span class="number">${range.least}–${range.most}</span>` : nothing}</span
    >
    <input
      class="field number"
      name=${name}
      inputmode=${Number.isInteger(step) ? 'numeric' : 'decimal'}
      autocomplete="off"
      spellcheck="false"
      .value=${unlessTyping(refused ?? shown(field.value))}
      aria-invalid=${refused === undefined ? nothing : 'true'}
      aria-describedby=${refused === undefined ? nothing : reason}
      @input=${onInput}
      @blur=${onBlur}
      @change=${(event: Event) => finish(event.target as HTMLInputElement, field)}
      @keydown=${(event: KeyboardEvent) => onKey(event, field)}
    />${unit ? html`<span>${unit}</span>` : nothing}
  </label>`;
}

/** The whole number that the user typed, or undefined if it is not one within the range. */
export function wholeWithin(text: string, { least, most }: Range): number | undefined {
  const value = parseNumber(text);
  return Number.isInteger(value) && value >= least && value <= most ? value : undefined;
}

/** Without rounding errors: 0.1 + 0.2 is written 0.3. */
function shown(value: number | undefined): string {
  return value === undefined ? '' : String(Number(value.toPrecision(12)));
}

/** The fields whose text the user has not finished. */
const unfinished = new WeakSet<EventTarget>();

const onInput = ({ target }: Event): void => void unfinished.add(target!);
const onBlur = ({ target }: Event): void => void unfinished.delete(target!);

function finish(input: HTMLInputElement, { value, refused, change }: NumberField): Act {
  unfinished.delete(input);
  // Another way to write the same number: 07 for 7.
  const typed = input.value.trim() === '' ? undefined : parseNumber(input.value);
  const isSame = refused === undefined && typed === value;
  if (!isSame) return change(input.value);
  input.value = shown(value);
  return undefined;
}

function onKey(event: KeyboardEvent, field: NumberField): Act {
  if (!isPlain(event)) return undefined;
  const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
  if (direction === undefined) return undefined;
  event.preventDefault();
  const input = event.target as HTMLInputElement;
  const typed = parseNumber(input.value);
  const { least, most } = field.range ?? { least: -Infinity, most: Infinity };
  const from = Number.isFinite(typed) ? typed : (field.value ?? 0);
  const next = Math.min(most, Math.max(least, from + direction * (field.step ?? 1)));
  unfinished.delete(input);
  if (next !== field.value || field.refused !== undefined) return field.change(shown(next));
  input.value = shown(next);
  return undefined;
}

/** A field's text, compared with what is in the field, and not written while the user is typing. */
const unlessTyping = directive(
  class extends Directive {
    render(text: string): unknown {
      return text;
    }

    override update(part: PropertyPart, [text]: [string]): unknown {
      const input = part.element as HTMLInputElement;
      if (input.value === text || unfinished.has(input)) return noChange;
      setCommittedValue(part);
      return text;
    }
  },
);
