// The options of a model: read once, checked, as the core reads them.

import { describe, fail } from '../errors.js';
import type { Handles } from '../module/handles.js';
import { layerSwitches } from '../calls/layers.js';
import type { Read, Table } from '../options/option.js';
import { placeIn, readGiven, withDefaults } from '../options/read.js';
import * as tables from '../options/tables.js';
import { largestWhole } from '../options/values.js';
import { acceptedOfModels, parameterHandles } from './parameters.js';
import { toTokens } from './tokens.js';
import type { LayerShape, PassOptions, TransformerOptions } from '../types/index.js';

/** The options of a pass, with defaults. */
export type ReadPass = Read<PassOptions, typeof tables.pass>;

const mostLayers = 1000;

/**
 * The options of a table that has those of a model, each read once. A model may be made more than once of them, so that
 * lists are copies: the caller's own may change. What is not given is undefined.
 */
export function readModelOptions<T extends TransformerOptions, Of extends Table>(
  table: Of,
  given: T,
): Partial<Read<T, Of>> & TransformerOptions {
  const options = readGiven(table, given) as Partial<Read<T, Of>> & TransformerOptions;
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
    const layer = layers[i] as LayerShape;
    return readGiven(tables.layerShape, layer, 'layers', `layers.${i}.`);
  });
}

/** Under the core's names, with defaults. */
export function modelOptions(handles: Handles, given: TransformerOptions) {
  const table = tables.transformer;
  const options = withDefaults<TransformerOptions, typeof table>(table, given);
  const { dModel, nhead, numEncoderLayers, numDecoderLayers, normFirst, maxLength } = options;
  const { rawValues, pointer, predicts, labelSmoothing, bias, scaleScores } = options;
  const { scaleEmbedding, tieWeights } = options;
  return {
    ...layerSwitches(options),
    architecture: placeIn(table.architecture, options.architecture),
    dModel,
    nhead,
    numEncoderLayers,
    numDecoderLayers,
    ...layerShapes(options, dModel),
    rawValues,
    pointer,
    predicts,
    labelSmoothing,
    initialization: placeIn(table.initialization, options.initialization),
    finalNorm: options.finalNorm ?? (normFirst && options.norm !== 'none'),
    bias,
    scaleScores,
    positions: placeIn(table.positions, options.positions),
    maxLength,
    scaleEmbedding,
    tieWeights,
    ...parameterHandles(handles, options.parameters, acceptedOfModels),
  };
}

/** What layers may differ in: the model's, and that of its first layers, by their numbers. */
function layerShapes(options: TransformerOptions, dModel: number) {
  const { layers = [] } = options;
  const shape = shapeOf(options, {
    attentionWidth: dModel,
    dimFeedforward: Math.min(4 * dModel, largestWhole),
    residual: true,
  });
  const own = layers.flatMap((layer, i) =>
    Object.entries(shapeOf(layer, shape)).map(([key, each]) => [`layers.${i}.${key}`, each]),
  );
  const numbers = Object.fromEntries(own) as Record<string, number | boolean>;
  return { ...shape, ...numbers, layerShapes: layers.length };
}

function shapeOf(given: LayerShape, otherwise: Required<LayerShape>): Required<LayerShape> {
  return {
    attentionWidth: given.attentionWidth ?? otherwise.attentionWidth,
    dimFeedforward: given.dimFeedforward ?? otherwise.dimFeedforward,
    residual: given.residual ?? otherwise.residual,
  };
}
