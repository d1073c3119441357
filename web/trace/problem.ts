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
    | 'wordsUnread'
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

const SENTENCE = /^(sentence|memory)(?: (\d+))?$/;

/** Whether it is a problem of a sentence; of which one, if it is given: one of the texts, and its number from 0. */
export function isOfSentence(
  { argument }: Problem,
  of?: { side: 'sentences' | 'memory'; i: number },
): boolean {
  const [, name, n = '1'] = SENTENCE.exec(argument) ?? [];
  if (!name || !of) return name !== undefined;
  return (name === 'memory') === (of.side === 'memory') && Number(n) === of.i + 1;
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
