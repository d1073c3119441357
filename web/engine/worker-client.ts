import { engineError } from './errors.js';
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

/** The stateless part of the engine, each call a promise. */
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
 * The engine in a worker of its own, for lengths that would stop the page. Where no worker can be started (Node, a
 * strict content policy) the calls run on this thread.
 */
export function loadWorker(
  options: { workerUrl?: string | URL; wasmUrl?: string | URL } = {},
): AsyncAttentionPlayground {
  const worker = startWorker(options.workerUrl);
  const waiting = new Map<number, Waiting>();
  worker?.addEventListener('message', ({ data }: MessageEvent<WorkerReply>) =>
    settle(waiting, data),
  );
  worker?.addEventListener('error', (event) => {
    for (const { reject } of waiting.values()) reject(new Error(event.message || 'worker failed'));
    waiting.clear();
  });
  let next = 0;
  const call = async (method: RemoteMethod, args: unknown[]): Promise<unknown> => {
    const wasmUrl = options.wasmUrl && String(options.wasmUrl);
    if (!worker) {
      const ap = await load(wasmUrl ? { wasmUrl } : {});
      return (ap[method] as (...args: unknown[]) => unknown)(...args);
    }
    const id = next++;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, method, args, wasmUrl } satisfies WorkerCall);
    });
  };
  const methods = remoteMethods.map((method) => [
    method,
    (...args: unknown[]) => call(method, args),
  ]);
  return {
    ...(Object.fromEntries(methods) as AsyncAttentionPlayground),
    terminate() {
      worker?.terminate();
      for (const { reject } of waiting.values()) reject(new Error('The worker was terminated'));
      waiting.clear();
    },
  };
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
  // A worker must come from the page's own origin: a few bytes that import the real one do.
  const source = new Blob([`import ${JSON.stringify(url.href)};`], { type: 'text/javascript' });
  return new Worker(URL.createObjectURL(source), { type: 'module' });
}
