import type { Explanation } from './explanation-types.js';
import type { MaskLike, ProjectionMatrices, Tensor, TensorLike } from './types.js';

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
  | 'append'
  | 'layer_norm'
  | 'relu'
  | 'gelu'
  | 'gelu_tanh'
  | 'invert_mask'
  | 'finite_mask'
  | 'hide'
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

/**
 * What is the same for every step of a kind: written down once, in C++. Texts are templates, of the operation or of the
 * kind itself; web/engine/notation.ts says how they are filled in.
 */
export interface Declaration {
  kind: string;
  /** TeX */
  symbol: string;
  /** The name of the variable that it is in code. */
  variable: string;
  /** TeX, for what stands right of the symbol. */
  formula: string;
  /** PyTorch, for what stands right of the variable. */
  code: string;
  /** NumPy, likewise. */
  numpy: string;
  op: OperationName;
  role: Role;
  axes: Axis[];
  /** How many inputs the operation takes at least, and at most; Infinity where there is no limit. */
  arity: [least: number, most: number];
}

export type Sentence = 'source' | 'target';

/** Where a step stands; what does not apply is absent. */
export interface StepScope {
  /**
   * Whose tokens its rows are (axes token, memory_token, query): the sentence that asks is the target, one that only
   * keys and values come from is the source. Attention of a sentence over itself has a target alone, encoders a source.
   */
  sentence?: Sentence;
  /** Whose tokens its keys are (axis key). */
  keySentence?: Sentence;
  stack?: 'encoder' | 'decoder';
  /** From 0, as in its path. */
  layer?: number;
  /** Which sublayer of its layer, from 1: that of its attention or feed-forward network, with its norm. */
  sublayer?: number;
  part?:
    | 'words' // from tokens to word vectors
    | 'self_attention'
    | 'cross_attention'
    | 'feed_forward'
    | 'choice' // from the last position's logits to the next token
    | 'scaled'; // of the study of √d_k: what is divided by it
  /** From 0, where each head has steps of its own. */
  head?: number;
  /** Row and column of the tile, from 0; the column is absent in what all tiles of a row share. */
  tile?: [row: number, column?: number];
  /** From 0. */
  worker?: number;
}

/** What a leaf is: given by the caller, learned, a number that is no parameter, or kept from an earlier pass. */
export type LeafSource = 'data' | 'parameter' | 'constant' | 'cache';

/** A text with places filled in: `{0} {1}^{\\top}` of Q and K. */
export interface Notation {
  /** Without optional and repeated parts: what is left are places, `{0}`, `{out}`, `{shape}`. */
  template: string;
  /** What stands in each place: another text, or digits and punctuation. */
  places: Readonly<Record<string, Notation | string>>;
}

export interface Step extends Omit<Declaration, 'arity'> {
  /** Unique in its trace: `scores`, `heads.2.scores`, `memory.embedding`. */
  path: string;
  /** The last part of its path: what it is called where it stands. */
  name: string;
  scope: StepScope;
  /** The symbol and the formula as they are composed, for who sets them otherwise than in TeX. */
  notation: { symbol: Notation; formula: Notation };
  /** What its operation was told: `p`, `axis`, `epsilon`, `factor` … */
  attributes: Readonly<Record<string, number | number[]>>;
  /** The mistake that was asked for and makes this step another than it should be. */
  fault?: FaultName;
  /** What a leaf is that nothing computes; absent of all other steps. */
  source?: LeafSource;
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

/** Mistakes that are often made in attention. */
export type FaultName =
  | 'softmax_axis' // over the queries instead of the keys
  | 'no_scale' // scores are not divided by √d_k
  | 'scale_by_sqrt_d' // … but by √d_model
  | 'scale_by_sqrt_h' // … but by √(number of heads)
  | 'mask_after_softmax' // weights times 0, not scores plus −∞: rows no longer sum to 1
  | 'padding_on_queries' // the padding mask along the wrong axis
  | 'mask_inverted' // hides what is to be seen
  | 'view_without_transpose' // straight into heads, and straight out of them
  | 'dropout_in_evaluation' // of the weights
  | 'finite_mask'; // −1e9 instead of −∞

/** A mistake to be made on purpose. */
export interface Fault {
  fault: FaultName;
  /**
   * The beginning of the paths where it is made, up to a dot or the end of one: `encoder.0`,
   * `decoder.1.cross_attention`, `heads.2`, `q_transposed`. Left out: every attention.
   */
  at?: string;
}

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
  /** Mistakes to be made on purpose; `conflict` where one cannot be made. */
  faults?: readonly Fault[];
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

export interface FirstDifference extends Difference {
  /** Of this trace's step and of the other's, where they differ; then `maxDifference` is ∞. */
  shapes?: [number[], number[]];
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
  /**
   * The first step, in this trace's order, that differs by more than rounding can explain: of seeds, edits, sentences of
   * one length. A step of another shape differs in all of it. undefined where the traces agree.
   */
  firstDifference(other: Trace): FirstDifference | undefined;
  dispose(): void;
  [Symbol.dispose](): void;
}
