// Models in files that `save` wrote: their options and parameters.

import { describe, fail } from '../errors.js';
import { readSafetensors } from './safetensors.js';
import type { Memory } from '../module/memory.js';
import { readModelOptions } from '../models/model-options.js';
import { transformer as table } from '../options/tables.js';
import { isPlain } from '../options/values.js';
import { FixedVocabulary } from '../models/tokens.js';
import { TransformerModel } from '../models/transformer.js';
import type { SafetensorsFile, Tensor, TransformerOptions } from '../types/index.js';

/** The key of a model's options in the metadata: src/attention_playground/checkpoint/model_file.hpp. */
const modelKey = 'attention_playground.model';
/** Of a trainer's own tensors in its files: src/attention_playground/checkpoint/model_file.hpp. */
const optimizerPrefix = 'optimizer.';

/** See AttentionPlayground. */
export function readModel(memory: Memory, given: unknown): TransformerOptions {
  const file = readSafetensors(memory, given);
  const options = storedModel(file);
  if (!options)
    fail(
      'missing',
      'bytes',
      `no ${modelKey} among the metadata`,
      'a file of model.save(); ap.transformer({ parameters: bytes }) reads those of other programs',
    );
  completeModel(memory, options).dispose();
  return options;
}

/** The options of a model that `save` wrote, with its parameters; undefined if the file is another program's. */
export function storedModel({
  metadata,
  tensors,
}: SafetensorsFile): TransformerOptions | undefined {
  const text = metadata[modelKey];
  if (text === undefined) return undefined;
  const parameters = unwrapped(Object.entries(tensors))
    .filter(([path]) => !path.startsWith(optimizerPrefix))
    .map(([path, { dtype, shape, data }]): [string, Tensor] => {
      if (!data) fail('file', path, dtype, 'F32, F16 or BF16');
      return [path, { shape, data }];
    });
  return { ...recordOf(text), parameters: Object.fromEntries(parameters) };
}

/**
 * Without what PyTorch's wrappers of a model put before all names, one inside the other: torch.compile, DataParallel,
 * Lightning. The same is done in src/attention_playground/checkpoint/safetensors.cpp.
 */
function unwrapped<Value>(entries: [name: string, value: Value][]): [string, Value][] {
  const wrapper = ['_orig_mod.', 'module.', 'model.'].find((each) =>
    entries.every(([name]) => name.startsWith(each) && name.length > each.length),
  );
  if (wrapper === undefined || entries.length === 0) return entries;
  return unwrapped(entries.map(([name, value]) => [name.slice(wrapper.length), value]));
}

function recordOf(text: string): TransformerOptions {
  let record: unknown;
  try {
    record = JSON.parse(text);
  } catch {
    fail('file', modelKey, describe(text), 'JSON');
  }
  if (!isPlain(record)) fail('file', modelKey, describe(record), 'the options of a model');
  const known = Object.keys(table).filter((name) => name !== 'parameters');
  const other = Object.keys(record).find((name) => !known.includes(name));
  if (other !== undefined) fail('file', modelKey, describe(other), 'options of a model');
  return record;
}

/** The model, unless one of its parameters would have to be drawn. */
export function completeModel(memory: Memory, given: TransformerOptions): TransformerModel {
  const options = readModelOptions(table, given);
  const vocabulary = new FixedVocabulary(options.vocabulary ?? []);
  const model = new TransformerModel(memory, options, vocabulary);
  try {
    const trace = model.trace(shortestPass(options));
    try {
      const drawn = trace.steps.find(({ source, op }) => source === 'parameter' && op !== 'given');
      if (drawn) fail('missing', drawn.path, 'nothing', 'a tensor of the file');
    } finally {
      trace.dispose();
    }
  } catch (error) {
    model.dispose();
    throw error;
  }
  return model;
}

/** One that reads every parameter. */
function shortestPass(options: TransformerOptions) {
  const { architecture, vocabulary = [], sourceVocabulary = vocabulary, pointer } = options;
  const { dModel = 64 } = options;
  const vectors = { shape: [1, 1, dModel], data: new Float32Array(dModel) };
  const [word, sourceWord] = [vocabulary[0], sourceVocabulary[0]];
  const source = sourceWord === undefined ? { src: vectors } : { source: [[sourceWord]] };
  const target = word === undefined ? { tgt: vectors } : { target: [[word]] };
  const labels = word === undefined ? {} : { labels: [[pointer ? 0 : word]] };
  return {
    ...(architecture !== 'decoder-only' && source),
    ...(architecture !== 'encoder-only' && target),
    ...labels,
  };
}
