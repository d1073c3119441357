import createModule from './generated/module.js';
import { compile, wasmError } from './compile.js';
import { Memory } from './memory.js';
import type { CoreModule } from './module.js';
import { readOptions } from './options/read.js';
import { load as table } from './options/tables.js';
import { traceAttention } from './trace.js';
import { traceTransformer } from './transformer.js';
import type { AttentionPlayground, LoadOptions } from './types.js';

/** The engine, and the one that trains: they share no memory. */
const loading = new Map<boolean, Promise<Tracing>>();

/** See `load` in web/engine/api.ts. */
export async function load(given: LoadOptions = {}): Promise<Tracing> {
  const options = readOptions(table, given);
  const { training } = options;
  let engine = loading.get(training);
  if (!engine) {
    engine = start(options).catch((error: unknown) => {
      loading.delete(training);
      throw error;
    });
    loading.set(training, engine);
  }
  return engine;
}

async function start(options: LoadOptions): Promise<Tracing> {
  const { training } = options;
  const { module: wasm, blame } = await compile(options);
  const expected = `the WebAssembly module ${training ? 'for training ' : ''}of this version`;
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
    throw wasmError(cause, () => blame('mismatch', String(cause), cause, expected));
  });
  if (training && !module.gradients) {
    throw blame('mismatch', 'a module that does not train', undefined, expected);
  }
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
