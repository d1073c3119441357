// Files of parameters: read, written, and models made from them.

import { describe, fail } from './errors.js';
import { ownerOf, withHandles, type Handles } from './handles.js';
import { activations } from './layers.js';
import type { Memory } from './memory.js';
import { modelNames } from './option-names.js';
import { choice, flag, readOnce, real, refuse, requireObject, whole } from './options.js';
import { FixedVocabulary } from './tokens.js';
import { positionChoices } from './trace.js';
import { requireTraining } from './training.js';
import { transformer, TransformerModel } from './transformer.js';
import type {
  FileTensor,
  ModelFileOptions,
  SafetensorsFile,
  SaveOptions,
  TransformerOptions,
} from './types.js';

// In the order of the core's own list: src/attention_playground/checkpoint/safetensors.hpp.
const dtypes = ['f32', 'f16', 'bf16'] as const;

const mostEntries = 1000;

type Header = [metadata: [string, string][], tensors: [string, string, number[]][]];

/** See AttentionPlayground. */
export function readSafetensors(memory: Memory, given: unknown): SafetensorsFile {
  const read = requireTraining(memory.module.readSafetensors);
  const bytes = bytesOf(given);
  if (!bytes) fail('type', 'bytes', describe(given), 'an ArrayBuffer or a Uint8Array');
  return withHandles(
    memory,
    (handles) => {
      const file = memory.unwrap(read(hold(handles, bytes, 'bytes'), bytes.length));
      try {
        const [metadata, tensors] = JSON.parse(memory.text(file.header())) as Header;
        const entries = tensors.map(([name, dtype, shape], place): [string, FileTensor] => {
          const data = memory.unwrap(file.numbers(place)) ?? undefined;
          return [name, { dtype, shape, data }];
        });
        return { metadata: Object.fromEntries(metadata), tensors: Object.fromEntries(entries) };
      } finally {
        file.delete();
      }
    },
    true,
  );
}

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

/** What a caller may say of a model in a file: see ModelFileOptions. */
const sayable: readonly string[] = [
  'parameters',
  'architecture',
  'nhead',
  'activation',
  'normFirst',
  'layerNormEps',
  'positions',
  'scaleEmbedding',
  'vocabulary',
  'sourceVocabulary',
] satisfies (keyof ModelFileOptions)[];

function modelOf(memory: Memory, bytes: Uint8Array, options: TransformerOptions) {
  const load = requireTraining(memory.module.loadModel);
  const recordOf = requireTraining(memory.module.recordOf);
  const others = modelNames.filter((name) => !sayable.includes(name));
  refuse(options, others, 'the file has the options of its model');
  const { vocabulary = [], sourceVocabulary = [] } = options;
  const tokens = new FixedVocabulary(vocabulary, 'vocabulary').tokens;
  const sourceTokens = new FixedVocabulary(sourceVocabulary, 'sourceVocabulary').tokens;
  const said = { ...saidOf(options), sourceTokens: sourceTokens.length };
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

/** See Transformer. */
export function save(memory: Memory, model: TransformerModel, given: SaveOptions): Uint8Array {
  void model.open; // throws if the model is disposed
  const write = requireTraining(memory.module.saveModel);
  requireObject(given, 'options');
  const { dtype, metadata = {} } = readOnce(given, ['dtype', 'metadata'] as const);
  const type = dtypes.indexOf(choice(dtype, 'f32', 'dtype', dtypes));
  const texts = textsOf(metadata);
  return withHandles(memory, (handles) =>
    // Only now, as a getter among the options may have disposed of the model.
    memory.unwrap(write(model.open, type, handles.request({}, texts))),
  );
}

/** Metadata as keys and texts in turn. */
export function textsOf(metadata: unknown): string[] {
  requireObject(metadata, 'metadata');
  const entries = Object.entries(metadata as Record<string, unknown>);
  if (entries.length > mostEntries) {
    fail('size', 'metadata', `${entries.length} texts`, `at most ${mostEntries}`);
  }
  return entries.flatMap(([key, text]) => {
    if (typeof text !== 'string') fail('type', 'metadata', describe(text), 'texts, by key');
    return [key, text];
  });
}

export function bytesOf(given: unknown): Uint8Array | undefined {
  if (given instanceof Uint8Array) return given;
  return given instanceof ArrayBuffer ? new Uint8Array(given) : undefined;
}

/** The bytes in wasm memory, for the duration of the call. */
export function hold(handles: Handles, bytes: Uint8Array, argument: string) {
  const place = handles.borrow([Math.ceil(bytes.length / 4)], argument);
  handles.memory.module.HEAPU8.set(bytes, place.first * 4);
  return place.handle;
}
