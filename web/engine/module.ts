import type {
  AttentionResult,
  Declaration,
  Difference,
  Edit,
  ErrorRecord,
  Explanation,
  Memory,
  Step,
  Tensor,
} from './types.js';

/** The core returns errors as values: a JavaScript exception through C++ frames would leak its stack. */
export type OrError<T> = T | { error: ErrorRecord };

/** A tensor in wasm memory; whoever made it deletes it. */
export interface TensorHandle {
  /** In bytes; valid until the handle is deleted. */
  address(): number;
  read(): Tensor;
  delete(): void;
}

/** A run in wasm memory: src/bindings/trace.hpp. */
export interface TraceHandle {
  steps(): Omit<Step, 'edits' | 'fullyMaskedRows'>[];
  states(): Int32Array;
  tensor(path: string): OrError<Tensor>;
  baseline(path: string): OrError<Tensor>;
  memory(path: string): OrError<Memory>;
  explain(path: string, index: readonly number[]): OrError<Explanation>;
  set(path: string, index: readonly number[], value: number): OrError<string[]>;
  setTensor(path: string, values: TensorHandle): OrError<string[]>;
  undo(): OrError<string[]>;
  reset(): OrError<string[]>;
  edits(): Edit[];
  compare(other: TraceHandle): OrError<Difference[]>;
  delete(): void;
}

/** What src/bindings/module.cpp exports. Options are checked and complete when they get there. */
export interface CoreModule {
  HEAPF32: Float32Array;
  HEAPU8: Uint8Array;
  createTensor(shape: readonly number[], argument: string): OrError<TensorHandle>;
  scaledDotProductAttention(options: object): OrError<AttentionResult>;
  multiHeadAttention(options: object): OrError<AttentionResult>;
  traceAttention(options: object): OrError<TraceHandle>;
  positionalEncoding(shape: readonly number[]): OrError<Tensor>;
  causalMask(shape: readonly number[], offset: number): OrError<Tensor>;
  softmax(x: TensorHandle, axis: number): OrError<Tensor>;
  matmul(a: TensorHandle, b: TensorHandle): OrError<Tensor>;
  declarations(): Declaration[];
}
