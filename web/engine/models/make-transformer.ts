// Models of options, or of any file: those of other programs, too, which only the module for training reads.

import { bytesOf, hold, readSafetensors } from '../files/safetensors.js';
import { ownerOf, withHandles } from '../module/handles.js';
import type { Memory } from '../module/memory.js';
import { completeModel, storedModel } from '../files/model-file.js';
import type { Read } from '../options/option.js';
import { placeIn, readGiven, refuse } from '../options/read.js';
import * as tables from '../options/tables.js';
import { choice } from '../options/values.js';
import { FixedVocabulary } from './tokens.js';
import { requireTraining } from '../training/require.js';
import { transformer, TransformerModel } from './transformer.js';
import type { ModelFileOptions, TransformerOptions } from '../types/index.js';

/** A model of options, or of a file. */
export function makeTransformer(
  memory: Memory,
  given: TransformerOptions | ModelFileOptions,
): TransformerModel {
  const options = readGiven(tables.transformer, given as TransformerOptions);
  const bytes = bytesOf(options.parameters);
  return bytes ? modelOf(memory, bytes, options) : transformer(memory, options);
}

/** What may be said of a model in a file. */
type Said = Partial<Read<TransformerOptions, typeof tables.modelFile>>;

function modelOf(memory: Memory, bytes: Uint8Array, options: Said): TransformerModel {
  const may = Object.keys(tables.modelFile);
  const others = Object.keys(tables.transformer).filter((name) => !may.includes(name));
  refuse(options, others, 'the file has the options of its model');
  const { vocabulary = [], sourceVocabulary = [] } = options;
  const tokens = new FixedVocabulary(vocabulary, 'vocabulary').tokens;
  const sourceTokens = new FixedVocabulary(sourceVocabulary, 'sourceVocabulary').tokens;
  const said = { ...saidOf(options), sourceTokens: sourceTokens.length };
  const stored = storedModel(readSafetensors(memory, bytes, 'parameters'));
  if (stored) {
    // The file says which architecture it is.
    const { parameters: _, architecture: __, ...said } = options;
    const more = Object.fromEntries(Object.entries(said).filter(([, each]) => each !== undefined));
    return completeModel(memory, { ...stored, ...more });
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
function saidOf({ architecture, activation, positions, nhead = -1, ...options }: Said) {
  const { normFirst = -1, layerNormEps = -1, scaleEmbedding = -1 } = options;
  const table = tables.modelFile;
  if (architecture !== undefined) choice(architecture, 'architecture', table.architecture.of);
  return {
    decoderOnly: architecture !== undefined,
    nhead,
    activation: activation === undefined ? -1 : placeIn(table.activation, activation),
    normFirst,
    layerNormEps,
    positions: positions === undefined ? -1 : placeIn(table.positions, positions),
    scaleEmbedding,
  };
}
