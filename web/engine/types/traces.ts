import type { ProjectionMatrices } from './attention.js';
import type { Explanation } from './explanation.js';
import type { Program, ProgramOptions } from './program.js';
import type { TraceRecord } from './record.js';
import type { Computed, Numbers } from './computed.js';
import type {
  Extent,
  Histogram,
  HistogramOptions,
  MaskLike,
  RowSummary,
  Tensor,
  TensorLike,
} from './tensors.js';

/** The role of a tensor; the page has a colour for each. */
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
  | 'query' // T: the positions that attend
  | 'key' // S: the positions that are attended to
  | 'vocabulary'
  | 'd_model'
  | 'd_out' // the width of an output that is not as wide as the queries' input
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
  | 'masked_dropout' // by a given mask
  | 'softcap'
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
  | 'cached'
  // Of backward passes.
  | 'alias' // a gradient that passes unchanged
  | 'pad'
  | 'sum_to'
  | 'transposed_matmul'
  | 'rows_matmul' // the same over the rows of all leading axes
  | 'softmax_backward'
  | 'log_softmax_backward'
  | 'layer_norm_backward'
  | 'threshold_backward'
  | 'softcap_backward'
  | 'gelu_backward'
  | 'gelu_tanh_backward'
  | 'rotate'
  | 'embedding_backward'
  | 'cross_entropy_backward'
  | 'row_sum_backward'
  | 'mean_backward'
  | 'variance_backward'
  | 'entropy_backward'
  | 'softmax_gradient_backward'
  | 'maximum_backward'
  // Of updates.
  | 'square_root'
  | 'clip_factor';

/**
 * The properties that all steps of a kind share, declared once in C++. Texts are templates, of the operation or of the
 * kind itself; web/engine/notation/index.ts fills them in.
 */
export interface Declaration {
  kind: string;
  /** TeX */
  symbol: string;
  /** The name of its variable in code. */
  variable: string;
  /** TeX, for the right-hand side after the symbol. */
  formula: string;
  /** PyTorch, for the right-hand side after the variable. */
  code: string;
  /** NumPy, likewise. */
  numpy: string;
  op: OperationName;
  role: Role;
  axes: Axis[];
  /** How many inputs the operation takes at least, and at most; Infinity if there is no limit. */
  arity: [least: number, most: number];
}

export type Sentence = 'source' | 'target';

/** Where a step stands; fields that do not apply are absent. */
export interface StepScope {
  /**
   * Whose tokens its rows are (axes token, memory_token, query): queries come from the target; a sentence that gives
   * only keys and values is the source. Self-attention has only a target, an encoder only a source.
   */
  sentence?: Sentence;
  /** Whose tokens its keys are (axis key). */
  keySentence?: Sentence;
  stack?: 'encoder' | 'decoder';
  /** From 0, as in its path. */
  layer?: number;
  /** The number of its sublayer in the layer, from 1: an attention or a feed-forward network, with its norm. */
  sublayer?: number;
  part?:
    | 'words' // from tokens to word vectors
    | 'self_attention'
    | 'cross_attention'
    | 'feed_forward'
    | 'choice' // from the last position's logits to the next token
    | 'scaled'; // in the study of √d_k: the scores divided by it, and what follows
  /** From 0; present if each head has steps of its own. */
  head?: number;
  /** Row and column of the tile, from 0; the column is absent in steps that all tiles of a row share. */
  tile?: [row: number, column?: number];
  /** From 0. */
  worker?: number;
}

/** Where a leaf comes from: the caller, a learned parameter, a number that is no parameter, or an earlier pass. */
export type LeafSource = 'data' | 'parameter' | 'constant' | 'cache';

/** A template with its places filled in: `{0} {1}^{\\top}` with Q and K. */
export interface Notation {
  /** Without optional and repeated parts: it has only places, `{0}`, `{out}`, `{shape}`. */
  template: string;
  /** The content of each place: another text, or digits and punctuation. */
  places: Readonly<Record<string, Notation | string>>;
}

export interface Step extends Omit<Declaration, 'arity'> {
  /** Unique in its trace: `scores`, `heads.2.scores`, `memory.embedding`. */
  path: string;
  /** The last part of its path: its name within its scope. */
  name: string;
  scope: StepScope;
  /** The templates that `code` and `numpy` were composed of. */
  templates: Pick<Declaration, 'code' | 'numpy'>;
  /** The composed symbol and formula, for setting them in another format than TeX. */
  notation: { symbol: Notation; formula: Notation };
  /** The attributes of its operation: `p`, `axis`, `epsilon`, `factor` … */
  attributes: Readonly<Record<string, number | number[]>>;
  /** What it is in a backward pass; absent in steps of the forward pass. */
  gradient?: GradientPart;
  /** The requested fault that makes this step wrong. */
  fault?: FaultName;
  /** Where a leaf that nothing computes comes from; absent in all other steps. */
  source?: LeafSource;
  shape: number[];
  /** In elements; equal to PyTorch's. */
  strides: number[];
  /** Paths of the steps it reads, in the operation's order. */
  inputs: string[];
  /** Whether it has no inputs: given data, a parameter, or a table computed from a formula. */
  leaf: boolean;
  /** Whether it uses another step's memory: view, transpose and split copy nothing. */
  aliases: boolean;
  /** How many of its cells have been edited. */
  edits: number;
  /** Rows in which no key may be attended to: zero weights and a zero output. Softmax steps only, else 0. */
  fullyMaskedRows: number;
  /** The number of its multiply-adds; 0 if it is no matrix product. */
  multiplyAdds: number;
}

/** Common mistakes in attention. */
export type FaultName =
  | 'softmax_axis' // over the queries instead of the keys
  | 'no_scale' // scores are not divided by √d_k
  | 'scale_by_sqrt_d' // … but by √d_model
  | 'scale_by_sqrt_h' // … but by √(number of heads)
  | 'mask_after_softmax' // weights times 0, not scores plus −∞: rows no longer sum to 1
  | 'padding_on_queries' // the padding mask along the wrong axis
  | 'mask_inverted' // hides what is to be seen
  | 'view_without_transpose' // heads are split and joined by views alone
  | 'dropout_in_evaluation' // applied to the weights
  | 'finite_mask' // −1e9 instead of −∞
  | 'key_value_swapped' // keys are used as values, and values as keys
  | 'positions_twice' // added to the embeddings, and to the sum again
  | 'values_of_queries' // cross-attention: keys of one sentence, values of the other
  | 'norm_axis' // layer norm over the tokens instead of the features
  | 'no_causal_mask' // 0 everywhere: a token sees those that follow it
  | 'tile_without_rescale'; // tiles: running sum and output keep the factor of an earlier maximum

/** A mistake to make on purpose. */
export interface Fault {
  fault: FaultName;
  /**
   * The beginning of the paths where it is made, up to a dot or to the end of a path: `encoder.0`,
   * `decoder.1.cross_attention`, `heads.2`, `q_transposed`. By default every attention.
   */
  at?: string;
}

export interface TraceAttentionOptions {
  /** One list of tokens per sentence of the batch; sentences may differ in length and are padded. */
  tokens?: readonly (readonly string[])[];
  /** For cross-attention: the sentences that keys and values come from, as many as `tokens`. */
  memoryTokens?: readonly (readonly string[])[];
  /** Word vectors [B, T, D] or [T, D] instead of tokens, or with tokens, which then only give the lengths. */
  x?: TensorLike;
  /** Word vectors [B, S, D] or [S, D] of the second sentence. */
  memory?: TensorLike;
  /**
   * In place of sentences, what is projected: [B, T, width] or [T, width]; each may have its own width. Without projections
   * Q itself: then as wide as the key, and with heads [B, h, T, width].
   */
  query?: TensorLike;
  /** [B, S, width] or [S, width], without projections also [B, h, S, width]; the query by default. */
  key?: TensorLike;
  /** [B, S, width] or [S, width], without projections also [B, h, S, width]; the key by default. */
  value?: TensorLike;
  /** Width of a word vector; 64 by default, taken from `x` or `query` if that is given. */
  dModel?: number;
  /** The same, as PyTorch's attention calls it. */
  embedDim?: number;
  /** Must divide dModel, unless dK is given; 1 by default. */
  numHeads?: number;
  /** The same, as PyTorch's Transformer calls it. */
  nhead?: number;
  /**
   * Xavier-uniform by seed (default), the identity, given matrices, or none at all: then the word vectors
   * themselves are queries, keys and values of one scaled dot-product attention without heads, biases and workers.
   */
  projections?: 'xavier' | 'identity' | 'none' | ProjectionMatrices;
  /** Of seeded projections: the width of a head's queries and keys; dModel / numHeads by default. */
  dK?: number;
  /** Of seeded projections: the width of a head's values; dK by default. */
  dV?: number;
  /** Of seeded projections: the columns of W_o; dModel by default. */
  outputWidth?: number;
  /** False: there is no W_o, and the heads side by side, step `concat`, are the output. True by default. */
  outputProjection?: boolean;
  /** Whether seeded projections have a bias; false by default. Given projections include their own. */
  bias?: boolean;
  /** One combined matrix per projection (default), or one matrix per head. */
  headMatrices?: 'combined' | 'separate';
  /** The number of workers that share the heads, a divisor of numHeads; 1 by default. Steps `workers.0.q` … */
  workers?: number;
  /** [queries, keys] of a tile: attention tile by tile, with running maximum and sum. Steps `tiles.0.1.tile_scores` … */
  tile?: readonly [number, number];
  positions?: 'none' | 'sinusoidal' | 'learned' | 'rotary';
  /**
   * Broadcastable to the scores: [B, h, T, S]; without projections [B, T, S]; with separate head matrices [T, S].
   */
  attnMask?: MaskLike;
  isCausal?: boolean;
  causalOffset?: number;
  /** Hides padded keys: true by default if sentences differ in length. */
  maskPadding?: boolean;
  /** [B, S], or [S] without a batch: true = may be attended to; replaces the mask made of the sentences' lengths. */
  keyPaddingMask?: MaskLike;
  scale?: number;
  /** Divides the scaled scores once more, 1e-30 to 1e30; 1 by default, which adds no step. */
  temperature?: number;
  /** c of c · tanh(score / c), from 1e-30 to 1e30, before masks (Gemma 2); absent by default, which adds no step. */
  softcap?: number;
  dropoutP?: number;
  /** The same, as PyTorch's modules call it. */
  dropout?: number;
  /**
   * In place of a draw, broadcastable to the weights: true or 1 keeps a weight, which is divided by 1 − dropoutP, false or 0
   * drops it. Acts only with `training: true`.
   */
  dropoutMask?: MaskLike;
  training?: boolean;
  seed?: number;
  /** By the path of their step, instead of those drawn by seed: `w_q` [D, D], `embedding_table` [V, D]. */
  parameters?: Readonly<Record<string, TensorLike>>;
  /** Mistakes to make on purpose; throws `conflict` if one cannot be made. */
  faults?: readonly Fault[];
}

/** Attention weights that another program computed. */
export interface GivenWeightsOptions {
  /** [T, S], [h, T, S] or [B, h, T, S]; any numbers, which are shown as they are. */
  weights: TensorLike;
  /** Whose weighted sums are the context: [S, d_v], [h, S, d_v] or [B, h, S, d_v]. */
  value?: TensorLike;
}

/** What a step of a backward pass is; paths of other steps. */
export interface GradientPart {
  /** The step whose gradient this is; absent from steps on the way to one. */
  of?: string;
  /** The step of the forward pass that passes it on; absent from the first gradient and from sums of several shares. */
  through?: string;
  /** Only what `through` contributes: `gradient.<of>.from.<through>`. */
  share?: true;
  /** Not of the backward pass, but of the optimiser's update of the parameter `through`, or of all of them. */
  update?: true;
}

export interface BackwardOptions {
  /** The step L that is differentiated, or the sum of its cells; the loss by default. */
  of?: string;
  /** Of the shape of that step: L is the sum of its cells, each times the seed's. Ones by default. */
  seed?: TensorLike;
}

export interface Memory {
  /** Steps with equal numbers share a storage. */
  storage: number;
  offset: number;
  shape: number[];
  strides: number[];
  /** The whole storage as it lies in memory, a copy. */
  data: Numbers;
}

export interface Edit {
  path: string;
  index: number[];
  value: number;
}

export interface Difference {
  path: string;
  /** Largest |a − b| over all cells; two NaNs do not differ, a NaN and a number differ by ∞. */
  maxDifference: Computed;
  /** The largest difference that rounding can explain. */
  tolerance: Computed;
}

export interface FirstDifference extends Difference {
  /** The shapes in this trace and the other, if they differ; then `maxDifference` is ∞. */
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
  /** The extent of all finite cells of one step, or of several together. */
  extent(paths: string | readonly string[]): Extent;
  histogram(path: string, options: HistogramOptions): Histogram;
  /**
   * Sum, mean and standard deviation of each row along the last axis, in the order of the rows; along another one, −2 for the
   * columns, in the order that they have once it has changed places with the last axis.
   */
  rows(path: string, axis?: number): RowSummary;
  /** The rank of a cell among those that differ from it only along `axes`: 1 if none of them is larger. */
  rank(path: string, index: readonly number[], axes: readonly number[]): Computed;
  /** Edits one cell, re-runs what depends on it, and returns the paths of the steps that changed. */
  set(path: string, index: readonly number[], value: number): string[];
  /** Edits a whole tensor as one entry of the undo list. */
  setTensor(path: string, values: TensorLike): string[];
  /**
   * Takes a head out: its context, what its weights have gathered of the values, becomes 0, as one entry of the undo
   * list. The attention is given by its path, `decoder.0.cross_attention`; '' where there is only one.
   */
  cutHead(attention: string, head: number): string[];
  /**
   * Adds the steps of ∂L/∂x for every step x that L depends on, `gradient.<x>`, and returns their paths, from L back.
   * What several steps read has a share from each, `gradient.<x>.from.<reader>`. They are recorded, explained and
   * edited as all steps are, and follow every edit; an edited cell of the forward pass is a constant, through which
   * nothing passes. A second call replaces the first. Throws `step` if `of` is no step of the forward pass, `conflict`
   * if no number leads to it, as to a choice, and `missing` without a loss.
   */
  backward(options?: BackwardOptions): string[];
  /** L: what `backward` differentiated, edits included. Throws `missing` before a first call of it. */
  loss(): Computed;
  /** A step's tensor after one step of gradient descent: x − rate · ∂L/∂x, a copy. Throws `step` if it has no gradient. */
  downhill(path: string, rate: number): Tensor;
  /** Undoes the last edit; returns an empty list if there is none. */
  undo(): string[];
  reset(): string[];
  /** Compares the steps that both traces have, cell by cell. */
  compare(other: Trace): Difference[];
  /**
   * A step of this trace minus the step of the same path in the other, cell by cell. Throws `shape` if their shapes
   * differ.
   */
  difference(other: Trace, path: string): Tensor;
  /**
   * The first step, in this trace's order, that differs by more than rounding can explain: after another seed, edits,
   * or sentences of equal length. A step of another shape always differs. undefined if the traces agree.
   */
  firstDifference(other: Trace): FirstDifference | undefined;
  /**
   * The trace as a Python program that runs by itself: a line for each step, with the data that they read.
   */
  program(options: ProgramOptions): Program;
  /**
   * Everything of the trace as plain JSON, edits and faults too: `ap.traceFrom` gives the same trace back, to the last bit.
   * Throws `conflict` for a trace that no single call makes: of a generated token, or of a trainer.
   */
  toJSON(): TraceRecord;
  /** The numbers of all steps, or of these, by their paths: a file for `numpy.load`, float32, edits included. */
  npz(paths?: string | readonly string[]): Uint8Array;
  dispose(): void;
  [Symbol.dispose](): void;
}
