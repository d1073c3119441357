import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { presetOf } from '../presets.js';
import {
  DEFAULTS,
  KINDS,
  MODELS,
  type NumberKey,
  type Patch,
  type PlaygroundState,
} from '../state.js';
import type { PlaygroundStore } from '../store.js';
import { renderNumber } from './fields.js';

type TransformerModel = Exclude<PlaygroundState['model'], 'attention'>;
type Choice = PlaygroundState['kind'] | TransformerModel;

const TRANSFORMERS = MODELS.filter((model): model is TransformerModel => model !== 'attention');

/** The model shown, as one choice: a kind of attention, or a kind of Transformer. */
export function kindOf({ model, kind }: Pick<PlaygroundState, 'model' | 'kind'>): Choice {
  return model === 'attention' ? kind : model;
}

export function renderKind(store: PlaygroundStore): TemplateResult {
  const words = store.t.ui;
  const chosen = kindOf(store.wanted);
  const option = (value: Choice): TemplateResult =>
    html`<option value=${value} .selected=${live(value === chosen)}>${words.kinds[value]}</option>`;
  const choose = (event: Event): void =>
    store.update(patchFor(store, (event.target as HTMLSelectElement).value as Choice));
  return html`<label class="control">
    <span>${words.kind}</span>
    <select name="kind" @change=${choose}>
      <optgroup label=${words.kindGroups.attention}>${KINDS.map(option)}</optgroup>
      <optgroup label=${words.kindGroups.transformer}>${TRANSFORMERS.map(option)}</optgroup>
    </select>
  </label>`;
}

/** Until the user chooses sentences, an encoder–decoder gets a pair as for translation. */
function patchFor({ wanted }: PlaygroundStore, choice: Choice): Patch {
  const kind = KINDS.find((one) => one === choice);
  if (kind) return { model: 'attention', kind };
  const model = choice as PlaygroundState['model'];
  const same = (key: 'sentences' | 'memory'): boolean =>
    wanted[key].join() === DEFAULTS[key].join();
  if (model !== 'encoder-decoder' || !same('sentences') || !same('memory')) return { model };
  return { ...presetOf('student'), model, heads: wanted.heads, dModel: wanted.dModel };
}

/** A number that is derived from others unless it is set. */
export function renderOwn(
  store: PlaygroundStore,
  key: NumberKey & ('scale' | 'feedForward'),
  first: number,
  words: { name: string; auto: string; own: string; value: string },
): TemplateResult {
  const own = store.wanted[key] !== null;
  return html`<div class="row">
    <label class="control">
      <span>${words.name}</span>
      <select
        name="${key}Kind"
        @change=${(event: Event) =>
          store.update({
            [key]: (event.target as HTMLSelectElement).value === 'own' ? first : null,
          })}
      >
        <option value="auto" .selected=${live(!own)}>${words.auto}</option>
        <option value="own" .selected=${live(own)}>${words.own}</option>
      </select>
    </label>
    ${own ? renderNumber(store, key, words.value) : nothing}
  </div>`;
}
