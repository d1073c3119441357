// model.gradients: loss and gradients without a trace, by the module for training.

import { fieldEnd } from '../errors.js';
import { withHandles, type Handles } from '../module/handles.js';
import type { Memory } from '../module/memory.js';
import type { GradientsHandle, RequestHandle, TransformerHandle } from '../module/core-module.js';
import { readOptions, refuse } from '../options/read.js';
import { pass as table } from '../options/tables.js';
import { own } from '../module/owned.js';
import { recordEnd } from '../traces/steps.js';
import { requireTraining } from './require.js';
import type { ReadPass } from '../models/model-options.js';
import type { GradientOptions, Gradients, PassOptions, Tensor } from '../types/index.js';

/** What a backward pass needs of a model. */
interface Differentiable {
  /** Throws if the model is disposed. */
  readonly open: TransformerHandle;
  /** Those of its last pass. */
  gradientsHandle: GradientsHandle | undefined;
  passRequest(handles: Handles, options: ReadPass): RequestHandle;
}

/** Where a gradient lies among the numbers of all. */
interface GradientSpan {
  path: string;
  shape: readonly number[];
  first: number;
  end: number;
}

/** The places of the last pass's gradients: texts need to be read again only after another kind of pass. */
const known = new WeakMap<GradientsHandle, { listed: number; places: GradientSpan[] }>();

/** See Transformer.gradients. */
export function gradientsOf(
  memory: Memory,
  model: Differentiable,
  given: GradientOptions,
): Gradients {
  void model.open; // throws if the model is disposed
  const gradients = requireTraining(memory.module.gradients);
  const options = readOptions(table, given as PassOptions);
  refuse(options, ['faults'], 'only traces make mistakes');
  return withHandles(memory, (handles) => {
    const request = model.passRequest(handles, options);
    // Only now, as a getter among the options may have disposed of the model.
    let handle = model.gradientsHandle;
    if (!handle) {
      model.gradientsHandle = handle = memory.unwrap(gradients(model.open));
      own(model, handle);
    }
    const loss = memory.unwrap(handle.compute(request));
    const places = placesOf(memory, handle);
    const first = handle.numbers() / Float32Array.BYTES_PER_ELEMENT;
    const numbers = memory.copy({ first, count: places.at(-1)?.end ?? 0 });
    const all: Record<string, Tensor> = {};
    for (const { path, shape, first: from, end } of places) {
      all[path] = { shape: [...shape], data: numbers.subarray(from, end) };
    }
    return { loss, gradients: all };
  });
}

function placesOf(memory: Memory, handle: GradientsHandle): GradientSpan[] {
  const listed = handle.listed();
  const before = known.get(handle);
  if (before?.listed === listed) return before.places;
  let next = 0;
  const places = memory
    .text(handle.parameters())
    .split(recordEnd)
    .slice(0, -1)
    .map((record) => {
      const [path = '', ...sizes] = record.split(fieldEnd);
      const shape = sizes.map(Number);
      const first = next;
      const end = first + shape.reduce((product, size) => product * size, 1);
      // Each begins at a whole vector.
      next = Math.ceil(end / 4) * 4;
      return { path, shape, first, end };
    });
  known.set(handle, { listed, places });
  return places;
}
