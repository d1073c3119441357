import type { ErrorCode, ErrorRecord } from './types/index.js';

/** Every error of the engine: it carries a record beside its English message. */
export type EngineError = (RangeError | TypeError) & ErrorRecord;

const typeErrors: readonly ErrorCode[] = [
  'option',
  'type',
  'missing',
  'conflict',
  'disposed',
  'unsupported',
  'policy',
  'network',
  'unavailable',
  'not_wasm',
  'mismatch',
  'script',
];

/** An error with all fields of the record; `cause` is the error that led to this one, if any. */
export function engineError(record: ErrorRecord, cause?: unknown): EngineError {
  const { code, argument, actual, expected } = record;
  const message = `${argument}: ${actual}, expected ${expected}`;
  const options = cause === undefined ? undefined : { cause };
  const error = typeErrors.includes(code)
    ? new TypeError(message, options)
    : new RangeError(message, options);
  return Object.assign(error, record);
}

export function isEngineError(error: unknown): error is EngineError {
  return error instanceof Error && 'code' in error && 'argument' in error && 'expected' in error;
}

export function fail(code: ErrorCode, argument: string, actual: string, expected: string): never {
  throw engineError({ code, argument, actual, expected });
}

/** Ends a field of the core's records: see src/bindings/values.hpp. */
export const fieldEnd = '\x1f';

/** The error that the core wrote as a text record. */
export function errorOf(record: string, name?: string): EngineError {
  const [code, argument = '', actual = '', expected = ''] = record.split(fieldEnd);
  return engineError({ code: code as ErrorCode, argument: name ?? argument, actual, expected });
}

/** Describes a value in a few words for an error message. */
export function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `an array of ${describe(value.length)}`;
  if (typeof value === 'string') return `"${shortened(value)}"`;
  if (typeof value === 'number' || typeof value === 'boolean' || value === undefined) {
    return String(value);
  }
  if (typeof value !== 'object') return typeof value;
  // An object may have anything as its constructor's name.
  const name: unknown = value.constructor?.name;
  if (name === 'Promise') return 'a Promise, which has to be awaited';
  return typeof name === 'string' && name !== '' ? shortened(name) : 'an object';
}

/** Writes sizes as a shape: (2, 3). */
export function shapeText(sizes: readonly unknown[]): string {
  return `(${sizes.map(describe).join(', ')})`;
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
