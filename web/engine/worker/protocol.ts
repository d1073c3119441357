// What loadWorker() and the engine that serves it say to each other: one call, then its reply, then the next call.
// Handles of the engine stay on their thread; in messages they are numbers.

import type {
  AttentionPlayground,
  ErrorRecord,
  GeneratedToken,
  LoadOptions,
  LoadProgress,
  ResidentTensor,
  TokenTrace,
  Trainer,
  TrainingError,
  Transformer,
} from '../types/index.js';
import type { Members } from './types.js';

const engine: Members<AttentionPlayground> = {
  tensor: 'call',
  scaledDotProductAttention: 'call',
  multiHeadAttention: 'call',
  positionalEncoding: 'call',
  causalMask: 'call',
  extent: 'call',
  softmax: 'call',
  matmul: 'call',
  linear: 'call',
  layerNorm: 'call',
  traceAttention: 'call',
  encoderLayer: 'call',
  decoderLayer: 'call',
  transformer: 'call',
  readSafetensors: 'call',
  readModel: 'call',
  traceTransformer: 'call',
  generate: 'stream',
  trainer: 'call',
  task: 'call',
  traceWeights: 'call',
  traceScaling: 'call',
  traceFrom: 'call',
  declarations: 'call',
  memoryBytes: 'call',
  simd: 'read',
};

const tensor: Members<ResidentTensor> = { shape: 'plain', read: 'call', write: 'call' };

const trace: Members<TokenTrace> = {
  steps: 'read',
  edits: 'read',
  tensor: 'call',
  baseline: 'call',
  memory: 'call',
  explain: 'call',
  extent: 'call',
  histogram: 'call',
  rows: 'call',
  rank: 'call',
  set: 'call',
  setTensor: 'call',
  cutHead: 'call',
  backward: 'call',
  loss: 'call',
  downhill: 'call',
  undo: 'call',
  reset: 'call',
  compare: 'call',
  difference: 'call',
  firstDifference: 'call',
  program: 'call',
  toJSON: 'call',
  npz: 'call',
  sequence: 'call',
};

const model: Members<Transformer> = {
  vocabulary: 'plain',
  cachedTokens: 'read',
  trace: 'call',
  gradients: 'call',
  generate: 'stream',
  parameter: 'call',
  set: 'call',
  clearCache: 'call',
  save: 'call',
};

const trainer: Members<Trainer> = {
  updates: 'read',
  step: 'call',
  run: 'stream',
  trace: 'call',
  evaluate: 'call',
  save: 'call',
  snapshot: 'call',
  restore: 'call',
};

const token: Members<GeneratedToken> = {
  token: 'plain',
  id: 'plain',
  position: 'plain',
  tokens: 'plain',
  last: 'plain',
  logits: 'plain',
  probabilities: 'plain',
  cache: 'plain',
  multiplyAdds: 'plain',
  trace: 'read',
  retain: 'call',
};

/** A running generation: it has no name in the API, which has an iterator instead. */
const sequence = { next: 'call', return: 'call' } as const;

/** How each member of each kind of handle is reached. */
export const members = { engine, tensor, trace, model, trainer, token, sequence };
export type Kind = Exclude<keyof typeof members, 'engine'>;

/** The number of the engine itself. */
export const engineId = 0;

/** Where a handle was taken out of a value. */
export type Path = (string | number)[];

export interface Call {
  target: number;
  /** A member of the target; `load` only loads the engine, `release` forgets a handle. */
  member: string;
  args: unknown[];
  /** Handles among the arguments. */
  handles: [Path, number][];
}

/** Sent before the first call. */
export interface Start {
  load: LoadOptions;
}

/** A handle in a result; `plain` has the properties that never change. */
export interface NewHandle {
  id: number;
  kind: Kind;
  plain: Record<string, unknown>;
}

export interface Reply {
  /** In a list, so that the result itself can be a handle. */
  result?: [unknown];
  handles?: [Path, NewHandle][];
  /** The record is a whole TrainingError if there is a report of training. */
  error?: { name: string; message: string; record?: ErrorRecord | TrainingError };
  /** Traces of tokens that were freed as the sequence went on. */
  disposed?: number[];
}

/** What an engine sends: that it can be called, how far it is loaded, the reply to a call. */
export type Message = { started: true } | { progress: LoadProgress } | { reply: Reply };

/** What was given, and what would have been accepted, where arguments cannot be sent or read. */
export const unsendable = [
  'a value that cannot be sent to a worker',
  'numbers, lists and plain objects, a few in each other',
] as const;

/** Options have options (`selfAttn.wq`), and no handle lies deeper. */
const deepest = 4;

/** A copy of plain objects, and of lists of objects, without the handles in them, which are listed with their places. */
export function takeOut<Handle>(
  value: unknown,
  handleOf: (value: object) => Handle | undefined,
  found: [Path, Handle][],
  path: Path,
): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const handle = handleOf(value);
  if (handle !== undefined) {
    found.push([path, handle]);
    return undefined;
  }
  if (path.length > deepest) return value;
  if (isListOfObjects(value)) {
    return value.map((each, i) => takeOut(each, handleOf, found, [...path, String(i)]));
  }
  if (!isPlain(value)) return value;
  const entries = Object.entries(value).map(([name, each]) => [
    name,
    takeOut(each, handleOf, found, [...path, name]),
  ]);
  return Object.fromEntries(entries) as unknown;
}

/** A matrix for each head may be a handle; lists of numbers, and rows of them, hold none. */
function isListOfObjects(value: object): value is unknown[] {
  if (!Array.isArray(value) || typeof value[0] !== 'object') return false;
  return value.some((each) => typeof each === 'object' && !Array.isArray(each));
}

/** Puts a handle where it was taken out. */
export function putBack(value: unknown[], path: Path, handle: unknown): void {
  let holder = value as unknown as Record<string, unknown>;
  for (const name of path.slice(0, -1)) holder = holder[name] as Record<string, unknown>;
  holder[path.at(-1) as string] = handle;
}

/** The buffers of all typed arrays in a value that nobody else holds. */
export function buffersIn(value: unknown, found = new Set<ArrayBuffer>()): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
  } else if (isPlain(value)) {
    for (const each of Object.values(value)) buffersIn(each, found);
  }
  return [...found];
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
