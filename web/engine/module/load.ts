import createModule from '../generated/module.js';
import { callsOf } from '../calls/index.js';
import { engineError } from '../errors.js';
import { compile, wasmError } from './compile.js';
import { Memory } from './memory.js';
import { simdOf } from './relaxed.js';
import type { CoreModule } from './core-module.js';
import { readOptions } from '../options/read.js';
import { load as table } from '../options/tables.js';
import type { AttentionPlayground, LoadOptions } from '../types/index.js';

/** The engine, the one that trains, and both with relaxed SIMD: they share no memory. */
const loading = new Map<string, Promise<AttentionPlayground>>();

/**
 * Starts the engine once per process or page, with the first caller's options; those of later calls are ignored. With
 * `training` it is another engine, also once, which has everything of the first, and so it is with `simd: 'relaxed'`: they
 * share no memory, so no tensor or model of one can be given to another. Rejects with an error whose `code` says the cause. A failure is not
 * remembered: the next call tries again.
 */
export async function load(given: LoadOptions = {}): Promise<AttentionPlayground> {
  const options = readOptions(table, given);
  const which = `${options.training} ${options.simd}`;
  let engine = loading.get(which);
  if (!engine) {
    engine = start(options).catch((error: unknown) => {
      loading.delete(which);
      throw error;
    });
    loading.set(which, engine);
  }
  return engine;
}

async function start(options: LoadOptions): Promise<AttentionPlayground> {
  const { training } = options;
  const [{ module: wasm, blame }, calls] = await Promise.all([
    compile(options),
    training ? trainingCalls() : undefined,
  ]);
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
  return callsOf(new Memory(module, simdOf(wasm)), calls);
}

const trainingCalls = () =>
  import('../training/index.js').catch((cause: unknown) => {
    const record = { actual: String(cause), expected: 'a script' };
    throw engineError({ code: 'script', argument: 'training', ...record }, cause);
  });
