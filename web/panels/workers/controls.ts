import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { renderText } from '../../kit/fields/inputs.js';
import { renderNumberField, type Range } from '../../kit/fields/number-field.js';
import type { TraceStore } from '../../trace/store.js';
import type { LayerEditor } from '../layer-editor.js';
import { renderSource } from '../layer-fields.js';
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
  store: TraceStore;
  editor: LayerEditor;
  options: Readonly<WorkerOptions>;
  typed(field: Field, text: string): void;
  set(patch: Partial<WorkerOptions>, field: string): void;
}

export function renderControls(t: Texts, controls: Controls): TemplateResult {
  const { store, editor, options, typed, set } = controls;
  const { learned, refused } = editor;
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
    ${renderSource(store, editor, options, (layer) => set({ layer }, 'layer'))}
    ${renderText({
      name: 'sentence',
      label: t.sentence,
      value: options.sentence,
      refused,
      change: (text) => typed('sentence', text),
    })}
    ${learned ? nothing : renderHeads(t, controls)} ${count('workers')}
    <div class="choice" role="group" aria-label=${t.examples}>
      ${EXAMPLES.filter((workers) => options.numHeads % workers === 0).map(
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
    ${learned ? nothing : count('seed')}
  </div>`;
}

function renderHeads(t: Texts, { options, set }: Controls): TemplateResult {
  const choose = ({ target }: Event): void =>
    set({ numHeads: Number((target as HTMLSelectElement).value) }, 'heads');
  return html`<label>
    <span>${t.heads}</span>
    <select name="heads" @change=${choose}>
      ${HEAD_COUNTS.map(
        (heads) =>
          html`<option value=${heads} .selected=${live(heads === options.numHeads)}>
            ${heads}
          </option>`,
      )}
    </select>
  </label>`;
}
