import { engineError, fail } from './errors.js';
import { load } from './load.js';
import type { AttentionPlayground, ErrorRecord } from './types.js';

/** Calls that may take long; traces stay on the thread that reads them. */
const remoteMethods = [
  'scaledDotProductAttention',
  'multiHeadAttention',
  'encoderLayer',
  'decoderLayer',
  'positionalEncoding',
  'causalMask',
  'softmax',
  'layerNorm',
  'matmul',
  'linear',
] as const;

type RemoteMethod = (typeof remoteMethods)[number];

/** The stateless part of the engine; each call returns a promise. */
export type AsyncAttentionPlayground = {
  [Method in RemoteMethod]: (
    ...args: Parameters<AttentionPlayground[Method]>
  ) => Promise<ReturnType<AttentionPlayground[Method]>>;
} & { terminate(): void };

export interface WorkerCall {
  id: number;
  method: RemoteMethod;
  args: unknown[];
  wasmUrl?: string;
}

export interface WorkerReply {
  id: number;
  result?: unknown;
  error?: { message: string; record?: ErrorRecord };
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/**
 * The engine in a worker of its own, for lengths that would block the page. If no worker can be started (Node, a
 * strict content policy), the calls run on this thread.
 */
export function loadWorker(
  options: { workerUrl?: string | URL; wasmUrl?: string | URL } = {},
): AsyncAttentionPlayground {
  const waiting = new Map<number, Waiting>();
  const rejectAll = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const start = (): Worker | undefined => {
    const started = startWorker(options.workerUrl);
    let answered = false;
    started?.addEventListener('message', ({ data }: MessageEvent<WorkerReply>) => {
      answered = true;
      settle(waiting, data);
    });
    started?.addEventListener('error', (event) => {
      rejectAll(new Error(event.message || 'The worker failed'));
      // Its script is missing or may not run: it will never answer, but the next call may try again.
      if (!answered && worker === started) worker = undefined;
    });
    return started;
  };
  let worker = start();
  let terminated = false;
  let next = 0;
  const call = async (method: RemoteMethod, args: unknown[]): Promise<unknown> => {
    if (terminated) throw afterTermination();
    const wasmUrl = options.wasmUrl && String(options.wasmUrl);
    worker ??= start();
    const to = worker;
    if (!to) {
      const ap = await load(wasmUrl ? { wasmUrl } : {});
      return (ap[method] as (...args: unknown[]) => unknown)(...args);
    }
    const id = next++;
    return new Promise((resolve, reject) => {
      post(to, { id, method, args, wasmUrl });
      waiting.set(id, { resolve, reject });
    });
  };
  const methods = remoteMethods.map((method) => [
    method,
    (...args: unknown[]) => call(method, args),
  ]);
  return {
    ...(Object.fromEntries(methods) as AsyncAttentionPlayground),
    terminate() {
      terminated = true;
      worker?.terminate();
      rejectAll(afterTermination());
    },
  };
}

function afterTermination(): Error {
  const record = { actual: 'terminated', expected: 'a worker in use' };
  return engineError({ code: 'disposed', argument: 'worker', ...record });
}

/** Functions, promises and the like cannot be sent: this throws before the engine sees them. */
function post(worker: Worker, call: WorkerCall) {
  try {
    worker.postMessage(call);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'DataCloneError')) throw error;
    fail(
      'type',
      call.method,
      'a value that cannot be sent to a worker',
      'numbers, lists and plain objects',
    );
  }
}

function settle(waiting: Map<number, Waiting>, { id, result, error }: WorkerReply) {
  const call = waiting.get(id);
  waiting.delete(id);
  if (!error) return call?.resolve(result);
  call?.reject(error.record ? engineError(error.record) : new Error(error.message));
}

function startWorker(workerUrl: string | URL | undefined): Worker | undefined {
  if (typeof Worker === 'undefined') return undefined;
  const url = new URL(workerUrl ?? './worker.js', import.meta.url);
  if (typeof location === 'undefined' || url.origin === location.origin) {
    return new Worker(url, { type: 'module' });
  }
  // A worker must come from the page's own origin, so these few bytes import the real one.
  const source = new Blob([`import ${JSON.stringify(url.href)};`], { type: 'text/javascript' });
  return new Worker(URL.createObjectURL(source), { type: 'module' });
}
