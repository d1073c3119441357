// The API of the npm package. Traces can make programs here; the page fetches what makes them when it first needs it.

import { withCalls } from './calls.js';
import { load as loadEngine } from './load.js';
import { addPrograms } from './program/add.js';
import type { AttentionPlayground, LoadOptions } from './types.js';
import { loadWorker as startWorker } from './worker/client.js';
import type { AsyncAttentionPlayground, WorkerOptions } from './worker/types.js';

/**
 * Starts the engine once per process or page, with the first caller's options; those of later calls are ignored. With
 * `training` it is another engine, also once, which has everything of the first: they share no memory, so no tensor or
 * model of one can be given to the other. Rejects with an error whose `code` says the cause. A failure is not
 * remembered: the next call tries again.
 */
export async function load(options: LoadOptions = {}): Promise<AttentionPlayground> {
  addPrograms();
  return withCalls(await loadEngine(options));
}

/**
 * The engine in a worker of its own, so that long calls do not block the page: the same API, as promises. Where no worker
 * can be started, calls run on this thread, and `fallback` says why. If the worker crashes, what was waiting rejects
 * with code `disposed`, as do its handles, and the next call starts another one.
 */
export function loadWorker(options: WorkerOptions = {}): AsyncAttentionPlayground {
  addPrograms();
  return startWorker(options);
}
