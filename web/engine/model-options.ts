// The options of a model: read once, checked, as the core reads them.

import { describe, fail } from './errors.js';
import type { Handles } from './handles.js';
import { layerSwitches } from './layers.js';
import { choice, flag, readOnce, real, requireObject, whole } from './options.js';
import { parameterHandles } from './parameters.js';
import { toTokens } from './tokens.js';
import { positionChoices } from './trace.js';
import type { LayerShape, TransformerOptions } from './types.js';

// In the order of the core's own lists: src/attention_playground/transformer/options.hpp.
const architectures = ['encoder-decoder', 'encoder-only', 'decoder-only'] as const;
const initializations = ['uniform', 'normal'] as const;

const mostLayers = 1000;

/**
 * The options of these names, each read once. A model may be made more than once of them, so that lists are copies:
 * the caller's own may change.
 */
export function readModelOptions<T extends TransformerOptions>(
  given: T,
  names: readonly (keyof T)[],
): T {
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

/** Under the core's names, with defaults. */
export function modelOptions(handles: Handles, options: TransformerOptions) {
  const dModel = whole(options.dModel, 64, 'dModel', 1);
  const normFirst = flag(options.normFirst, false, 'normFirst');
  const labelSmoothing = real(options.labelSmoothing, 0, 'labelSmoothing');
  if (!(labelSmoothing >= 0 && Math.fround(labelSmoothing) < 1)) {
    fail('range', 'labelSmoothing', describe(labelSmoothing), 'a number from 0 to below 1');
  }
  return {
    ...layerSwitches(options),
    architecture: architectures.indexOf(
      choice(options.architecture, 'encoder-decoder', 'architecture', architectures),
    ),
    dModel,
    nhead: whole(options.nhead, 4, 'nhead', 1),
    numEncoderLayers: whole(options.numEncoderLayers, 2, 'numEncoderLayers', 0),
    numDecoderLayers: whole(options.numDecoderLayers, 2, 'numDecoderLayers', 0),
    ...layerShapes(options, dModel),
    rawValues: flag(options.rawValues, false, 'rawValues'),
    pointer: flag(options.pointer, false, 'pointer'),
    predicts: flag(options.predicts, false, 'predicts'),
    labelSmoothing,
    initialization: initializations.indexOf(
      choice(options.initialization, 'uniform', 'initialization', initializations),
    ),
    normFirst,
    finalNorm: flag(options.finalNorm, normFirst, 'finalNorm'),
    bias: flag(options.bias, true, 'bias'),
    scaleScores: flag(options.scaleScores, true, 'scaleScores'),
    positions: positionChoices.indexOf(
      choice(options.positions, 'sinusoidal', 'positions', positionChoices),
    ),
    maxLength: whole(options.maxLength, 512, 'maxLength', 1),
    scaleEmbedding: flag(options.scaleEmbedding, false, 'scaleEmbedding'),
    tieWeights: flag(options.tieWeights, false, 'tieWeights'),
    ...parameterHandles(handles, options.parameters),
  };
}

/** What layers may differ in: the model's, and that of its first layers, by their numbers. */
function layerShapes(options: TransformerOptions, dModel: number) {
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
