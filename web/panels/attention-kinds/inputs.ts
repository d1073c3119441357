import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { renderTakeBack } from '../../kit/fields/revert-edits.js';
import { prose } from '../../kit/formulas/tex.js';
import { renderViewTabs } from '../../parts/stage/view-tabs.js';
import { paddingToken } from '../../text/index.js';
import { renderLayers, renderParameters } from '../parameter-fields.js';
import { renderSeed, renderText, textOf, type TextField } from './fields.js';
import type { PairEditor } from './pair-editor.js';
import { layersOf } from './pair.js';
import { presetsOf } from './presets.js';
import type { KindsView } from './view.js';

export interface Inputs {
  editor: PairEditor;
  busy: TextField | undefined;
  type(field: TextField, text: string): void;
  leave(): void;
  /** Moves the focus to the element of this id. */
  focus(id: string): void;
}

/** The pair of sentences, a second pair for the padding mask, and what all three cards share. */
export function renderInputs(view: KindsView, inputs: Inputs): TemplateResult {
  const { t, store } = view;
  const { options, state } = store;
  const { padding, parameters, layer, seed } = options;
  const { editor, busy } = inputs;
  const { choice, learned, drafts } = editor;
  const text = (field: TextField): TemplateResult =>
    renderText(t, field, {
      value: textOf(options, field),
      draft: drafts[field],
      busy: busy === field,
      change: inputs.type,
    });
  const formula = html`<span class="inline role-weights">${prose(t.attention)}</span>`;
  return html`<div @focusout=${inputs.leave}>
    <div class="fields">
      ${renderParameters(store, choice, parameters, editor.request)}
      ${renderLayers(store, layersOf(learned), layer, (chosen) => editor.take({ layer: chosen }))}
      ${renderPicker(t.head, store.count().heads, state.head, (head) => store.updateView({ head }))}
      ${renderViewTabs(store, 'cards', inputs.focus)} ${formula}
    </div>
    <div class="fields">${renderPresets(view, editor)}</div>
    <div class="fields">
      ${text('source-0')} ${text('target-0')}
      ${learned ? nothing : renderSeed(t, seed, editor.wrongSeed, editor.seed)}
      ${!learned || learned.words.has(paddingToken) ? renderPadding(view, editor) : nothing}
      ${renderTakeBack(store)}
    </div>
    ${
      padding
        ? html`<div class="fields">
            ${text('source-1')} ${text('target-1')}
            ${renderPicker(t.pair, 2, state.batch, (batch) => store.updateView({ batch }))}
          </div>`
        : nothing
    }
  </div>`;
}

function renderPresets({ t, store }: KindsView, { learned, replace }: PairEditor): TemplateResult {
  const { sources, targets } = store.options;
  return html`<span class="examples" role="group" aria-label=${t.presets}>
    <span class="soft">${t.presets}</span>
    ${presetsOf(learned).map(
      (preset) =>
        html`<button
          type="button"
          aria-pressed=${preset.sources[0] === sources[0] && preset.targets[0] === targets[0]}
          @click=${() => replace({ ...preset })}
        >
          ${preset.sources[0]}
        </button>`,
    )}
  </span>`;
}

function renderPadding({ t, store }: KindsView, { pad }: PairEditor): TemplateResult {
  return html`<label class="switch">
    <input
      type="checkbox"
      name="padding"
      .checked=${live(store.options.padding)}
      @change=${(event: Event) => pad((event.target as HTMLInputElement).checked)}
    />
    ${t.padding}
  </label>`;
}

function renderPicker(
  name: string,
  count: number,
  chosen: number,
  choose: (at: number) => void,
): TemplateResult | typeof nothing {
  if (count < 2) return nothing;
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
