import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { presetOf } from '../presets.js';
import { SETTINGS } from '../settings/table.js';
import { DEFAULTS, type Patch, type PlaygroundState } from '../state.js';
import type { PlaygroundStore } from '../store.js';
import { textOf } from './fields.js';

type TransformerModel = Exclude<PlaygroundState['model'], 'attention'>;
type Choice = PlaygroundState['kind'] | TransformerModel;

const KINDS = SETTINGS.kind.type.words;
const TRANSFORMERS = SETTINGS.model.type.words.filter(
  (model): model is TransformerModel => model !== 'attention',
);

/** The model shown, as one choice: a kind of attention, or a kind of Transformer. */
export function kindOf({ model, kind }: Pick<PlaygroundState, 'model' | 'kind'>): Choice {
  return model === 'attention' ? kind : model;
}

export function renderKind(store: PlaygroundStore): TemplateResult {
  const { name, choices } = textOf(store, 'kind');
  const { kindGroups } = store.t.ui;
  const chosen = kindOf(store.submitted);
  const option = (value: Choice): TemplateResult =>
    html`<option value=${value} .selected=${live(value === chosen)}>${choices?.[value]}</option>`;
  const choose = (event: Event): void =>
    store.update(patchFor(store, (event.target as HTMLSelectElement).value as Choice));
  return html`<label class="control">
    <span>${name}</span>
    <select name="kind" @change=${choose}>
      <optgroup label=${kindGroups.attention}>${KINDS.map(option)}</optgroup>
      <optgroup label=${kindGroups.transformer}>${TRANSFORMERS.map(option)}</optgroup>
    </select>
  </label>`;
}

/** Until the user chooses sentences, an encoder–decoder gets a pair as for translation. */
function patchFor({ submitted }: PlaygroundStore, choice: Choice): Patch {
  const kind = KINDS.find((one) => one === choice);
  if (kind) return { model: 'attention', kind };
  const model = choice as PlaygroundState['model'];
  const same = (key: 'sentences' | 'memory'): boolean =>
    submitted[key].join() === DEFAULTS[key].join();
  if (model !== 'encoder-decoder' || !same('sentences') || !same('memory')) return { model };
  return { ...presetOf('student'), model, heads: submitted.heads, dModel: submitted.dModel };
}
