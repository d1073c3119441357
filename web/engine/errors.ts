import type { ErrorCode, ErrorRecord } from './types.js';

/** What every error of the engine carries beside its English message. */
export type EngineError = (RangeError | TypeError) & ErrorRecord;

const typeErrors: readonly ErrorCode[] = ['type', 'missing', 'conflict', 'disposed'];

export function engineError(record: ErrorRecord): EngineError {
  const { code, argument, actual, expected } = record;
  const message = `${argument}: ${actual}, expected ${expected}`;
  const error = typeErrors.includes(code) ? new TypeError(message) : new RangeError(message);
  return Object.assign(error, { code, argument, actual, expected });
}

export function isEngineError(error: unknown): error is EngineError {
  return error instanceof Error && 'code' in error && 'argument' in error && 'expected' in error;
}

export function fail(code: ErrorCode, argument: string, actual: string, expected: string): never {
  throw engineError({ code, argument, actual, expected });
}

/** The value that the core returned; throws the error that it returned instead. */
export function unwrap<T>(result: T | { error: ErrorRecord }): T {
  if (typeof result === 'object' && result !== null && 'error' in result) {
    throw engineError(result.error);
  }
  return result as T;
}

/** What a value is, in a few words that fit into a message. */
export function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'string') return `"${value.length > 40 ? `${value.slice(0, 40)}…` : value}"`;
  if (typeof value === 'number' || typeof value === 'boolean' || value === undefined) {
    return String(value);
  }
  return typeof value === 'object' ? value.constructor?.name || 'an object' : typeof value;
}
