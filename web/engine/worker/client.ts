import { readOptions } from '../options/read.js';
import { loadWorker as table } from '../options/tables.js';
import { engineId, members } from './protocol.js';
import { Session } from './session.js';
import { connect } from './start.js';
import type { AsyncAttentionPlayground, WorkerFallback, WorkerOptions } from './types.js';

/**
 * The engine in a worker of its own, so that long calls do not block the page: the same API, as promises. Where no worker
 * can be started, calls run on this thread, and `fallback` says why. If the worker crashes, what was waiting rejects
 * with code `disposed`, as do its handles, and the next call starts another one.
 */
export function loadWorker(given: WorkerOptions = {}): AsyncAttentionPlayground {
  const options = readOptions(table, given);
  let fallback: WorkerFallback | undefined;
  let terminated = false;
  const begin = () => {
    fallback = undefined;
    const session = new Session(options.onProgress);
    connect(session, options, (found) => {
      fallback = found;
      // An error of the listener is the page's, and keeps no call waiting.
      queueMicrotask(() => options.onFallback?.(found));
    });
    return session;
  };
  let session = begin();
  const current = () => {
    if (session.ended && !terminated) session = begin();
    return session;
  };
  const terminate = () => {
    terminated = true;
    session.end('terminated');
  };
  const { simd: _, ...methods } = members.engine;
  const calls = Object.entries(methods).map(([member, way]) => [
    member,
    (...args: unknown[]) => current()[way](engineId, member, args),
  ]);
  return Object.defineProperties(Object.fromEntries(calls) as AsyncAttentionPlayground, {
    ready: { get: () => current().call(engineId, 'load', []) },
    simd: { enumerable: true, get: () => current().call(engineId, 'simd', []) },
    fallback: { get: () => fallback },
    terminate: { value: terminate },
    [Symbol.dispose]: { value: terminate },
  });
}
