// Files of parameters: written.

import { describe, fail } from '../errors.js';
import { withHandles } from '../module/handles.js';
import type { Memory } from '../module/memory.js';
import { placeIn, readOptions } from '../options/read.js';
import { save as table } from '../options/tables.js';
import { requireObject } from '../options/values.js';
import { requireTraining } from '../training/require.js';
import type { TransformerHandle } from '../module/core-module.js';
import type { SaveOptions } from '../types/index.js';

const mostEntries = 1000;

/** See Transformer. */
export function save(
  memory: Memory,
  model: { readonly open: TransformerHandle },
  given: SaveOptions,
): Uint8Array {
  void model.open; // throws if the model is disposed
  const write = requireTraining(memory.module.saveModel);
  const { dtype, metadata } = readOptions(table, given);
  const type = placeIn(table.dtype, dtype);
  const texts = textsOf(metadata);
  return withHandles(memory, (handles) =>
    // Only now, as a getter among the options may have disposed of the model.
    memory.unwrap(write(model.open, type, handles.request({}, texts))),
  );
}

/** Metadata as keys and texts in turn. */
export function textsOf(metadata: unknown): string[] {
  if (metadata === undefined) return [];
  requireObject(metadata, 'metadata', 'texts, by key');
  const entries = Object.entries(metadata as Record<string, unknown>);
  if (entries.length > mostEntries) {
    fail('size', 'metadata', `${entries.length} texts`, `at most ${mostEntries}`);
  }
  return entries.flatMap(([key, text]) => {
    if (typeof text !== 'string') fail('type', 'metadata', describe(text), 'texts, by key');
    return [key, text];
  });
}
