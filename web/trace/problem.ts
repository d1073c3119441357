import { isEngineError } from '../engine/errors.js';

/** A problem that the page words in its language. Codes are the engine's, with some of the page's own. */
export interface Problem {
  code: string;
  argument: string;
  actual: string;
  expected: string;
}

/** What the event `error` tells: the problem, and as `message` what the page says of it. */
export interface ErrorDetail extends Problem {
  message: string;
}

/** A message that is not an error; `values` fill its text. */
export interface Notice {
  code:
    | 'paddingAdded'
    | 'paddingVisible'
    | 'editsDropped'
    | 'editsNotInLink'
    | 'downhillDropped'
    | 'vectorsDropped'
    | 'givenDropped'
    | 'faultDropped'
    | 'lookAt'
    | 'fetchingModel'
    | 'parametersDropped'
    | 'clamped';
  values: Record<string, string | number>;
}

/** The engine's error as a record; any other error is a bug of the page and shown as one. */
export function problemOf(error: unknown): Problem {
  if (isEngineError(error)) {
    const { code, argument, actual, expected } = error;
    return { code, argument, actual, expected };
  }
  const actual = error instanceof Error ? error.message : String(error);
  return { code: 'unexpected', argument: '', actual, expected: '' };
}
