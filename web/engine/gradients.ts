// model.gradients: loss and gradients without a trace, by the module for training.

import { fail, fieldEnd } from './errors.js';
import { withHandles } from './handles.js';
import type { Memory } from './memory.js';
import { passNames } from './option-names.js';
import { readOnce, refuse, requireObject } from './options.js';
import { recordEnd } from './steps.js';
import type { TransformerModel } from './transformer.js';
import type { GradientOptions, Gradients, PassOptions, Tensor } from './types.js';

/** See Transformer.gradients. */
export function gradientsOf(
  memory: Memory,
  model: TransformerModel,
  given: GradientOptions,
): Gradients {
  const { open } = model;
  const { gradients } = memory.module;
  if (!gradients) {
    fail('unsupported', 'gradients', 'an engine without training', 'load({ training: true })');
  }
  requireObject(given, 'options');
  const options = readOnce<PassOptions>(given, passNames);
  refuse(options, ['faults'], 'only traces make mistakes');
  return withHandles(memory, (handles) => {
    const request = model.passRequest(handles, options);
    const handle = (model.gradientsHandle ??= memory.unwrap(gradients(open)));
    const loss = memory.unwrap(handle.compute(request));
    const numbers = memory.unwrap(handle.numbers());
    return { loss, gradients: byPath(memory.text(handle.parameters()), numbers) };
  });
}

/** The numbers of each parameter, which lie one behind the other. */
function byPath(records: string, numbers: Float32Array): Record<string, Tensor> {
  let first = 0;
  const entries = records
    .split(recordEnd)
    .slice(0, -1)
    .map((record) => {
      const [path = '', ...sizes] = record.split(fieldEnd);
      const shape = sizes.map(Number);
      const count = shape.reduce((product, size) => product * size, 1);
      const data = numbers.slice(first, (first += count));
      return [path, { shape, data }] as const;
    });
  return Object.fromEntries(entries);
}
