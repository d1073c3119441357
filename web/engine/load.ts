import { relaxedWasm, strictWasm } from './generated/assets.js';
import createModule from './generated/module.js';
import { scaledDotProductAttention, multiHeadAttention } from './attention.js';
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
 * Starts the engine once per process or page, with the first caller's options. A failure is not remembered: the next
 * call tries again.
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
      // The glue may reject the instance too, such as a module of another version.
      WebAssembly.instantiate(wasm, imports).then(done).catch(reject);
      return {};
    };
    createModule({ instantiateWasm }).then((module) => resolve(module as CoreModule), reject);
  });
  return api(module);
}

async function compile({ wasmModule, wasmBinary, wasmUrl, onProgress }: LoadOptions) {
  if (wasmModule) return wasmModule;
  if (wasmBinary) return WebAssembly.compile(wasmBinary as BufferSource);
  if (wasmUrl !== undefined) return compileFrom(wasmUrl, onProgress);
  const relaxed = relaxedWasm?.();
  if (relaxed) {
    try {
      return await compileFrom(relaxed, onProgress);
    } catch {
      // It may not have been published with the rest; the strict module works as well.
    }
  }
  return compileFrom(strictWasm(), onProgress);
}

type Report = LoadOptions['onProgress'];

function compileFrom(url: string | URL, report: Report): Promise<WebAssembly.Module> {
  return String(url).startsWith('file:')
    ? compileFile(String(url), report)
    : compileFetched(url, report);
}

async function compileFile(url: string, report: Report): Promise<WebAssembly.Module> {
  // Not an import, which bundlers for browsers would look for: in a browser no wasm is a file.
  const fs = globalThis.process?.getBuiltinModule?.('node:fs/promises');
  if (!fs) throw new Error(`Cannot read ${url}: only Node reads files`);
  const bytes = await fs.readFile(new URL(url));
  report?.({ loaded: bytes.length, total: bytes.length });
  return WebAssembly.compile(bytes);
}

async function compileFetched(url: string | URL, report: Report): Promise<WebAssembly.Module> {
  const fetched = await fetch(url);
  if (!fetched.ok) throw new Error(`Cannot load ${String(url)}: ${fetched.status}`);
  const response = report ? reported(fetched, report) : fetched;
  // A server may not know the type of .wasm files; loading must not fail for that.
  const streams = response.headers.get('content-type')?.startsWith('application/wasm');
  if (streams) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** The same response, which reports each piece that arrives. */
function reported({ body, headers }: Response, report: NonNullable<Report>): Response {
  const length = headers.has('content-encoding') ? 0 : Number(headers.get('content-length'));
  let loaded = 0;
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, pieces) {
      loaded += piece.byteLength;
      report(length >= loaded ? { loaded, total: length } : { loaded });
      pieces.enqueue(piece);
    },
  });
  return new Response(body?.pipeThrough(count), { headers });
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
