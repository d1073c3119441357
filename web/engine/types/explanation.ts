// How one cell was computed: the result of `trace.explain`, one type for each kind of operation.

import type { Computed } from './tensors.js';

/** One cell of one recorded step. `value` equals `trace.tensor(step)` at `index` bit for bit. */
export interface Cell {
  step: string;
  index: number[];
  value: Computed;
}

interface Explained extends Cell {
  /** The same cell, computed in double precision from the operands below. */
  result: Computed;
  /** Limit of |value − result|, of an edited cell |edited.computed − result|: n·ε of what was added or multiplied. */
  bound: Computed;
  /** |value − result|, of an edited cell |edited.computed − result|. */
  difference: Computed;
  /** Present if the cell was edited: the number that the operation computed, which the other fields explain. */
  edited?: { computed: Computed };
}

/** Σ left·right (+ bias); products and running sums in double precision. */
export interface DotExplanation extends Explained {
  rule: 'dot';
  left: Cell[];
  right: Cell[];
  products: Computed[];
  sums: Computed[];
  bias?: Cell;
}

/** exp(x_i − max) / Σ exp(x_j − max) over a row, or its logarithm x_i − max − ln Σ. */
export interface SoftmaxExplanation extends Explained {
  rule: 'softmax';
  operands: Cell[];
  /** Which operand this cell belongs to. */
  position: number;
  maximum: Computed;
  exponentials: Computed[];
  sum: Computed;
  /** Whether no key may be attended to: the weights are then zero by definition. */
  fullyMasked: boolean;
  /** True for log-softmax. */
  logarithm: boolean;
}

/** A copy of another cell: view, transpose, contiguous, split, concat. */
export interface CopyExplanation extends Explained {
  rule: 'copy';
  source: Cell;
}

/** Row `id` of a table. */
export interface SelectExplanation extends Explained {
  rule: 'select';
  id: Cell;
  source: Cell;
}

/** All operands, then all constants, joined by one operator. Division by 0 gives 0, in rows without a visible key. */
export interface ElementwiseExplanation extends Explained {
  rule: 'elementwise';
  operator: 'add' | 'multiply' | 'divide';
  operands: Cell[];
  constants: { name: string; value: Computed }[];
}

/** source × (draw ≥ p ? 1 / (1 − p) : 0) */
export interface DropoutExplanation extends Explained {
  rule: 'dropout';
  source: Cell;
  /** Uniform in [0, 1), keyed by seed, path and cell: an edit elsewhere never changes it. */
  draw: Computed;
  p: Computed;
  kept: boolean;
  factor: Computed;
}

/** sin or cos of position / 10000^(2·pair / dModel) */
export interface SinusoidExplanation extends Explained {
  rule: 'sinusoid';
  function: 'sin' | 'cos';
  position: number;
  pair: number;
  dModel: number;
  angle: Computed;
}

/** own · cosine + other · sine: the first operand is the cell's own, the other belongs to the same pair. */
export interface RotationExplanation extends Explained {
  rule: 'rotation';
  operands: Cell[];
  position: number;
  pair: number;
  width: number;
  /** position / 10000^(2·pair / width), negative if the step rotates back. */
  angle: Computed;
  cosine: Computed;
  /** sin(angle), negative in the first half of a row. */
  sine: Computed;
}

/** 0 where query may see key, −∞ elsewhere. */
export interface VisibilityExplanation extends Explained {
  rule: 'causal' | 'padding';
  visible: boolean;
  /** causal: the last key this query sees; padding: how many keys the sentence has. */
  limit: number;
}

/** A cell that depends on no other cell of its trace. */
export interface LeafExplanation extends Explained {
  rule: 'leaf';
  origin: 'given' | 'random' | 'identity' | 'constant';
}

/** A cached key or value of an earlier token, explained in the pass that computed it. */
export interface CachedExplanation extends Explained {
  rule: 'cached';
  /** Index of its token in the sequence, from 0. */
  token: number;
  /** The same cell in a trace of the whole sequence without a cache; the numbers are equal bit for bit. */
  origin: Explanation;
}

/** (x − mean) / √(variance + epsilon) · weight + bias over a row. */
export interface NormaliseExplanation extends Explained {
  rule: 'normalise';
  operands: Cell[];
  /** Which operand this cell belongs to. */
  position: number;
  /** Σ x */
  sum: Computed;
  mean: Computed;
  /** x − mean of each operand. */
  differences: Computed[];
  /** (x − mean)² of each operand. */
  squares: Computed[];
  /** Σ (x − mean)² */
  sumOfSquares: Computed;
  variance: Computed;
  epsilon: Computed;
  weight?: Cell;
  bias?: Cell;
}

/**
 * relu: max(0, x). gelu: x · ½(1 + inner), inner = erf(x/√2); gelu_tanh: the same with
 * inner = tanh(√(2/π)(x + 0.044715 x³)). softcap: cap · inner, inner = tanh(x / cap).
 * exp_difference: exp(inner), inner = a − b; 0 where a is −∞. For faults:
 * invert_mask: −∞ where x is 0, else 0; finite_mask: max(x, −10⁹); hide: weight · inner, inner is 1 where all masks are 0,
 * else 0.
 */
export interface FunctionExplanation extends Explained {
  rule: 'function';
  function:
    | 'relu'
    | 'gelu'
    | 'gelu_tanh'
    | 'exp_difference'
    | 'invert_mask'
    | 'finite_mask'
    | 'hide'
    | 'square_root'
    | 'clip_factor'
    | 'softcap';
  operands: Cell[];
  inner: Computed;
  /** Of softcap. */
  cap?: Computed;
}

/**
 * Σ terms, one for each operand x. plain: x; mean: x/n; variance: (x − mean)²/n; entropy: −x ln x;
 * softmax_gradient: x(1 − x); cross_entropy: −x/n; smoothed: x · factor.
 */
export interface SumExplanation extends Explained {
  rule: 'sum';
  of: 'plain' | 'mean' | 'variance' | 'entropy' | 'softmax_gradient' | 'cross_entropy' | 'smoothed';
  operands: Cell[];
  terms: Computed[];
  /** Running sums of the terms. */
  sums: Computed[];
  /** The mean that a variance is taken from; otherwise 0. */
  mean: Computed;
  /** smoothed: what each operand is multiplied by, −(smoothed label) / n. */
  factors?: Computed[];
}

/** The largest of the operands. */
export interface MaximumExplanation extends Explained {
  rule: 'maximum';
  operands: Cell[];
  /** Index of the largest operand. */
  position: number;
}

/** The choice from a row of candidates. */
export interface ChoiceExplanation extends Explained {
  rule: 'choice';
  /**
   * argmax: the largest. top_k: this cell is kept if it is among the `count` largest. sample: the first whose running
   * sum exceeds target = draw · (sum of all).
   */
  way: 'argmax' | 'top_k' | 'sample';
  operands: Cell[];
  /** Indices of the operands from the largest to the smallest; of equal ones, the first comes first. */
  order: number[];
  /** Index of the chosen cell; for top_k, of this cell. */
  position: number;
  /** The rank of that cell; 1 is the largest. */
  rank: number;
  /** top_k: k. */
  count: number;
  /** top_k: whether this cell is among them. */
  kept: boolean;
  /** sample: uniform in [0, 1), keyed by seed, path and place in the sequence. */
  draw: Computed;
  /** sample: draw · (sum of all). */
  target: Computed;
  /** sample: running sums. */
  sums: Computed[];
}

/**
 * A cell of a gradient: Σ upstream · derivative over the cells that it affects, each derivative being that of such a
 * cell with respect to this one. Without terms, nothing depends on the cell.
 */
export interface ChainExplanation extends Explained {
  rule: 'chain';
  upstream: Cell[];
  derivatives: Computed[];
  products: Computed[];
  /** Running sums of the products. */
  sums: Computed[];
  /** The cells that the derivatives are computed from. */
  operands: Cell[];
  /** Which of the operands stands where this cell does. */
  position: number;
  /** What the derivatives share: 1/σ, the mean, the number of labels, the divisor; or 0. */
  inner: Computed;
}

export type Explanation =
  | DotExplanation
  | SoftmaxExplanation
  | CopyExplanation
  | SelectExplanation
  | ElementwiseExplanation
  | DropoutExplanation
  | SinusoidExplanation
  | RotationExplanation
  | VisibilityExplanation
  | LeafExplanation
  | CachedExplanation
  | NormaliseExplanation
  | FunctionExplanation
  | SumExplanation
  | MaximumExplanation
  | ChoiceExplanation
  | ChainExplanation;
