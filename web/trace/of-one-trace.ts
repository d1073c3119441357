// Long work on the trace that is shown, which may change meanwhile.

import type { Trace } from '../engine/types/index.js';
import { problemText } from './problem-text.js';
import { problemOf } from './problem.js';
import type { Said } from './said.js';
import type { TraceStore } from './store.js';

const changed: Said = ({ t }) => t.program.changed;

/** What the work gives, or what is said if it fails or its numbers have changed meanwhile; never rejects. */
export async function ofOneTrace<Result extends object>(
  store: TraceStore,
  work: (trace: Trace) => Promise<Result>,
): Promise<Result | Said> {
  const { trace, version } = store;
  if (!trace) return changed;
  try {
    const result = await work(trace);
    return store.trace === trace && store.version === version ? result : changed;
  } catch (error) {
    const problem = problemOf(error);
    // Or another trace has taken its place.
    return trace.disposed ? changed : (shown) => problemText(shown, problem);
  }
}
