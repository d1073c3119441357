// What a program takes from the record of one step, beside its template.

import type { Step, Tensor } from '../types/index.js';
import { indexAt } from '../traces/steps.js';
import type { Numbers } from '../types/computed.js';
import type { ProgramSource } from './source.js';

/** Whether the numbers of a step are read from the record: nothing in the trace computes them. */
export function isRecorded(step: Step): boolean {
  return step.leaf && step.source !== 'constant';
}

/** Which cells a dropout kept, as 1 and 0. */
export function keptCells(trace: ProgramSource, step: Step): Tensor {
  const [before, after] = [trace.tensor(step.inputs[0] ?? ''), trace.tensor(step.path)];
  const data: Numbers = Float32Array.from(after.data, (result, position) => {
    const value = before.data[position];
    // The result tells it, unless the number was 0 or no number before.
    if (value && Number.isFinite(value) && !step.edits) return Number(result !== 0);
    const cell = trace.explain(step.path, indexAt(position, step.shape));
    return Number(cell.rule !== 'dropout' || cell.factor !== 0);
  });
  return { ...after, data };
}

/**
 * Whether a step meets what its plain formula cannot: a softmax over nothing visible, a division by 0, a loss without a
 * label. The project defines the result there.
 */
export function meetsEmpty(trace: ProgramSource, step: Step): boolean {
  const second = step.inputs[1] ?? '';
  if (step.op === 'softmax') return step.fullyMaskedRows > 0;
  if (step.op === 'divide') return trace.tensor(second).data.some((divisor) => divisor === 0);
  if (step.op === 'cross_entropy') return !trace.tensor(second).data.some((label) => label >= 0);
  return step.op === 'exp_difference' && trace.tensor(second).data.includes(-Infinity);
}
