import { isEngineError } from './errors.js';
import { load } from './load.js';
import type { WorkerCall, WorkerReply } from './worker-client.js';
import type { AttentionPlayground } from './types.js';

// Runs the engine off the main thread: one message in, one message out, errors as records.

interface WorkerScope {
  addEventListener(type: 'message', listener: (event: { data: WorkerCall }) => void): void;
  postMessage(reply: WorkerReply, transfer: Transferable[]): void;
}

const scope = globalThis as unknown as WorkerScope;
let engine: Promise<AttentionPlayground> | undefined;

scope.addEventListener('message', ({ data: { id, method, args, wasmUrl } }) => {
  engine ??= load(wasmUrl === undefined ? {} : { wasmUrl });
  engine
    .then((ap) => (ap[method] as (...args: unknown[]) => unknown)(...args))
    .then(
      (result) => scope.postMessage({ id, result }, buffersIn(result)),
      (error: unknown) => scope.postMessage({ id, error: recordOf(error) }, []),
    );
});

function recordOf(error: unknown): NonNullable<WorkerReply['error']> {
  if (!isEngineError(error)) return { message: String(error) };
  const { code, argument, actual, expected, message } = error;
  return { message, record: { code, argument, actual, expected } };
}

/** The buffers of a result, which are transferred instead of copied. */
function buffersIn(result: unknown): ArrayBuffer[] {
  if (typeof result !== 'object' || result === null) return [];
  return Object.values(result).flatMap((value: unknown) => {
    if (value instanceof Float32Array) return [value.buffer as ArrayBuffer];
    return Array.isArray(value) ? [] : buffersIn(value);
  });
}
