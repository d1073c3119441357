import { describe, fail } from '../errors.js';
import { placeIn, readOptions } from '../options/read.js';
import { fault as table } from '../options/tables.js';
import { requireObject } from '../options/values.js';
import type { Fault } from '../types/index.js';

/** In the order of the core's own list. */
export const faultNames = table.fault.of;

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

/** The same as a caller names it. */
export const namedFault = ({ fault, at }: PlacedFault): Fault => ({
  fault: faultNames[fault] as Fault['fault'],
  ...(at !== '' && { at }),
});

function readFault(given: unknown, argument: string): PlacedFault {
  requireObject(given, argument, "{ fault, at }, as { fault: 'no_scale' }");
  const { fault, at } = readOptions(table, given as Fault, argument, `${argument}.`);
  if (at.length > longestPath) fail('type', `${argument}.at`, describe(at), table.at.accepted);
  return { fault: placeIn(table.fault, fault), at };
}
