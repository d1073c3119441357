import { html, nothing, type TemplateResult } from 'lit';
import { renderRefused } from '../kit/fields/inputs.js';
import type { TraceStore } from '../trace/store.js';
import type { LayerEditor } from './layer-editor.js';
import type { LayerOptions } from './layer-options.js';
import {
  layerText,
  refusalOf,
  renderLayers,
  renderParameters,
  renderUnknown,
  renderWorth,
  unknownText,
} from './parameter-fields.js';
import { unknownOf } from './sentence.js';
import { knownBy, layersOf, stackOf } from './trained-layer.js';

/** Random parameters or a trained model, and which of its layers. */
export function renderSource(
  store: TraceStore,
  editor: LayerEditor,
  { parameters, layer }: Readonly<LayerOptions>,
  show: (layer: number) => void,
): TemplateResult {
  const { choice, learned, request } = editor;
  const layers = learned ? layersOf(learned) : 1;
  return html`${renderParameters(store, choice, parameters, (other) => request(other))}
  ${renderLayers(store, layers, layer, show)}`;
}

/** Below the fields: what cannot be used and why, the words that the model does not know, what its parameters are worth. */
export function renderBelow(
  store: TraceStore,
  editor: LayerEditor,
  { parameters, layer }: Readonly<LayerOptions>,
  random: string,
): TemplateResult {
  const { choice, learned, refused, unread } = editor;
  const words = learned && knownBy(learned);
  const unknown = unread ? unknownOf(unread.tokens, words) : [];
  const reason = unknown.length > 0 ? unknownText(store, unknown) : refused?.text();
  const more = learned ? layerText(store, stackOf(learned), layer) : '';
  return html`${renderRefused(reason ?? refusalOf(store, choice))}
  ${
    unread && words
      ? renderUnknown(store, [{ ...unread, words, take: editor.write }], () =>
          editor.request('random'),
        )
      : nothing
  }
  ${renderWorth(store, choice, parameters, { random, more })}`;
}
