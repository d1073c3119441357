import createModule from './generated/module.js';
import { scaledDotProductAttention, multiHeadAttention } from './attention.js';
import { unwrap } from './errors.js';
import { withHandles } from './handles.js';
import type { CoreModule } from './module.js';
import { requireArea, requireObject, whole } from './options.js';
import { readDeclarations } from './steps.js';
import { toTensor } from './tensors.js';
import { traceAttention } from './trace.js';
import type { AttentionPlayground, LoadOptions } from './types.js';

let loading: Promise<AttentionPlayground> | undefined;

/**
 * Starts the engine: once in a process or page, whoever asks; the first caller's options count. A failure is not
 * remembered, so that the next call tries again.
 */
export function load(options: LoadOptions = {}): Promise<AttentionPlayground> {
  loading ??= start(options).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function start(options: LoadOptions): Promise<AttentionPlayground> {
  const wasm = await compile(options);
  const module = await new Promise<CoreModule>((resolve, reject) => {
    const instantiateWasm = (
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance) => void,
    ) => {
      // The glue may refuse the instance too: another version's module, say.
      WebAssembly.instantiate(wasm, imports).then(done).catch(reject);
      return {};
    };
    createModule({ instantiateWasm }).then((module) => resolve(module as CoreModule), reject);
  });
  return api(module);
}

async function compile({ wasmModule, wasmBinary, wasmUrl }: LoadOptions) {
  if (wasmModule) return wasmModule;
  if (wasmBinary) return WebAssembly.compile(wasmBinary as BufferSource);
  const url = wasmUrl ?? new URL('./wasm/attention-playground.wasm', import.meta.url);
  if (String(url).startsWith('file:')) return WebAssembly.compile(await readFile(String(url)));
  return compileFetched(url);
}

async function readFile(url: string): Promise<BufferSource> {
  // Only Node gets here; a variable keeps bundlers for browsers from looking for the module.
  const fs = 'node:fs/promises';
  const { readFile } = (await import(/* @vite-ignore */ fs)) as typeof import('node:fs/promises');
  return readFile(new URL(url));
}

async function compileFetched(url: string | URL): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`Cannot load ${String(url)}: ${response.status}`);
  // A server that does not know the type of .wasm files is no reason to fail.
  const streams = response.headers.get('content-type')?.startsWith('application/wasm');
  if (streams) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

function api(module: CoreModule): AttentionPlayground {
  return {
    scaledDotProductAttention: (options) => scaledDotProductAttention(module, options),
    multiHeadAttention: (options) => multiHeadAttention(module, options),
    positionalEncoding(options) {
      requireObject(options, 'options');
      const length = whole(options.length, undefined, 'length', 1);
      const dModel = whole(options.dModel, undefined, 'dModel', 1);
      requireArea(length, dModel, 'length');
      return toTensor(unwrap(module.positionalEncoding(length, dModel)));
    },
    causalMask(queries, keys = queries, offset = 0) {
      const [rows, columns] = [
        whole(queries, undefined, 'queries', 1),
        whole(keys, undefined, 'keys', 1),
      ];
      requireArea(rows, columns, 'queries');
      const shift = whole(offset, 0, 'offset', -(2 ** 30), 2 ** 30);
      return toTensor(unwrap(module.causalMask(rows, columns, shift)));
    },
    softmax: (x, axis = -1) =>
      withHandles(module, (handles) =>
        toTensor(unwrap(module.softmax(handles.tensor(x, 'x'), whole(axis, -1, 'axis', -6, 5)))),
      ),
    matmul: (a, b) =>
      withHandles(module, (handles) =>
        toTensor(unwrap(module.matmul(handles.tensor(a, 'a'), handles.tensor(b, 'b')))),
      ),
    traceAttention: (options) => traceAttention(module, options),
    declarations: () => readDeclarations(module.declarations()),
    memoryBytes: () => module.HEAPU8.byteLength,
  };
}
