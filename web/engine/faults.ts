import { describe, fail } from './errors.js';
import type { Fault, FaultName } from './types.js';

// In the order of the core's own list: src/attention_playground/steps/faults.hpp.
export const faultNames = [
  'softmax_axis',
  'no_scale',
  'scale_by_sqrt_d',
  'scale_by_sqrt_h',
  'mask_after_softmax',
  'padding_on_queries',
  'mask_inverted',
  'view_without_transpose',
  'dropout_in_evaluation',
  'finite_mask',
] as const satisfies readonly FaultName[];

/** More than twice the length of any step's path. */
const longestPath = 100;

/** A fault in the form that the core takes. */
export interface PlacedFault {
  /** Its index in the core's list. */
  fault: number;
  at: string;
}

/** Reads which mistakes a trace makes on purpose. */
export function readFaults(given: unknown): PlacedFault[] {
  if (given === undefined) return [];
  if (!Array.isArray(given)) {
    fail('type', 'faults', describe(given), "a list of faults: [{ fault: 'no_scale' }]");
  }
  return Array.from(given, (each: unknown, place) => readFault(each, `faults[${place}]`));
}

function readFault(given: unknown, argument: string): PlacedFault {
  if (typeof given !== 'object' || given === null) {
    fail('type', argument, describe(given), "{ fault, at }, as { fault: 'no_scale' }");
  }
  const { fault, at = '' } = given as Partial<Fault>;
  const place = faultNames.indexOf(fault as FaultName);
  if (place < 0) fail('range', `${argument}.fault`, describe(fault), faultNames.join(', '));
  if (typeof at !== 'string' || at.length > longestPath) {
    fail('type', `${argument}.at`, describe(at), "the beginning of a step's path");
  }
  return { fault: place, at };
}
