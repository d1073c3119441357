import { html, nothing, type TemplateResult } from 'lit';
import { renderChoice, renderNumber, renderSwitch } from './control-fields.js';
import { renderOwn } from './control-kind.js';
import { words as settings } from './map-words.js';
import { fill } from './speech.js';
import { LIMITS } from './state.js';
import type { PlaygroundStore } from './store.js';

/** The settings that only a Transformer has, behind "More settings". */
export function renderTransformerMore(store: PlaygroundStore): TemplateResult {
  const words = settings[store.state.lang];
  const { ui } = store.t;
  const headless = store.wanted.model === 'encoder-only';
  return html`${renderChoice(store, 'normOrder', words.normOrder, words.normOrders)}
  ${renderOwn(store, 'feedForward', 4 * store.state.dModel, {
    name: words.feedForward,
    auto: words.feedForwardAuto,
    own: words.feedForwardOwn,
    value: words.feedForwardValue,
  })}
  ${renderChoice(store, 'activation', words.activation, words.activations)}
  ${headless ? nothing : renderSwitch(store, 'tied', words.tied)}
  ${renderChoice(store, 'positions', ui.positions, ui.positionNames)}
  ${renderNumber(store, 'dropoutP', ui.dropout)}
  ${renderSwitch(store, 'training', headless ? ui.training : words.trainingLoss)}`;
}

/** Notes on these settings. */
export function transformerNotes(store: PlaygroundStore): string {
  const words = settings[store.state.lang];
  return `${words.means} ${fill(words.layerLimits, { ...LIMITS })}`;
}
