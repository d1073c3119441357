// The exports of src/bindings. The core returns numbers in typed arrays and records as text. It writes errors to
// failureAddress(), because a JavaScript exception through C++ frames would leak their stack.

import type { Computed } from '../types/computed.js';

/** A value, or undefined if the call failed: see `Memory.unwrap`. */
export type OrError<T> = T | undefined;

/** The address of a tensor in wasm memory, 0 for none; its creator deletes it. */
export type TensorHandle = number;

export interface RawTensor {
  shape: Int32Array;
  data: Float32Array;
}

/** The options of one call, set by name; its creator deletes it. */
export interface RequestHandle {
  setTensor(name: string, tensor: TensorHandle): void;
  setNumber(name: string, value: number): void;
  addFault(fault: number, at: string): void;
  addToken(token: string): void;
  delete(): void;
}

/** A run in wasm memory: src/bindings/trace.hpp. Steps are given by index, cells by row-major position. */
export interface TraceHandle {
  steps(): OrError<Uint8Array>;
  states(): OrError<Int32Array>;
  tensor(step: number): OrError<RawTensor>;
  baseline(step: number): OrError<RawTensor>;
  memory(step: number): OrError<Float32Array>;
  storage(step: number): OrError<number>;
  explain(step: number, position: number): OrError<Float64Array>;
  extent(step: number, low: Computed, high: Computed): OrError<Float64Array>;
  histogram(step: number, bins: number, reach: Computed): OrError<Float64Array>;
  rows(step: number, axis: number): OrError<Float64Array>;
  rank(step: number, position: number, axes: number): OrError<number>;
  set(step: number, position: number, value: number): OrError<Int32Array>;
  setTensor(step: number, values: TensorHandle): OrError<Int32Array>;
  backward(step: number, seed: TensorHandle): OrError<Int32Array>;
  loss(): OrError<number>;
  downhill(step: number, gradient: number, rate: number): OrError<RawTensor>;
  /** Changes whenever the list of steps does. */
  listed(): number;
  undo(): OrError<Int32Array>;
  reset(): OrError<Int32Array>;
  edits(): OrError<Float64Array>;
  compare(other: TraceHandle): OrError<Float64Array>;
  difference(step: number, other: TraceHandle, ofOther: number): OrError<RawTensor>;
  /** The pass that cached keys and values come from; null if none were cached. */
  origin(): OrError<TraceHandle> | null;
  /** Only for a generated token's trace. */
  sequence(
    temperature: number,
    topK: number,
    doSample: boolean,
    seed: number,
  ): OrError<TraceHandle>;
  delete(): void;
}

/** A model in wasm memory, and the cache of its generation: src/bindings/transformer.hpp. */
export interface TransformerHandle {
  trace(request: RequestHandle): OrError<TraceHandle>;
  nextToken(request: RequestHandle): OrError<TokenHandle>;
  set(path: string, position: number, value: number): OrError<boolean>;
  parameter(path: string): OrError<RawTensor>;
  cached(): number;
  clear(): void;
  delete(): void;
}

/** The gradients of a model, in memory that each pass writes again: src/bindings/training/gradients.hpp. */
export interface GradientsHandle {
  /** The loss. */
  compute(request: RequestHandle): OrError<number>;
  parameters(): OrError<Uint8Array>;
  /** The address of the numbers of all of them. */
  numbers(): number;
  /** Changes whenever the list of gradients does. */
  listed(): number;
  delete(): void;
}

/** A trainer in wasm memory, with its batches: src/bindings/training/trainer.hpp. */
export interface TrainingHandle {
  useTask(task: RequestHandle): OrError<boolean>;
  /** JSON. */
  evaluate(counts: RequestHandle): OrError<Uint8Array>;
  save(metadata: RequestHandle): OrError<Uint8Array>;
  resume(bytes: TensorHandle, length: number): OrError<boolean>;
  addBatch(request: RequestHandle): OrError<boolean>;
  /** Update, rate, gradient norm, tokens, bytes, perplexity, then the loss of each update. */
  step(count: number): OrError<Float64Array>;
  trace(): OrError<TraceHandle>;
  places(): OrError<Uint8Array>;
  numbers(): OrError<Float32Array>;
  restore(state: RequestHandle): OrError<boolean>;
  updates(): number;
  round(): number;
  delete(): void;
}

/** A token that a model chose. */
export interface TokenHandle {
  id(): number;
  kept(): number;
  computed(): number;
  multiplyAdds(): number;
  multiplyAddsWithoutCache(): number;
  logits(): OrError<Float32Array>;
  probabilities(): OrError<Float32Array>;
  trace(): OrError<TraceHandle>;
  delete(): void;
}

export interface CoreModule {
  HEAP32: Int32Array;
  HEAPF32: Float32Array;
  HEAPU8: Uint8Array;
  Request: new () => RequestHandle;

  // src/bindings/tensors.hpp
  reportAddress(): number;
  failureAddress(): number;
  createTensor(
    rank: number,
    s0: number,
    s1: number,
    s2: number,
    s3: number,
    s4: number,
    s5: number,
  ): TensorHandle;
  deleteTensor(tensor: TensorHandle): void;
  tensorStays(tensor: TensorHandle): void;
  tensorChanged(tensor: TensorHandle): void;
  describeTensor(tensor: TensorHandle): void;
  packTensor(tensor: TensorHandle): void;

  // src/bindings/calls.hpp; they return 0 on failure
  positionalEncoding(length: number, dModel: number): TensorHandle;
  causalMask(queries: number, keys: number, offset: number): TensorHandle;
  extent(x: TensorHandle): OrError<Float64Array>;
  matmul(a: TensorHandle, b: TensorHandle, out: TensorHandle): TensorHandle;
  linear(
    input: TensorHandle,
    weight: TensorHandle,
    bias: TensorHandle,
    out: TensorHandle,
  ): TensorHandle;
  softmax(x: TensorHandle, axis: number, out: TensorHandle): TensorHandle;
  layerNorm(
    input: TensorHandle,
    axes: number,
    weight: TensorHandle,
    bias: TensorHandle,
    epsilon: number,
    out: TensorHandle,
  ): TensorHandle;
  scaledDotProductAttention(
    query: TensorHandle,
    key: TensorHandle,
    value: TensorHandle,
    mask: TensorHandle,
    padding: TensorHandle,
    kept: TensorHandle,
    isCausal: boolean,
    causalOffset: number,
    scale: number,
    temperature: number,
    softcap: number,
    dropoutP: number,
    seed: number,
    needWeights: boolean,
    out: TensorHandle,
  ): TensorHandle;
  multiHeadAttention(request: RequestHandle): TensorHandle;
  encoderLayer(request: RequestHandle): TensorHandle;
  decoderLayer(request: RequestHandle): TensorHandle;
  traceAttention(request: RequestHandle): OrError<TraceHandle>;
  checkSafetensors(bytes: TensorHandle, length: number): OrError<boolean>;
  numbersOfFile(
    bytes: TensorHandle,
    begin: number,
    count: number,
    type: number,
  ): OrError<Float32Array>;
  traceStudy(request: RequestHandle): OrError<TraceHandle>;
  transformer(request: RequestHandle): OrError<TransformerHandle>;
  declarations(): OrError<Uint8Array>;

  // src/bindings/training: only the module for training has these.
  loadModel?(bytes: TensorHandle, length: number, said: RequestHandle): OrError<TransformerHandle>;
  recordOf?(model: TransformerHandle): OrError<Uint8Array>;
  saveModel?(model: TransformerHandle, type: number, metadata: RequestHandle): OrError<Uint8Array>;
  gradients?(model: TransformerHandle): OrError<GradientsHandle>;
  trainer?(model: TransformerHandle, settings: RequestHandle): OrError<TrainingHandle>;
  /** JSON. */
  task?(task: RequestHandle): OrError<Uint8Array>;
  updateDeclarations?(): OrError<Uint8Array>;
}

/** One tensor in wasm memory, as last reported. */
export interface TensorSpan {
  handle: TensorHandle;
  /** Index of its first number in HEAPF32. */
  first: number;
  count: number;
  shape: number[];
}
