// Models of options, or of any file: those of other programs, too, which only the module for training reads.

import { describe, fail } from './errors.js';
import { bytesOf, hold, readSafetensors } from './files.js';
import { ownerOf, withHandles } from './handles.js';
import { activations } from './layers.js';
import type { Memory } from './memory.js';
import { completeModel, storedModel } from './model-file.js';
import { readModelOptions } from './model-options.js';
import { modelNames } from './option-names.js';
import { choice, flag, readOnce, real, refuse, requireObject, whole } from './options.js';
import { FixedVocabulary } from './tokens.js';
import { positionChoices } from './trace.js';
import { requireTraining } from './training.js';
import { transformer, TransformerModel } from './transformer.js';
import type { ModelFileOptions, TransformerOptions } from './types.js';

/** A model of options, or of a file. */
export function makeTransformer(
  memory: Memory,
  given: TransformerOptions | ModelFileOptions,
): TransformerModel {
  requireObject(given, 'options');
  const options = readOnce(given as TransformerOptions, modelNames);
  const bytes = bytesOf(options.parameters);
  return bytes ? modelOf(memory, bytes, options) : transformer(memory, options);
}

/** What a caller may say of a model in a file, beside `architecture`: see ModelFileOptions. */
const sayable = [
  'nhead',
  'activation',
  'normFirst',
  'layerNormEps',
  'positions',
  'scaleEmbedding',
  'vocabulary',
  'sourceVocabulary',
] as const satisfies readonly (keyof ModelFileOptions)[];

function modelOf(memory: Memory, bytes: Uint8Array, options: TransformerOptions): TransformerModel {
  const may: readonly string[] = ['parameters', 'architecture', ...sayable];
  const others = modelNames.filter((name) => !may.includes(name));
  refuse(options, others, 'the file has the options of its model');
  const { vocabulary = [], sourceVocabulary = [] } = options;
  const tokens = new FixedVocabulary(vocabulary, 'vocabulary').tokens;
  const sourceTokens = new FixedVocabulary(sourceVocabulary, 'sourceVocabulary').tokens;
  const said = { ...saidOf(options), sourceTokens: sourceTokens.length };
  const stored = storedModel(readSafetensors(memory, bytes, 'parameters'));
  if (stored) {
    const given = sayable.filter((name) => options[name] !== undefined);
    const more = Object.fromEntries(given.map((name) => [name, options[name]]));
    return completeModel(memory, readModelOptions({ ...stored, ...more }, modelNames));
  }
  const load = requireTraining(memory.module.loadModel);
  const recordOf = requireTraining(memory.module.recordOf);
  return withHandles(
    memory,
    (handles) => {
      const place = hold(handles, bytes, 'parameters');
      const request = handles.request(said, [...tokens, ...sourceTokens]);
      const handle = memory.unwrap(load(place, bytes.length, request));
      return ownerOf(handle, () => {
        const text = memory.text(recordOf(handle));
        const { vocabulary: words = [], ...record } = JSON.parse(text) as TransformerOptions;
        const ids = new FixedVocabulary(words, 'vocabulary');
        return new TransformerModel(memory, { ...record, vocabulary: words }, ids, handle);
      });
    },
    true,
  );
}

/** Numbers as the core reads them; −1 for what is not said. */
function saidOf(options: TransformerOptions) {
  const { architecture, nhead, activation, normFirst, positions, scaleEmbedding } = options;
  const placeOf = <T extends string>(value: unknown, name: string, accepted: readonly T[]) =>
    value === undefined ? -1 : accepted.indexOf(choice(value, accepted[0] as T, name, accepted));
  const switchOf = (value: unknown, name: string) =>
    value === undefined ? -1 : Number(flag(value, false, name));
  const layerNormEps = real(options.layerNormEps, -1, 'layerNormEps');
  if (options.layerNormEps !== undefined && !(layerNormEps >= 0)) {
    fail('range', 'layerNormEps', describe(layerNormEps), 'a number of 0 or more');
  }
  return {
    decoderOnly: placeOf(architecture, 'architecture', ['decoder-only']) + 1,
    nhead: nhead === undefined ? -1 : whole(nhead, undefined, 'nhead', 1),
    activation: placeOf(activation, 'activation', activations),
    normFirst: switchOf(normFirst, 'normFirst'),
    layerNormEps,
    positions: placeOf(positions, 'positions', positionChoices),
    scaleEmbedding: switchOf(scaleEmbedding, 'scaleEmbedding'),
  };
}
