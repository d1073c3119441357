import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { firstPair, isOpening } from '../first-visit.js';
import { SETTINGS } from '../settings/table.js';
import { kindOf, type KindChoice, type Patch, type PlaygroundState } from '../state.js';
import type { PlaygroundStore } from '../store.js';
import { textOf } from './fields.js';

const KINDS = SETTINGS.kind.type.words;
const TRANSFORMERS = SETTINGS.model.type.words.filter(
  (model): model is Exclude<typeof model, 'attention'> => model !== 'attention',
);

export function renderKind(store: PlaygroundStore): TemplateResult {
  const { name, choices } = textOf(store, 'kind');
  const { kindGroups } = store.t.settingsPanel;
  const chosen = kindOf(store.submitted);
  const option = (value: KindChoice): TemplateResult =>
    html`<option value=${value} .selected=${live(value === chosen)}>${choices?.[value]}</option>`;
  const choose = (event: Event): void =>
    store.update(patchFor(store, (event.target as HTMLSelectElement).value as KindChoice));
  return html`<label class="control">
    <span>${name}</span>
    <select name="kind" @change=${choose}>
      <optgroup label=${kindGroups.attention}>${KINDS.map(option)}</optgroup>
      <optgroup label=${kindGroups.transformer}>${TRANSFORMERS.map(option)}</optgroup>
    </select>
  </label>`;
}

/** Until the user chooses sentences, an encoder–decoder gets a pair as for translation. */
function patchFor({ submitted }: PlaygroundStore, choice: KindChoice): Patch {
  const kind = KINDS.find((one) => one === choice);
  if (kind) return { model: 'attention', kind };
  const model = choice as PlaygroundState['model'];
  const untouched = isOpening({ ...submitted, kind: 'cross' });
  if (model !== 'encoder-decoder' || !untouched) return { model };
  const { heads, dModel, lang } = submitted;
  return { ...firstPair(lang), heads, dModel };
}
