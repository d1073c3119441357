import { html, nothing, type TemplateResult } from 'lit';
import { parseNumber } from '../trace/numbers.js';

/** Unusable input, and why. */
export interface Refused {
  field: string;
  actual: string;
  text: string;
}

interface Field {
  name: string;
  label: string;
  value: string;
  refused: Refused | undefined;
  change(text: string): void;
}

/** A text field. Unusable input stays in it for correction, as does unfinished input. */
export function renderText(field: Field): TemplateResult {
  return renderInput(field, 'words');
}

/** The same for a whole number, which the arrow keys change. */
export function renderCount(field: Field, least: number, most: number): TemplateResult {
  return renderInput(field, 'number', { least, most });
}

function renderInput(
  { name, label, value, refused, change }: Field,
  kind: 'words' | 'number',
  range?: { least: number; most: number },
): TemplateResult {
  const bad = refused?.field === name;
  const count = (event: KeyboardEvent): void => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!range || by === undefined || event.isComposing) return;
    event.preventDefault();
    change(String(Number(value) + by));
  };
  return html`<label>
    <span
      >${label}${range ? html` <span class="number">${range.least}–${range.most}</span>` : nothing}</span
    >
    <input
      class="field ${kind}"
      name=${name}
      inputmode=${range ? 'numeric' : 'text'}
      autocomplete="off"
      spellcheck="false"
      .value=${bad ? refused.actual : value}
      aria-invalid=${bad ? 'true' : nothing}
      aria-describedby=${bad ? 'refused' : nothing}
      @change=${(event: Event) => change((event.target as HTMLInputElement).value)}
      @keydown=${count}
    />
  </label>`;
}

/** The problem, below the fields. */
export function renderRefused(refused: Refused | undefined): TemplateResult {
  return html`<div role="alert">
    ${refused ? html`<p class="wrong" id="refused">${refused.text}</p>` : nothing}
  </div>`;
}

/** The whole number that the user typed, or undefined if it is none within the bounds. */
export function wholeWithin(text: string, least: number, most: number): number | undefined {
  const value = parseNumber(text);
  return Number.isInteger(value) && value >= least && value <= most ? value : undefined;
}
