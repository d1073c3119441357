import { html, type TemplateResult } from 'lit';
import { renderRefused, renderText, type Refused } from '../../kit/inputs.js';
import { renderNumberField, type Range } from '../../kit/number-field.js';
import type { Texts } from './texts/en.js';
import { HEADS, type TileOptions } from './tile-store.js';

export const MOST_SEED = 9999;

export type Field = 'sentence' | 'tileQueries' | 'tileKeys' | 'seed';

export interface Controls {
  options: Readonly<TileOptions>;
  sentence: string;
  head: number;
  refused: Refused | undefined;
  typed(field: Field, text: string): void;
  setCausal(on: boolean): void;
  setHead(head: number): void;
}

/** The bounds of a field for whole numbers. */
export function rangeOf(field: Field, { tokens }: TileOptions): Range {
  return field === 'seed' ? { least: 0, most: MOST_SEED } : { least: 1, most: tokens.length };
}

export function renderControls(t: Texts, controls: Controls): TemplateResult {
  const { options, refused, typed } = controls;
  const count = (name: Exclude<Field, 'sentence'>, value: number): TemplateResult =>
    renderNumberField({
      name,
      label: t[name],
      value,
      range: rangeOf(name, options),
      refused: refused?.field === name ? refused.actual : undefined,
      change: (text) => typed(name, text),
    });
  return html`<div class="fields">
      ${renderText({
        name: 'sentence',
        label: t.sentence,
        value: controls.sentence,
        refused,
        change: (text) => typed('sentence', text),
      })}
      ${count('tileQueries', options.tile[0])} ${count('tileKeys', options.tile[1])}
      ${count('seed', options.seed)}
      <div class="heads" role="group" aria-label=${t.head}>
        ${Array.from(
          { length: HEADS },
          (_, head) =>
            html`<button
              type="button"
              aria-pressed=${head === controls.head}
              @click=${() => controls.setHead(head)}
            >
              ${t.head} ${head + 1}
            </button>`,
        )}
      </div>
      <label class="causal">
        <input
          type="checkbox"
          name="causal"
          .checked=${options.isCausal}
          @change=${(event: Event) => controls.setCausal((event.target as HTMLInputElement).checked)}
        />
        ${t.causal}
      </label>
    </div>
    ${renderRefused(refused?.text)}`;
}
