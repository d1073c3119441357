// What src/bindings exports. The core gives numbers in typed arrays and records in text; errors come as text
// too, because a JavaScript exception through C++ frames would leak its stack.

/** A value, or an error as text: see errors.ts. */
export type OrError<T> = T | string;

/** A tensor in wasm memory; whoever made it deletes it. */
export interface TensorHandle {
  /** In bytes; valid until the handle is deleted. */
  address(): number;
  delete(): void;
}

export interface RawTensor {
  shape: Int32Array;
  data: Float32Array;
}

export interface RawAttention {
  output: RawTensor;
  weights?: RawTensor;
}

/** The options of one call, put in by name; whoever made it deletes it. */
export interface RequestHandle {
  setTensor(name: string, tensor: TensorHandle): void;
  setNumber(name: string, value: number): void;
  addToken(token: string): void;
  delete(): void;
}

/** A run in wasm memory: src/bindings/trace.hpp. Steps go by their place, cells by their row-major position. */
export interface TraceHandle {
  steps(): string;
  states(): Int32Array;
  tensor(step: number): OrError<RawTensor>;
  baseline(step: number): OrError<RawTensor>;
  memory(step: number): OrError<Float32Array>;
  storage(step: number): number;
  explain(step: number, position: number): OrError<Float64Array>;
  set(step: number, position: number, value: number): OrError<Int32Array>;
  setTensor(step: number, values: TensorHandle): OrError<Int32Array>;
  undo(): OrError<Int32Array>;
  reset(): OrError<Int32Array>;
  edits(): Float64Array;
  compare(other: TraceHandle): OrError<Float64Array>;
  delete(): void;
}

export interface CoreModule {
  HEAPF32: Float32Array;
  HEAPU8: Uint8Array;
  Request: new () => RequestHandle;
  createTensor(shape: readonly number[]): OrError<TensorHandle>;
  scaledDotProductAttention(request: RequestHandle): OrError<RawAttention>;
  multiHeadAttention(request: RequestHandle): OrError<RawAttention>;
  traceAttention(request: RequestHandle): OrError<TraceHandle>;
  positionalEncoding(length: number, dModel: number): OrError<RawTensor>;
  causalMask(queries: number, keys: number, offset: number): OrError<RawTensor>;
  softmax(x: TensorHandle, axis: number): OrError<RawTensor>;
  matmul(a: TensorHandle, b: TensorHandle): OrError<RawTensor>;
  declarations(): string;
}
