import { html, nothing, type TemplateResult } from 'lit';
import { renderTakeBack } from '../../kit/revert-edits.js';
import { prose } from '../../kit/tex.js';
import { renderViewTabs } from '../../parts/stage/view-tabs.js';
import { renderSeed, renderText, renderWrong, type TextField, type Wrong } from './fields.js';
import { HEADS, PRESETS, type Pairs } from './pair.js';
import type { KindsView } from './view.js';

export interface Inputs {
  wrong: Wrong | undefined;
  busy: TextField | undefined;
  type(field: TextField, text: string): void;
  leave(): void;
  seed(text: string): void;
  take(pairs: Partial<Pairs>): void;
  pad(on: boolean): void;
  /** Moves the focus to the element of this id. */
  focus(id: string): void;
}

/** The pair of sentences, a second pair for the padding mask, and what all three cards share. */
export function renderInputs(view: KindsView, inputs: Inputs): TemplateResult {
  const { t, store } = view;
  const { sources, targets, padding, seed } = store.options;
  const { wrong, busy } = inputs;
  const text = (field: TextField, value: string): TemplateResult =>
    renderText(t, field, { value, wrong, busy: busy === field, change: inputs.type });
  const formula = html`<span class="inline role-weights">${prose(t.attention)}</span>`;
  return html`<div @focusout=${inputs.leave}>
    <div class="fields">
      <span class="examples" role="group" aria-label=${t.presets}>
        <span class="soft">${t.presets}</span>
        ${PRESETS.map(
          (preset) =>
            html`<button
              type="button"
              aria-pressed=${preset.sources[0] === sources[0] && preset.targets[0] === targets[0]}
              @click=${() => inputs.take({ ...preset })}
            >
              ${preset.sources[0]}
            </button>`,
        )}
      </span>
      ${renderViewTabs(store, inputs.focus)} ${formula}
    </div>
    <div class="fields">
      ${text('source-0', sources[0]!)} ${text('target-0', targets[0]!)}
      ${renderPicker(t.head, HEADS, store.state.head, (head) => store.updateView({ head }))}
      ${renderSeed(t, seed, wrong, inputs.seed)}
      <label class="switch">
        <input
          type="checkbox"
          name="padding"
          .checked=${padding}
          @change=${(event: Event) => inputs.pad((event.target as HTMLInputElement).checked)}
        />
        ${t.padding}
      </label>
      ${renderTakeBack(store)}
    </div>
    ${
      padding
        ? html`<div class="fields">
            ${text('source-1', sources[1]!)} ${text('target-1', targets[1]!)}
            ${renderPicker(t.pair, 2, store.state.batch, (batch) => store.updateView({ batch }))}
          </div>`
        : nothing
    }
    ${renderWrong(t, wrong)}
  </div>`;
}

function renderPicker(
  name: string,
  count: number,
  chosen: number,
  choose: (at: number) => void,
): TemplateResult {
  return html`<span class="picker" role="group" aria-label=${name}>
    <span class="soft">${name}</span>
    ${Array.from(
      { length: count },
      (_, i) =>
        html`<button
          type="button"
          aria-label="${name} ${i + 1}"
          aria-pressed=${i === chosen}
          @click=${() => choose(i)}
        >
          ${i + 1}
        </button>`,
    )}
  </span>`;
}
