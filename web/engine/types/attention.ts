import type { MaskLike, ResidentTensor, Tensor, TensorLike } from './tensors.js';

/** Finite inputs so large that their scores overflow give NaN, as in PyTorch. */
export interface AttentionResult<Output = Tensor | ResidentTensor> {
  /** [batch…, T, d_v], or [B, T, width of W_o] for multi-head attention; `out` itself if it is given. */
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
  /** [B, S], or [S] without a batch: true = may be attended to (PyTorch's `key_padding_mask` is the opposite). */
  keyPaddingMask?: MaskLike;
  /** Query t sees keys 0 … t + causalOffset: aligned top-left, as PyTorch does. */
  isCausal?: boolean;
  /** How many keys come before the first query (a cache); 0 by default. Acts only with `isCausal: true`. */
  causalOffset?: number;
  /** Multiplies the scores; 1/√d_k by default. */
  scale?: number;
  /** Divides the scaled scores once more, 1e-30 to 1e30; 1 by default. */
  temperature?: number;
  /**
   * c of c · tanh(score / c), from 1e-30 to 1e30, before masks (Gemma 2): no score exceeds ±c. Absent by default. Memory then
   * grows with T², as no kernel computes it.
   */
  softcap?: number;
  /** Probability in [0, 1) that a weight is dropped; acts only with `training: true`. */
  dropoutP?: number;
  /** The same, as PyTorch's modules call it. */
  dropout?: number;
  /**
   * In place of a draw, broadcastable to the weights: true or 1 keeps a weight, which is divided by 1 − dropoutP, false or 0
   * drops it. Acts only with `training: true`.
   */
  dropoutMask?: MaskLike;
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

/** One tensor for all heads, or a list with one for each head. */
export type PerHead = TensorLike | readonly TensorLike[];

/**
 * Projection matrices are [in, out], as in Q = X W_q (PyTorch's `Linear` stores the transpose). They need not be square: D
 * is the width of their own input.
 */
export interface ProjectionMatrices {
  wq: PerHead; // [D, h·d_k], or for each head [D, d_k]
  wk: PerHead; // [D, h·d_k], or for each head [D, d_k]
  wv: PerHead; // [D, h·d_v], or for each head [D, d_v]
  /** Required, unless `outputProjection` is false. */
  wo?: PerHead; // [h·d_v, width of the output], or for each head [d_v, width of the output]
  bq?: PerHead; // [h·d_k], or for each head [d_k]
  bk?: PerHead; // [h·d_k], or for each head [d_k]
  bv?: PerHead; // [h·d_v], or for each head [d_v]
  bo?: TensorLike; // [width of the output]
}

export type MultiHeadOptions = MultiHead & Heads;

interface MultiHead extends AttentionSwitches, ProjectionMatrices {
  /** [B, T, D] or [T, D]. */
  query: TensorLike;
  /** [B, S, D] or [S, D]; the query by default. */
  key?: TensorLike;
  /** [B, S, D] or [S, D]; the key by default. */
  value?: TensorLike;
  /** False: there is no W_o, and the heads side by side, [B, T, h·d_v], are the output. True by default. */
  outputProjection?: boolean;
}
