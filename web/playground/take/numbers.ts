// The numbers of a step, or of the whole trace, as files.

import { plainTensor } from '../../engine/traces/plain.js';
import { npzInTurns, recordInTurns } from '../../engine/traces/in-turns.js';
import { nextTask } from '../../kit/element/turns.js';
import { ofOneTrace } from '../../trace/of-one-trace.js';
import type { Said } from '../../trace/said.js';
import type { TraceStore } from '../../trace/store.js';

/** The name of a file with all steps. */
const WHOLE = 'trace';

export interface File {
  name: string;
  blob: Blob;
}

/** `scores.npz`, or `trace.npz` with every step; what is said where there is none. */
export const npzFile = (store: TraceStore, path?: string): Promise<File | Said> =>
  ofOneTrace(store, async (trace) => {
    const paths = path === undefined ? trace.steps.map((step) => step.path) : [path];
    const pieces = await npzInTurns(trace, paths, nextTask);
    return { name: `${path ?? WHOLE}.npz`, blob: new Blob(pieces) };
  });

/** The record that `ap.traceFrom` reads. */
export const recordFile = (store: TraceStore): Promise<File | Said> =>
  ofOneTrace(store, async (trace) => {
    const pieces = await recordInTurns(trace, nextTask);
    return { name: `${WHOLE}.json`, blob: jsonBlob(pieces) };
  });

/** `{ path, shape, data }` of one step. */
export const stepFile = (store: TraceStore, path: string): Promise<File | Said> =>
  ofOneTrace(store, async (trace) => {
    await nextTask();
    const step = { path, ...plainTensor(trace.tensor(path)) };
    return { name: `${path}.json`, blob: jsonBlob([JSON.stringify(step)]) };
  });

const jsonBlob = (pieces: string[]): Blob => new Blob(pieces, { type: 'application/json' });
