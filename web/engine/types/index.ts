/// <reference lib="esnext.disposable" preserve="true" />
// `using` needs this library, which a project that imports the package may not have chosen.

import type {
  AttentionResult,
  AttentionWithWeights,
  MultiHeadOptions,
  ScaledDotProductOptions,
} from './attention.js';
import type { ModelFileOptions, SafetensorsFile } from './files.js';
import type { OwnPairs, TaskName, TaskOptions } from './tasks.js';
import type { TraceRecord } from './record.js';
import type { Simd } from './simd.js';
import type { Extent, Into, ResidentTensor, Tensor, TensorLike } from './tensors.js';
import type { Declaration, GivenWeightsOptions, Trace, TraceAttentionOptions } from './traces.js';
import type { Task, Trainer, TrainerOptions } from './trainer.js';
import type {
  DecoderLayerOptions,
  EncoderLayerOptions,
  GeneratedToken,
  GenerateOptions,
  ScalingOptions,
  TraceTransformerOptions,
  Transformer,
  TransformerOptions,
} from './transformer.js';

export type * from './attention.js';
export type * from './errors.js';
export type * from './explanation.js';
export type * from './files.js';
export type * from './program.js';
export type * from './record.js';
export type * from './simd.js';
export type * from './tasks.js';
export type * from './tensors.js';
export type * from './traces.js';
export type * from './trainer.js';
export type * from './transformer.js';

/** Options whose result is copied out of wasm memory, and those whose result stays there. */
type Copied<Options> = Options & { out?: undefined };
type Kept<Options> = Options & { out: ResidentTensor };
/** Options whose result has weights. */
type Weighted<Options> = Options & { needWeights?: true };

// Calls have one, two or four overloads: the worker's types see no others (web/engine/worker/types.ts).
export interface AttentionPlayground {
  /** A tensor in wasm memory; zeros if no data is given. */
  tensor(shape: readonly number[], data?: ArrayLike<number>): ResidentTensor;
  scaledDotProductAttention(
    options: Weighted<Kept<ScaledDotProductOptions>>,
  ): AttentionWithWeights<ResidentTensor>;
  scaledDotProductAttention(
    options: Kept<ScaledDotProductOptions>,
  ): AttentionResult<ResidentTensor>;
  scaledDotProductAttention(
    options: Weighted<Copied<ScaledDotProductOptions>>,
  ): AttentionWithWeights<Tensor>;
  scaledDotProductAttention(options: Copied<ScaledDotProductOptions>): AttentionResult<Tensor>;
  multiHeadAttention(
    options: Weighted<Kept<MultiHeadOptions>>,
  ): AttentionWithWeights<ResidentTensor>;
  multiHeadAttention(options: Kept<MultiHeadOptions>): AttentionResult<ResidentTensor>;
  multiHeadAttention(options: Weighted<Copied<MultiHeadOptions>>): AttentionWithWeights<Tensor>;
  multiHeadAttention(options: Copied<MultiHeadOptions>): AttentionResult<Tensor>;
  /** [length, dModel], sinusoidal (Vaswani et al. 2017, §3.5). */
  positionalEncoding(options: PositionalEncodingOptions): Tensor;
  /** [queries, keys]: 0 where key ≤ query + offset, −∞ elsewhere. */
  causalMask(queries: number, keys?: number, offset?: number): Tensor;
  /** The extent of all finite numbers of a tensor. */
  extent(x: TensorLike): Extent;
  softmax(x: TensorLike, axis: number | undefined, into: Required<Into>): ResidentTensor;
  softmax(x: TensorLike, axis?: number, into?: { out?: undefined }): Tensor;
  /** [batch…, M, K] × [batch…, K, N] */
  matmul(a: TensorLike, b: TensorLike, into: Required<Into>): ResidentTensor;
  matmul(a: TensorLike, b: TensorLike, into?: { out?: undefined }): Tensor;
  /** input [..., in] × weight [in, out] + bias [out]; PyTorch's `Linear` stores the transposed weight. */
  linear(
    input: TensorLike,
    weight: TensorLike,
    bias: TensorLike | undefined,
    into: Required<Into>,
  ): ResidentTensor;
  linear(
    input: TensorLike,
    weight: TensorLike,
    bias?: TensorLike,
    into?: { out?: undefined },
  ): Tensor;
  /**
   * (x − mean) / √(variance + eps) · weight + bias over the last axes, which are `normalizedShape`; eps is 1e-5 by
   * default.
   */
  layerNorm(
    input: TensorLike,
    normalizedShape: number | readonly number[],
    weight: TensorLike | undefined,
    bias: TensorLike | undefined,
    eps: number | undefined,
    into: Required<Into>,
  ): ResidentTensor;
  layerNorm(
    input: TensorLike,
    normalizedShape: number | readonly number[],
    weight?: TensorLike,
    bias?: TensorLike,
    eps?: number,
    into?: { out?: undefined },
  ): Tensor;
  traceAttention(options: TraceAttentionOptions): Trace;
  /** One encoder layer, computed by the fused kernels; the result has the shape of src. */
  encoderLayer(options: EncoderLayerOptions): Tensor;
  /** One decoder layer, computed by the fused kernels; the result has the shape of tgt. */
  decoderLayer(options: DecoderLayerOptions): Tensor;
  /** A model that keeps its parameters and its generation cache until it is disposed. */
  transformer(options: TransformerOptions | ModelFileOptions): Transformer;
  /**
   * All tensors of a safetensors file. Throws `file`, with what was found and where, for bytes that are not exactly what
   * the format says.
   */
  readSafetensors(bytes: ArrayBuffer | Uint8Array): SafetensorsFile;
  /**
   * A model in a file that `save` wrote: options of `ap.transformer` and `ap.traceTransformer`, with its vocabulary and
   * parameters, which can be changed before they are given. Throws `file` or `missing` for other files, and where a
   * parameter is missing.
   */
  readModel(bytes: ArrayBuffer | Uint8Array): TransformerOptions;
  /** All steps of one pass through a model that is made for it. */
  traceTransformer(options: TraceTransformerOptions): Trace;
  /** Generates tokens one after the other, each with its trace. */
  generate(options: GenerateOptions): AsyncIterableIterator<GeneratedToken>;
  /** What a task is, with some of its examples. Throws as `trainer` does. */
  task(task: TaskName | OwnPairs, options?: TaskOptions): Task;
  /**
   * Trains a model on batches, or for a task. Throws `missing` for `training` unless the engine was loaded by
   * `load({ training: true })`.
   */
  trainer(options: TrainerOptions): Trainer;
  /** Attention weights of another program, as they are: steps `weights` and, with a value, `value` and `context`. */
  traceWeights(options: GivenWeightsOptions): Trace;
  /** Dot products of random vectors with and without 1/√d_k: steps `scores`, `weights`, `variance`, `scaled.scores` … */
  traceScaling(options: ScalingOptions): Trace;
  /**
   * The trace that `toJSON()` of a trace gave as plain JSON, or as its text: with its edits, to be undone one by one, its faults
   * and its backward pass. Throws `file` if it is no such record, `conflict` if its numbers are not what it says how to make.
   */
  traceFrom(record: TraceRecord | string): Trace;
  /** Every kind of step, with every variant of its formula. */
  declarations(): Declaration[];
  /** Bytes of wasm memory held now: grows, never shrinks. */
  memoryBytes(): number;
  /** Which module was loaded: see the option `simd` of `load`. */
  readonly simd: Simd;
}

/** Rows and columns of a table of positions; the width also by the name that PyTorch's attention has for it. */
export type PositionalEncodingOptions = { length: number } & (
  { dModel: number; embedDim?: number } | { embedDim: number; dModel?: number }
);

// Programs need neither the DOM's types nor Node's: what they give of either is described by what is read of it.

/** An address: text, or a `URL`. */
export type Address = string | { readonly href: string };

export interface LoadOptions {
  wasmUrl?: Address;
  /** A `WebAssembly.Module`. */
  wasmModule?: object;
  wasmBinary?: ArrayBuffer | Uint8Array;
  /**
   * Loads the larger module, which also trains: `trainer`, `model.gradients`. False by default. `wasmUrl`, `wasmModule` and
   * `wasmBinary` then are that module, `attention-playground-training.wasm`.
   */
  training?: boolean;
  /**
   * 'relaxed' loads a module with relaxed SIMD, if the JavaScript engine supports it and the file is there; otherwise the
   * strict one. 'strict' by default. `ap.simd` says which was loaded. `wasmUrl`, `wasmModule` and `wasmBinary` are what they
   * are.
   */
  simd?: Simd;
  /** Called as the wasm file arrives. */
  onProgress?: (progress: LoadProgress) => void;
}

/** Bytes of the wasm file. */
export interface LoadProgress {
  loaded: number;
  /** Absent if the server does not say, or compresses the file. */
  total?: number;
}
