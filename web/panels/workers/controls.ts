import { html, type TemplateResult } from 'lit';
import { renderRefused, renderText, type Refused } from '../../kit/inputs.js';
import { renderNumberField, type Range } from '../../kit/number-field.js';
import type { Texts } from './texts/en.js';
import { HEAD_COUNTS, type WorkerOptions } from './worker-store.js';

export type Field = 'sentence' | 'workers' | 'seed';

/** Numbers shown as buttons; the field accepts others, to try which of them divide the heads. */
const EXAMPLES = [1, 2, 4];

export const RANGES: Record<'workers' | 'seed', Range> = {
  workers: { least: 1, most: 8 },
  seed: { least: 0, most: 9999 },
};

export interface Controls {
  options: Readonly<WorkerOptions>;
  sentence: string;
  refused: Refused | undefined;
  typed(field: Field, text: string): void;
  setHeads(numHeads: number): void;
}

export function renderControls(t: Texts, controls: Controls): TemplateResult {
  const { options, refused, typed } = controls;
  const count = (name: 'workers' | 'seed'): TemplateResult =>
    renderNumberField({
      name,
      label: t[name],
      value: options[name],
      range: RANGES[name],
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
      <label>
        <span>${t.heads}</span>
        <select
          name="heads"
          @change=${(event: Event) =>
            controls.setHeads(Number((event.target as HTMLSelectElement).value))}
        >
          ${HEAD_COUNTS.map(
            (heads) =>
              html`<option value=${heads} .selected=${heads === options.numHeads}>
                ${heads}
              </option>`,
          )}
        </select>
      </label>
      ${count('workers')}
      <div class="choice" role="group" aria-label=${t.examples}>
        ${EXAMPLES.map(
          (workers) =>
            html`<button
              type="button"
              class="number"
              aria-pressed=${workers === options.workers}
              @click=${() => typed('workers', String(workers))}
            >
              ${workers}
            </button>`,
        )}
      </div>
      ${count('seed')}
    </div>
    ${renderRefused(refused?.text)}`;
}
