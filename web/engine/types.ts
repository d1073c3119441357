import type { Declaration, Trace, TraceAttentionOptions } from './trace-types.js';
import type {
  DecoderLayerOptions,
  EncoderLayerOptions,
  GeneratedToken,
  GenerateOptions,
  ScalingOptions,
  TraceTransformerOptions,
  Transformer,
  TransformerOptions,
} from './transformer-types.js';

export type * from './explanation-types.js';
export type * from './trace-types.js';
export type * from './transformer-types.js';

/** A number that a kernel computed. The page prints and draws it, and computes nothing from it: a check ensures this. */
export type Computed = number;

/** Row-major numbers and their shape. The data of a returned tensor is a copy: keep it as long as you like. */
export interface Tensor {
  shape: number[];
  data: Float32Array;
}

/** Numbers nested to any rank, as people write them: `[[1, 2], [3, 4]]`. */
export type Nested<T> = readonly T[] | readonly Nested<T>[];

/**
 * A tensor that stays in wasm memory until it is disposed, so that calls need not copy it. Made by `ap.tensor`. Used
 * as a weight (`b` of matmul, a projection), it is packed for the kernels once, which takes the same memory again.
 */
export interface ResidentTensor {
  readonly shape: readonly number[];
  readonly disposed: boolean;
  /** A copy of its numbers, row-major. */
  read(): Float32Array;
  /** Replaces all of its numbers. */
  write(data: ArrayLike<number>): void;
  dispose(): void;
  [Symbol.dispose](): void;
}

/** Where a result goes: `out` must have the result's shape and not be an input; no copy is made. */
export interface Into {
  out?: ResidentTensor;
}

/** Any value that is accepted as a tensor. */
export type TensorLike =
  | ResidentTensor
  | { shape: readonly number[]; data: Float32Array | Float64Array | readonly number[] }
  | Nested<number>;

/**
 * Any value that is accepted as a mask. Booleans and bytes say *may attend* (true or 1 = visible), as in
 * PyTorch's `scaled_dot_product_attention`; floats are added to the scores, and may be −∞.
 */
export type MaskLike =
  | TensorLike
  | { shape: readonly number[]; data: Uint8Array | readonly boolean[] }
  | Nested<boolean>;

/** Finite inputs so large that their scores overflow give NaN, as in PyTorch. */
export interface AttentionResult<Output = Tensor | ResidentTensor> {
  /** [batch…, T, d_v], or [B, T, D] for multi-head attention; `out` itself if it is given. */
  output: Output;
  /** [batch…, T, S], or [B, h, T, S] for multi-head attention; absent with `needWeights: false`. */
  weights?: Tensor;
}

interface AttentionSwitches {
  /** Broadcastable to the scores' shape. */
  attnMask?: MaskLike;
  /** Query t sees keys 0 … t + causalOffset: aligned top-left, as PyTorch does. */
  isCausal?: boolean;
  /** How many keys come before the first query (a cache); 0 by default. Acts only with `isCausal: true`. */
  causalOffset?: number;
  /** Multiplies the scores; 1/√d_k by default. */
  scale?: number;
  /** Probability in [0, 1) that a weight is dropped; acts only with `training: true`. */
  dropoutP?: number;
  training?: boolean;
  /** A whole number, 0 … 2³² − 1: equal seeds give equal numbers on every platform. */
  seed?: number;
  /** True by default. Without weights memory grows with T, not with T². */
  needWeights?: boolean;
  out?: ResidentTensor;
}

/** Options whose result is copied out of wasm memory, and those whose result stays there. */
type Copied<Options> = Options & { out?: undefined };
type Kept<Options> = Options & { out: ResidentTensor };

export interface ScaledDotProductOptions extends AttentionSwitches {
  /** [batch…, T, d_k], rank 2 to 4. */
  query: TensorLike;
  /** [batch…, S, d_k] */
  key: TensorLike;
  /** [batch…, S, d_v] */
  value: TensorLike;
}

/** Projection matrices are [in, out], as in Q = X W_q (PyTorch's `Linear` stores the transpose). */
export interface ProjectionMatrices {
  wq: TensorLike; // [D, h·d_k]
  wk: TensorLike; // [D, h·d_k]
  wv: TensorLike; // [D, h·d_v]
  wo: TensorLike; // [h·d_v, D]
  bq?: TensorLike; // [h·d_k]
  bk?: TensorLike; // [h·d_k]
  bv?: TensorLike; // [h·d_v]
  bo?: TensorLike; // [D]
}

export interface MultiHeadOptions extends AttentionSwitches, ProjectionMatrices {
  /** [B, T, D] or [T, D]. */
  query: TensorLike;
  /** [B, S, D] or [S, D]; the query by default. */
  key?: TensorLike;
  /** [B, S, D] or [S, D]; the key by default. */
  value?: TensorLike;
  numHeads: number;
  /** [B, S]: true = may be attended to (PyTorch's `key_padding_mask` is the opposite). */
  keyPaddingMask?: MaskLike;
}
// The overload that copies comes last: the worker's types see only the last one.
export interface AttentionPlayground {
  /** A tensor in wasm memory; zeros if no data is given. */
  tensor(shape: readonly number[], data?: ArrayLike<number>): ResidentTensor;
  scaledDotProductAttention(
    options: Kept<ScaledDotProductOptions>,
  ): AttentionResult<ResidentTensor>;
  scaledDotProductAttention(options: Copied<ScaledDotProductOptions>): AttentionResult<Tensor>;
  multiHeadAttention(options: Kept<MultiHeadOptions>): AttentionResult<ResidentTensor>;
  multiHeadAttention(options: Copied<MultiHeadOptions>): AttentionResult<Tensor>;
  /** [length, dModel], sinusoidal (Vaswani et al. 2017, §3.5). */
  positionalEncoding(options: { length: number; dModel: number }): Tensor;
  /** [queries, keys]: 0 where key ≤ query + offset, −∞ elsewhere. */
  causalMask(queries: number, keys?: number, offset?: number): Tensor;
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
  transformer(options: TransformerOptions): Transformer;
  /** All steps of one pass through a model that is made for it. */
  traceTransformer(options: TraceTransformerOptions): Trace;
  /** Generates tokens one after the other, each with its trace. */
  generate(options: GenerateOptions): AsyncIterableIterator<GeneratedToken>;
  /** Dot products of random vectors with and without 1/√d_k: steps `scores`, `weights`, `variance`, `scaled.scores` … */
  traceScaling(options: ScalingOptions): Trace;
  /** Every kind of step, with every variant of its formula. */
  declarations(): Declaration[];
  /** Bytes of wasm memory held now: grows, never shrinks. */
  memoryBytes(): number;
}

export interface LoadOptions {
  wasmUrl?: string | URL;
  wasmModule?: WebAssembly.Module;
  wasmBinary?: ArrayBuffer | Uint8Array;
}

export type ErrorCode =
  | 'rank' // wrong number of axes
  | 'shape' // wrong size along an axis
  | 'size' // data and shape disagree
  | 'not_finite' // NaN or infinity where none is allowed
  | 'heads' // heads do not divide the width
  | 'range' // a number outside what is accepted
  | 'type' // not of an accepted type
  | 'missing' // a required argument is absent
  | 'conflict' // two arguments that exclude each other
  | 'overflow' // the shape's product is larger than memory can be
  | 'memory' // not enough memory
  | 'step' // no step of that path
  | 'index' // no cell of that index
  | 'view' // the memory order does not allow this view
  | 'disposed';

/** What was wrong, in fields that a program can read; every error that the engine throws has them. */
export interface ErrorRecord {
  code: ErrorCode;
  /** The argument's name: `key`, `numHeads`, `attnMask`. */
  argument: string;
  actual: string;
  expected: string;
}
