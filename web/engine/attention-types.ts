import type { MaskLike, ResidentTensor, Tensor, TensorLike } from './tensor-types.js';

/** Finite inputs so large that their scores overflow give NaN, as in PyTorch. */
export interface AttentionResult<Output = Tensor | ResidentTensor> {
  /** [batch…, T, d_v], or [B, T, D] for multi-head attention; `out` itself if it is given. */
  output: Output;
  /** [batch…, T, S], or [B, h, T, S] for multi-head attention; absent with `needWeights: false`. */
  weights?: Tensor;
}

/** The result without `needWeights: false`. */
export interface AttentionWithWeights<
  Output = Tensor | ResidentTensor,
> extends AttentionResult<Output> {
  weights: Tensor;
}

/** The number of heads, by either of PyTorch's names for it. */
export type Heads = { numHeads: number; nhead?: number } | { nhead: number; numHeads?: number };

interface AttentionSwitches {
  /** Broadcastable to the scores' shape. */
  attnMask?: MaskLike;
  /** Query t sees keys 0 … t + causalOffset: aligned top-left, as PyTorch does. */
  isCausal?: boolean;
  /** How many keys come before the first query (a cache); 0 by default. Acts only with `isCausal: true`. */
  causalOffset?: number;
  /** Multiplies the scores; 1/√d_k by default. */
  scale?: number;
  /** Divides the scaled scores once more, 1e-30 to 1e30; 1 by default. */
  temperature?: number;
  /** Probability in [0, 1) that a weight is dropped; acts only with `training: true`. */
  dropoutP?: number;
  /** The same, as PyTorch's modules call it. */
  dropout?: number;
  training?: boolean;
  /** A whole number, 0 … 2³² − 1: equal seeds give equal numbers on every platform. */
  seed?: number;
  /** True by default. Without weights memory grows with T, not with T². */
  needWeights?: boolean;
  out?: ResidentTensor;
}

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

export type MultiHeadOptions = MultiHead & Heads;

interface MultiHead extends AttentionSwitches, ProjectionMatrices {
  /** [B, T, D] or [T, D]. */
  query: TensorLike;
  /** [B, S, D] or [S, D]; the query by default. */
  key?: TensorLike;
  /** [B, S, D] or [S, D]; the key by default. */
  value?: TensorLike;
  /** [B, S]: true = may be attended to (PyTorch's `key_padding_mask` is the opposite). */
  keyPaddingMask?: MaskLike;
}
