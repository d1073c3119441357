import { fail } from '../../engine/errors.js';
import type { Numbers } from '../../engine/types/computed.js';
import type {
  AttentionPlayground,
  GivenWeightsOptions,
  TensorLike,
  Trace,
  TraceAttentionOptions,
  TraceRecord,
} from '../../engine/types/index.js';

/** A tensor as other programs write it in JSON: little-endian floats, or a byte for each boolean (true: may attend). */
export interface PackedTensor {
  shape: readonly number[];
  dtype: 'float32' | 'bool';
  base64: string;
}

/**
 * The numbers that a panel shows: query, key and value with the options of `ap.traceAttention`, weights of another program, or
 * what `toJSON()` of a trace gave. Tensors may be packed, as JSON has no arrays of floats.
 */
export type Source = TraceAttentionOptions | GivenWeightsOptions | TraceRecord;

const accepted = 'JSON of { query, key, value }, of { weights }, or what toJSON() of a trace gave';

/** What was given, as an object with its tensors unpacked. Throws `file` naming `source`. */
export function readSource(given: unknown): Source {
  const source = typeof given === 'string' ? parsed(given) : given;
  if (!isObject(source)) fail('file', 'source', typeof source, accepted);
  if ('format' in source) return source as unknown as TraceRecord;
  const options = Object.entries(source).map(([name, value]) => [name, unpacked(value, name)]);
  return Object.fromEntries(options) as Source;
}

/** The trace of what `readSource` gave. Without a word of projections, query, key and value are Q, K and V themselves. */
export function traceOf(engine: AttentionPlayground, source: Source): Trace {
  if ('format' in source) return engine.traceFrom(source);
  if ('weights' in source) return engine.traceWeights(source);
  return engine.traceAttention({ projections: 'none', ...source });
}

/** The sentences that a record was made with, if it was: those of the queries, and those of the keys. */
export function sentencesOf(source: Source): [queries?: string[][], keys?: string[][]] {
  if (!('format' in source)) return [];
  const { tokens, memoryTokens, target, source: read } = source.options;
  const [queries, keys] = [tokens ?? target ?? read, memoryTokens ?? read ?? tokens];
  return [queries as string[][] | undefined, keys as string[][] | undefined];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    return fail('file', 'source', `no JSON: ${String(error)}`, accepted);
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function unpacked(value: unknown, name: string): unknown {
  if (!isObject(value) || !('base64' in value)) return value;
  const { shape, dtype, base64 } = value as unknown as PackedTensor;
  const bytes = bytesOf(base64, name);
  if (dtype === 'bool') return { shape, data: bytes } satisfies TensorOfBytes;
  if (dtype !== 'float32') fail('type', name, String(dtype), 'float32 or bool');
  if (bytes.length % 4 > 0) fail('size', name, `${bytes.length} bytes`, 'four for each float');
  return { shape, data: floatsOf(bytes) } satisfies TensorLike;
}

interface TensorOfBytes {
  shape: readonly number[];
  data: Uint8Array;
}

function bytesOf(base64: string, name: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return fail('type', name, 'what is no base64', 'the base64 of its bytes');
  }
}

/** Little-endian on every machine. */
function floatsOf(bytes: Uint8Array): Numbers {
  const view = new DataView(bytes.buffer);
  const numbers: Numbers = new Float32Array(bytes.length / 4);
  numbers.forEach((_, i) => (numbers[i] = view.getFloat32(4 * i, true)));
  return numbers;
}
