// Files of parameters: written.

import { describe, fail } from './errors.js';
import { withHandles } from './handles.js';
import type { Memory } from './memory.js';
import { choice, readOnce, requireObject } from './options.js';
import { requireTraining } from './training.js';
import type { TransformerModel } from './transformer.js';
import type { SaveOptions } from './types.js';

// In the order of the core's own list: src/attention_playground/checkpoint/safetensors.hpp.
const dtypes = ['f32', 'f16', 'bf16'] as const;

const mostEntries = 1000;

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
