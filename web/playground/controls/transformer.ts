import { html, nothing, type TemplateResult } from 'lit';
import { words as settings } from '../../parts/map/texts/index.js';
import { fill } from '../../trace/names.js';
import { LIMITS } from '../state.js';
import type { PlaygroundStore } from '../store.js';
import { renderChoice, renderNumber, renderSwitch } from './fields.js';
import { renderOwn } from './kind.js';

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
