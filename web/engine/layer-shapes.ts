// The options of a model that are lists, and what its layers differ in.

import { describe, fail } from './errors.js';
import { flag, readOnce, requireObject, whole } from './options.js';
import { toTokens } from './tokens.js';
import type { LayerShape, TransformerOptions } from './types.js';

const mostLayers = 1000;

/**
 * The options of these names, each read once. A model may be made more than once of them, so that lists are copies:
 * the caller's own may change.
 */
export function readModel<T extends TransformerOptions>(given: T, names: readonly (keyof T)[]): T {
  requireObject(given, 'options');
  const options = readOnce(given, names);
  const { layers, sourceVocabulary } = options;
  return {
    ...options,
    ...(layers !== undefined && { layers: layersOf(layers) }),
    ...(sourceVocabulary !== undefined && {
      sourceVocabulary: toTokens(sourceVocabulary, 'sourceVocabulary'),
    }),
  };
}

function layersOf(layers: unknown): LayerShape[] {
  if (!Array.isArray(layers)) fail('type', 'layers', describe(layers), 'a list of layers');
  const { length } = layers;
  if (length > mostLayers) fail('size', 'layers', describe(layers), `at most ${mostLayers}`);
  return Array.from({ length }, (_, i) => {
    const layer: unknown = layers[i];
    requireObject(layer, 'layers');
    return readOnce(layer as LayerShape, ['attentionWidth', 'dimFeedforward', 'residual']);
  });
}

/** What layers may differ in: the model's, and that of its first layers, by their numbers. */
export function layerShapes(options: TransformerOptions, dModel: number) {
  const { layers = [] } = options;
  const shape = layerShape(options, '', {
    attentionWidth: dModel,
    dimFeedforward: Math.min(4 * dModel, 2 ** 31 - 1),
    residual: true,
  });
  const own = layers.map((layer, i) => {
    const name = `layers.${i}.`;
    return Object.entries(layerShape(layer, name, shape)).map(([key, each]) => [name + key, each]);
  });
  const numbers = Object.fromEntries(own.flat()) as Record<string, number | boolean>;
  return { ...shape, ...numbers, layerShapes: layers.length };
}

function layerShape(given: LayerShape, name: string, otherwise: Required<LayerShape>) {
  const { attentionWidth, dimFeedforward, residual } = given;
  return {
    attentionWidth: whole(attentionWidth, otherwise.attentionWidth, `${name}attentionWidth`, 1),
    dimFeedforward: whole(dimFeedforward, otherwise.dimFeedforward, `${name}dimFeedforward`, 0),
    residual: flag(residual, otherwise.residual, `${name}residual`),
  };
}
