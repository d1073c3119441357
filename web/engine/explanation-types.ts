// How one cell came about: what `trace.explain` gives, a form for each kind of operation.

/** One cell of one recorded step. `value` equals `trace.tensor(step)` at `index` bit for bit. */
export interface Cell {
  step: string;
  index: number[];
  value: number;
}

interface Explained extends Cell {
  /** The same cell in double precision from the operands below. */
  result: number;
  /** |value − result| is at most this: n·ε of what was added or multiplied. Of an edited cell: of `edited.computed`. */
  bound: number;
  /** Present where the cell was edited: what the operation had given. The rest explains that number. */
  edited?: { computed: number };
}

/** Σ left·right (+ bias); products and running sums in double precision. */
export interface DotExplanation extends Explained {
  rule: 'dot';
  left: Cell[];
  right: Cell[];
  products: number[];
  sums: number[];
  bias?: Cell;
}

/** exp(x_i − max) / Σ exp(x_j − max) over a row. */
export interface SoftmaxExplanation extends Explained {
  rule: 'softmax';
  operands: Cell[];
  /** Which operand this cell belongs to. */
  position: number;
  maximum: number;
  exponentials: number[];
  sum: number;
  /** No key may be attended to: the weights are zero by definition. */
  fullyMasked: boolean;
}

/** The same number, elsewhere: view, transpose, contiguous, split, concat. */
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

/** All operands, then all constants, joined by one operator. */
export interface ElementwiseExplanation extends Explained {
  rule: 'elementwise';
  operator: 'add' | 'multiply';
  operands: Cell[];
  constants: { name: string; value: number }[];
}

/** source × (draw ≥ p ? 1 / (1 − p) : 0) */
export interface DropoutExplanation extends Explained {
  rule: 'dropout';
  source: Cell;
  /** Uniform in [0, 1), keyed by seed, path and cell: an edit elsewhere never changes it. */
  draw: number;
  p: number;
  kept: boolean;
  factor: number;
}

/** sin or cos of position / 10000^(2·pair / dModel) */
export interface SinusoidExplanation extends Explained {
  rule: 'sinusoid';
  function: 'sin' | 'cos';
  position: number;
  pair: number;
  dModel: number;
  angle: number;
}

/** 0 where query may see key, −∞ elsewhere. */
export interface VisibilityExplanation extends Explained {
  rule: 'causal' | 'padding';
  visible: boolean;
  /** causal: the last key this query sees; padding: how many keys the sentence has. */
  limit: number;
}

/** A cell that comes from nowhere else. */
export interface LeafExplanation extends Explained {
  rule: 'leaf';
  origin: 'given' | 'random' | 'identity';
}

export type Explanation =
  | DotExplanation
  | SoftmaxExplanation
  | CopyExplanation
  | SelectExplanation
  | ElementwiseExplanation
  | DropoutExplanation
  | SinusoidExplanation
  | VisibilityExplanation
  | LeafExplanation;
