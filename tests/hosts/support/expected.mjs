// What a playground has to show: the tensors that the package's own API gives for its attributes.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installedPackage } from './project.mjs';

/** The step that the tests look at: its rows are the query's words, its columns the keys'. */
export const step = 'scaled_scores';

let engine;
export async function loadEngine() {
  const index = join(await installedPackage(), 'node_modules/attention-playground/dist/index.js');
  engine ??= import(pathToFileURL(index)).then(({ load }) => load());
  return engine;
}

/** `{ tokens, at(index) }` of the playground with these attributes. */
export async function expectedScores(attributes) {
  const ap = await loadEngine();
  const tokens = attributes.sentence.match(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu);
  const trace = ap.traceAttention({
    tokens: [tokens],
    numHeads: Number(attributes.heads ?? 4),
    dModel: Number(attributes['d-model'] ?? 64),
    positions: 'sinusoidal',
    seed: Number(attributes.seed ?? 1),
  });
  const { shape, data } = trace.tensor(step);
  trace.dispose();
  return {
    tokens,
    at: (index) => data[index.reduce((sum, i, axis) => sum * shape[axis] + i, 0)],
  };
}
