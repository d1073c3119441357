import type { Computed, Doubles, Numbers } from './computed.js';

export type { Computed };

/** Row-major numbers and their shape. The data of a returned tensor is a copy: keep it as long as you like. */
export interface Tensor {
  shape: number[];
  data: Numbers;
}

/** Numbers nested to any rank, as people write them: `[[1, 2], [3, 4]]`. */
export type Nested<T> = readonly T[] | readonly Nested<T>[];

/** The range of some finite numbers; all 0 if there are none. */
export interface Extent {
  low: Computed;
  high: Computed;
  /** The largest distance from 0. */
  reach: Computed;
}

/** An axis from −`reach` to `reach` in `bins` equal parts. */
export interface HistogramOptions {
  bins: number;
  reach: Computed;
}

/** How many numbers lie in each of some equal parts of an axis; the end of the axis belongs to the last part. */
export interface Histogram {
  counts: Computed[];
  /** Where the parts begin, and the end of the last one. */
  edges: Computed[];
  /** The largest count. */
  largest: Computed;
  /** How many numbers lie beyond both ends. */
  outside: Computed;
}

/** What stands beside each row of a tensor, in the order of its rows. */
export interface RowSummary {
  sums: Doubles;
  means: Doubles;
  /** Standard deviations of all numbers of a row, as layer normalisation takes them, without its ε. */
  deviations: Doubles;
}

/**
 * A tensor that stays in wasm memory until it is disposed, so that calls need not copy it. Made by `ap.tensor`. Used
 * as a weight (`b` of matmul, a projection), it is packed for the kernels once, which takes the same memory again.
 */
export interface ResidentTensor {
  readonly shape: readonly number[];
  readonly disposed: boolean;
  /** A copy of its numbers, row-major. */
  read(): Numbers;
  /** Replaces all of its numbers. */
  write(data: ArrayLike<number>): void;
  dispose(): void;
  [Symbol.dispose](): void;
}

/** Where a result goes: `out` must have the result's shape and not be an input; no copy is made. */
export interface Into {
  out?: ResidentTensor;
}

/** Any value that is accepted as a tensor; a typed array is one of rank 1, as long as it is. */
export type TensorLike =
  | ResidentTensor
  | Numbers
  | Float64Array
  | { shape: readonly number[]; data: Numbers | Float64Array | readonly number[] }
  | Nested<number>;

/**
 * Any value that is accepted as a mask. Booleans and bytes say *may attend* (true or 1 = visible), as in
 * PyTorch's `scaled_dot_product_attention`; floats are added to the scores, and may be −∞.
 */
export type MaskLike =
  | TensorLike
  | Uint8Array
  | { shape: readonly number[]; data: Uint8Array | readonly boolean[] }
  | Nested<boolean>;
