import { isEngineError } from '../engine/errors.js';

/** What was wrong, for the page to say in its language. Codes are the engine's, and some of the page's own. */
export interface Problem {
  code: string;
  argument: string;
  actual: string;
  expected: string;
}

/** What a person should know although nothing is wrong; `values` fill the text. */
export interface Notice {
  code:
    | 'paddingAdded'
    | 'paddingVisible'
    | 'editsDropped'
    | 'editsNotInLink'
    | 'vectorsDropped'
    | 'clamped';
  values: Record<string, string | number>;
}

/** What the engine threw, as a record; anything else is a fault of ours and says so. */
export function problemOf(error: unknown): Problem {
  if (isEngineError(error)) {
    const { code, argument, actual, expected } = error;
    return { code, argument, actual, expected };
  }
  const actual = error instanceof Error ? error.message : String(error);
  return { code: 'unexpected', argument: '', actual, expected: '' };
}
