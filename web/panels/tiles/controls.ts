import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { renderText } from '../../kit/fields/inputs.js';
import { renderNumberField, type Range } from '../../kit/fields/number-field.js';
import type { TraceStore } from '../../trace/store.js';
import type { LayerEditor } from '../layer-editor.js';
import { renderSource } from '../layer-fields.js';
import type { Texts } from './texts/en.js';
import type { TileOptions } from './tile-store.js';

export const MOST_SEED = 9999;

export type Field = 'sentence' | 'tileQueries' | 'tileKeys' | 'seed';

export interface Controls {
  store: TraceStore;
  editor: LayerEditor;
  options: Readonly<TileOptions>;
  /** Only tiles and heads, not the layer, can be chosen. */
  isPart: boolean;
  typed(field: Field, text: string): void;
  set(patch: Partial<TileOptions>): void;
  setHead(head: number): void;
}

/** The bounds of a field for whole numbers. */
export function rangeOf(field: Field, { tokens }: TileOptions): Range {
  return field === 'seed' ? { least: 0, most: MOST_SEED } : { least: 1, most: tokens.length };
}

export function renderControls(t: Texts, controls: Controls): TemplateResult {
  const { store, editor, options, isPart, typed, set } = controls;
  const { learned, refused } = editor;
  const isFixed = isPart || learned !== undefined;
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
    ${
      isPart
        ? nothing
        : html`${renderSource(store, editor, options, (layer) => set({ layer }))}
          ${renderText({
            name: 'sentence',
            label: t.sentence,
            value: options.sentence,
            refused,
            change: (text) => typed('sentence', text),
          })}`
    }
    ${count('tileQueries', options.tile[0])} ${count('tileKeys', options.tile[1])}
    ${isFixed ? nothing : count('seed', options.seed)} ${renderHeads(t, controls)}
    ${isFixed ? nothing : renderCausal(t, controls)}
  </div>`;
}

function renderHeads(t: Texts, { store, setHead }: Controls): TemplateResult | typeof nothing {
  const { heads } = store.count(store.state);
  if (heads < 2) return nothing;
  return html`<div class="heads" role="group" aria-label=${t.head}>
    ${Array.from(
      { length: heads },
      (_, head) =>
        html`<button
          type="button"
          aria-pressed=${head === store.state.head}
          @click=${() => setHead(head)}
        >
          ${t.head} ${head + 1}
        </button>`,
    )}
  </div>`;
}

function renderCausal(t: Texts, { options, set }: Controls): TemplateResult {
  return html`<label class="causal">
    <input
      type="checkbox"
      name="causal"
      .checked=${live(options.isCausal)}
      @change=${({ target }: Event) => set({ isCausal: (target as HTMLInputElement).checked })}
    />
    ${t.causal}
  </label>`;
}
