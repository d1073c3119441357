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

/** Row-major numbers and their shape. The data of a returned tensor is a copy: keep it as long as you like. */
export interface Tensor {
  shape: number[];
  data: Float32Array;
}

/** Numbers nested to any rank, as people write them: `[[1, 2], [3, 4]]`. */
export type Nested<T> = readonly T[] | readonly Nested<T>[];

/**
 * A tensor that stays in wasm memory until it is disposed: no copy for each call that it is given to. Made by
 * `ap.tensor`. As a weight (`b` of matmul, a projection) it is packed for the kernels once, which takes its size in
 * memory again.
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

/** Where a result goes: `out` has the result's shape and is none of the inputs, and no copy is made. */
export interface Into {
  out?: ResidentTensor;
}

/** What is accepted wherever a tensor is taken. */
export type TensorLike =
  | ResidentTensor
  | { shape: readonly number[]; data: Float32Array | Float64Array | readonly number[] }
  | Nested<number>;

/**
 * What is accepted wherever a mask is taken. Booleans and bytes say *may attend* (true or 1 = visible), as in
 * PyTorch's `scaled_dot_product_attention`; floats are added to the scores, and may be −∞.
 */
export type MaskLike =
  | TensorLike
  | { shape: readonly number[]; data: Uint8Array | readonly boolean[] }
  | Nested<boolean>;

/** Finite inputs so large that their scores overflow give NaN, as in PyTorch. */
export interface AttentionResult<Output = Tensor | ResidentTensor> {
  /** [batch…, T, d_v], or [B, T, D] for multi-head attention; the given `out` where there is one. */
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
  /** True by default. Without them memory grows with T, not with T². */
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
  /** [B, S, D] or [S, D]; the query when left out. */
  key?: TensorLike;
  /** [B, S, D] or [S, D]; the key when left out. */
  value?: TensorLike;
  numHeads: number;
  /** [B, S]: true = may be attended to (PyTorch's `key_padding_mask` is the opposite). */
  keyPaddingMask?: MaskLike;
}

<<<<<<< HEAD
=======
export interface TraceAttentionOptions {
  /** One list of tokens a sentence of the batch; sentences may differ in length and are padded. */
  tokens?: readonly (readonly string[])[];
  /** The sentences that keys and values come from: cross-attention. As many as `tokens`. */
  memoryTokens?: readonly (readonly string[])[];
  /** Given word vectors [B, T, D] or [T, D] instead of (or beside, for their lengths) tokens. */
  x?: TensorLike;
  /** Given word vectors [B, S, D] or [S, D] of the second sentence. */
  memory?: TensorLike;
  /** Width of a word vector; 64 by default, taken from `x` when that is given. */
  dModel?: number;
  /** Has to divide dModel; 1 by default. */
  numHeads?: number;
  /**
   * Xavier-uniform by seed (default), the identity, given matrices, or none at all: then the word vectors
   * themselves are queries, keys and values of one scaled dot-product attention without heads, biases and workers.
   */
  projections?: 'xavier' | 'identity' | 'none' | ProjectionMatrices;
  /** Whether seeded projections carry a bias; false by default. Given ones bring theirs. */
  bias?: boolean;
  /** One combined matrix a projection (default), or one matrix a head. */
  headMatrices?: 'combined' | 'separate';
  /** Among how many workers the heads are split, a divisor of numHeads: 1 by default. Steps `workers.0.q` … */
  workers?: number;
  /** [queries, keys] of a tile: attention tile by tile, with running maximum and sum. Steps `tiles.0.1.tile_scores` … */
  tile?: readonly [number, number];
  positions?: 'none' | 'sinusoidal' | 'learned';
  /**
   * Broadcastable to the scores: [B, h, T, S]; without projections [B, T, S]; with separate head matrices [T, S].
   */
  attnMask?: MaskLike;
  isCausal?: boolean;
  causalOffset?: number;
  /** Hide padded keys: true by default where sentences differ in length. */
  maskPadding?: boolean;
  /** [B, S]: true = may be attended to; replaces the mask made of the sentences' lengths. */
  keyPaddingMask?: MaskLike;
  scale?: number;
  /** Divides the scaled scores once more, 1e-30 to 1e30; 1 by default, and then no step. */
  temperature?: number;
  dropoutP?: number;
  training?: boolean;
  seed?: number;
}

/** The part a tensor plays; the page gives each its colour. */
export type Role =
  | 'token'
  | 'input'
  | 'memory'
  | 'query'
  | 'key'
  | 'value'
  | 'scores'
  | 'mask'
  | 'weights'
  | 'output'
  | 'residual' // the stream that each sublayer adds to, and its norms
  | 'feed_forward'
  | 'logits';

export type Axis =
  | 'batch'
  | 'head'
  | 'token' // a position of the first sentence
  | 'memory_token' // a position of the second sentence
  | 'query' // T: the positions that ask
  | 'key' // S: the positions that are asked
  | 'vocabulary'
  | 'd_model'
  | 'heads_d_k' // h·d_k side by side
  | 'heads_d_v'
  | 'd_k'
  | 'd_v'
  | 'feed_forward' // between the two layers of a feed-forward network
  | 'one'; // a row's maximum, sum or mean

export type OperationName =
  | 'given'
  | 'random'
  | 'identity'
  | 'embedding'
  | 'positional_encoding'
  | 'causal_mask'
  | 'padding_mask'
  | 'add'
  | 'linear'
  | 'matmul'
  | 'matmul_transposed'
  | 'scale'
  | 'mask'
  | 'softmax'
  | 'dropout'
  | 'view'
  | 'transpose'
  | 'contiguous'
  | 'split'
  | 'concat'
  | 'layer_norm'
  | 'relu'
  | 'gelu'
  | 'gelu_tanh'
  | 'log_softmax'
  | 'cross_entropy'
  | 'argmax'
  | 'top_k'
  | 'sample'
  | 'multiply'
  | 'divide'
  | 'exp_difference'
  | 'row_sum'
  | 'row_maximum'
  | 'mean'
  | 'variance'
  | 'entropy'
  | 'softmax_gradient'
  | 'constant' // a parameter that starts as one number everywhere: γ = 1, β = 0
  | 'cached';

/** What is the same for every step of a kind: written down once, in C++. */
export interface Declaration {
  kind: string;
  /** TeX */
  symbol: string;
  /** TeX */
  formula: string;
  /** One line of PyTorch. */
  code: string;
  op: OperationName;
  role: Role;
  axes: Axis[];
}

export interface Step extends Declaration {
  /** Unique in its trace: `scores`, `heads.2.scores`, `memory.embedding`. */
  path: string;
  shape: number[];
  /** In elements, with PyTorch's values. */
  strides: number[];
  /** Paths of the steps it reads, in the operation's order. */
  inputs: string[];
  /** Whether it reads nothing: an input, a parameter, or a table that a formula gives. */
  leaf: boolean;
  /** Whether its memory is another step's: view, transpose and split copy nothing. */
  aliases: boolean;
  /** How many of its cells have been edited. */
  edits: number;
  /** Rows in which no key may be attended to: zero weights and a zero output. Softmax steps only, else 0. */
  fullyMaskedRows: number;
  /** Multiplications with an addition that it takes; 0 where it is no matrix product. */
  multiplyAdds: number;
}

export interface Memory {
  /** Equal numbers lie in the same storage. */
  storage: number;
  offset: number;
  shape: number[];
  strides: number[];
  /** The whole storage as it lies in memory, a copy. */
  data: Float32Array;
}

export interface Edit {
  path: string;
  index: number[];
  value: number;
}

export interface Difference {
  path: string;
  /** Largest |a − b| over all cells; 0 means equal to the last bit. */
  maxDifference: number;
  /** What rounding can explain. */
  tolerance: number;
}

/** A handle on a step graph that has run. Synchronous; call `dispose()` (or `using`) when done. */
export interface Trace {
  readonly steps: readonly Step[];
  readonly edits: readonly Edit[];
  readonly disposed: boolean;
  /** A copy, row-major, edits included. */
  tensor(path: string): Tensor;
  /** A copy, row-major, as if nothing had been edited. */
  baseline(path: string): Tensor;
  memory(path: string): Memory;
  explain(path: string, index: readonly number[]): Explanation;
  /** Edits one cell, re-runs what depends on it, and returns the paths of the steps that changed. */
  set(path: string, index: readonly number[], value: number): string[];
  /** Edits a whole tensor as one entry of the undo list. */
  setTensor(path: string, values: TensorLike): string[];
  /** Takes the last edit back; an empty list when there is none. */
  undo(): string[];
  reset(): string[];
  /** Steps that both traces have, cell by cell. */
  compare(other: Trace): Difference[];
  dispose(): void;
  [Symbol.dispose](): void;
}

>>>>>>> core
// Of two overloads the one that copies is the last: the worker's types see only that one.
export interface AttentionPlayground {
  /** A tensor in wasm memory; zeros where no data is given. */
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
  /** One encoder layer by the fused kernels: as src. */
  encoderLayer(options: EncoderLayerOptions): Tensor;
  /** One decoder layer by the fused kernels: as tgt. */
  decoderLayer(options: DecoderLayerOptions): Tensor;
  /** A model that keeps its parameters, and the cache of its generation, until it is disposed. */
  transformer(options: TransformerOptions): Transformer;
  /** One pass through a model made for it, every step of it. */
  traceTransformer(options: TraceTransformerOptions): Trace;
  /** Tokens one after the other, each with its trace. */
  generate(options: GenerateOptions): AsyncIterableIterator<GeneratedToken>;
  /** Dot products of random vectors with and without 1/√d_k: steps `scores`, `weights`, `variance`, `scaled.scores` … */
  traceScaling(options: ScalingOptions): Trace;
  /** Every kind of step there is, with every variant of its formula. */
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
  | 'type' // not a number, array, boolean … at all
  | 'missing' // a required argument is absent
  | 'conflict' // two arguments that exclude each other
  | 'overflow' // the shape's product is larger than memory can be
  | 'memory' // not enough memory
  | 'step' // no step of that path
  | 'index' // no cell of that index
  | 'view' // the memory order does not allow this view
  | 'disposed';

/** What was wrong, in words a program can act on; carried by every error that the engine throws. */
export interface ErrorRecord {
  code: ErrorCode;
  /** The argument's name: `key`, `numHeads`, `attnMask`. */
  argument: string;
  actual: string;
  expected: string;
}
