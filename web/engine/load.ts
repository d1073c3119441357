import createModule from './generated/module.js';
import { scaledDotProductAttention, multiHeadAttention } from './attention.js';
import { compile, wasmError } from './compile.js';
import {
  causalMask,
  layerNorm,
  linear,
  matmul,
  positionalEncoding,
  residentTensor,
  softmax,
} from './kernels.js';
import { generate } from './generate.js';
import { decoderLayer, encoderLayer } from './layers.js';
import { Memory } from './memory.js';
import type { CoreModule } from './module.js';
import { readDeclarations } from './steps.js';
import { extent } from './summary.js';
import { traceAttention, traceScaling } from './trace.js';
import { traceTransformer, transformer } from './transformer.js';
import type { AttentionPlayground, LoadOptions } from './types.js';

let loading: Promise<AttentionPlayground> | undefined;

/**
 * Starts the engine once per process or page, with the first caller's options; those of later calls are ignored. Rejects
 * with an error whose `code` says the cause. A failure is not remembered: the next call tries again.
 */
export function load(options: LoadOptions = {}): Promise<AttentionPlayground> {
  loading ??= start(options).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function start(options: LoadOptions): Promise<AttentionPlayground> {
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
  return api(module);
}

function api(module: CoreModule): AttentionPlayground {
  const memory = new Memory(module);
  const engine = {
    tensor: (shape, data) => residentTensor(memory, shape, data),
    scaledDotProductAttention: (options) => scaledDotProductAttention(memory, options),
    multiHeadAttention: (options) => multiHeadAttention(memory, options),
    positionalEncoding: (options) => positionalEncoding(memory, options),
    causalMask: (queries, keys, offset) => causalMask(memory, queries, keys, offset),
    extent: (x) => extent(memory, x),
    matmul: (a, b, into) => matmul(memory, a, b, into),
    linear: (input, weight, bias, into) => linear(memory, input, weight, bias, into),
    softmax: (x, axis, into) => softmax(memory, x, axis, into),
    layerNorm: (input, normalizedShape, weight, bias, eps, into) =>
      layerNorm(memory, input, normalizedShape, weight, bias, eps, into),
    traceAttention: (options) => traceAttention(memory, options),
    encoderLayer: (options) => encoderLayer(memory, options),
    decoderLayer: (options) => decoderLayer(memory, options),
    transformer: (options) => transformer(memory, options),
    traceTransformer: (options) => traceTransformer(memory, options),
    generate: (options) => generate(memory, options),
    traceScaling: (options) => traceScaling(memory, options),
    declarations: () => readDeclarations(memory.text(module.declarations())),
    memoryBytes: () => module.HEAPU8.byteLength,
  } satisfies Record<keyof AttentionPlayground, (...args: never[]) => unknown>;
  // A result's type depends on `out`, as the overloads declare.
  return engine as AttentionPlayground;
}
