import createModule from './generated/module.js';
import { compile, wasmError } from './compile.js';
import { Memory } from './memory.js';
import type { CoreModule } from './module.js';
import { traceAttention } from './trace.js';
import { traceTransformer } from './transformer.js';
import type { AttentionPlayground, LoadOptions } from './types.js';

let loading: Promise<Tracing> | undefined;

/**
 * Starts the engine once per process or page, with the first caller's options; those of later calls are ignored. Rejects
 * with an error whose `code` says the cause. A failure is not remembered: the next call tries again.
 */
export function load(options: LoadOptions = {}): Promise<Tracing> {
  loading ??= start(options).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function start(options: LoadOptions): Promise<Tracing> {
  const { module: wasm, blame } = await compile(options);
  const module = await new Promise<CoreModule>((resolve, reject) => {
    const instantiateWasm = (
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance) => void,
    ) => {
      // The glue may reject the instance too, such as a module of another version.
      WebAssembly.instantiate(wasm, imports).then(done).catch(reject);
      return {};
    };
    createModule({ instantiateWasm }).then((module) => resolve(module as CoreModule), reject);
  }).catch((cause: unknown) => {
    const expected = 'the WebAssembly module of this version';
    throw wasmError(cause, () => blame('mismatch', String(cause), cause, expected));
  });
  return tracing(module);
}

/** What the elements of a page use; web/engine/calls.ts adds the rest. */
export type Tracing = Pick<
  AttentionPlayground,
  'traceAttention' | 'traceTransformer' | 'memoryBytes'
>;

const memories = new WeakMap<Tracing, Memory>();

/** The memory of a loaded engine. */
export function memoryOf(engine: Tracing): Memory {
  return memories.get(engine) as Memory;
}

function tracing(module: CoreModule): Tracing {
  const memory = new Memory(module);
  const engine: Tracing = {
    traceAttention: (options) => traceAttention(memory, options),
    traceTransformer: (options) => traceTransformer(memory, options),
    memoryBytes: () => module.HEAPU8.byteLength,
  };
  memories.set(engine, memory);
  return engine;
}
