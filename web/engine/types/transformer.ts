import type { SaveOptions } from './files.js';
import type { Heads, PerHead, ProjectionMatrices } from './attention.js';
import type { MaskLike, Tensor, TensorLike } from './tensors.js';
import type { Fault, Trace } from './traces.js';
import type { Computed, Numbers } from './computed.js';

// Encoder and decoder layers, whole models and what they generate. Names are PyTorch's, in camel case.

/** weight [in, out] (PyTorch's `Linear` stores the transpose), bias [out]. */
export interface LinearParameters {
  weight: TensorLike;
  bias?: TensorLike;
}

/** γ and β, [D]. */
export interface NormParameters {
  weight: TensorLike;
  bias?: TensorLike;
}

/** The matrices of a layer's attention, whose output is as wide as the layer. */
export type LayerMatrices = ProjectionMatrices & { wo: PerHead };

interface LayerSwitches {
  /** layer_norm by default; none: nothing is normalised, and there are no parameters of norms. */
  norm?: 'layer_norm' | 'none';
  /** Post-norm, norm(x + f(x)), by default; with true pre-norm, x + f(norm(x)). */
  normFirst?: boolean;
  /** relu by default; gelu_tanh is PyTorch's GELU with `approximate='tanh'`. */
  activation?: 'relu' | 'gelu' | 'gelu_tanh';
  /** 1e-5 by default. */
  layerNormEps?: number;
  /** Multiplies the scores of attention; 1/√d_k by default. */
  scale?: number;
  /** Probability in [0, 1); acts only with `training: true`. */
  dropout?: number;
  /** The same, as PyTorch's functions call it. */
  dropoutP?: number;
  training?: boolean;
  seed?: number;
}

/** The parameters and call arguments of `nn.TransformerEncoderLayer`; the number of heads must divide D. */
export type EncoderLayerOptions = EncoderLayer & Heads;

interface EncoderLayer extends LayerSwitches {
  /** [B, S, D] or [S, D] */
  src: TensorLike;
  selfAttn: LayerMatrices;
  linear1: LinearParameters; // [D, d_ff]
  linear2: LinearParameters; // [d_ff, D]
  /** Required, unless `norm` is none. */
  norm1?: NormParameters;
  norm2?: NormParameters;
  /** Broadcastable to [B, h, S, S]. */
  srcMask?: MaskLike;
  /** [B, S]: true = may be attended to (PyTorch means the opposite). */
  srcKeyPaddingMask?: MaskLike;
  isCausal?: boolean;
}

/** The parameters and call arguments of `nn.TransformerDecoderLayer`; the number of heads must divide D. */
export type DecoderLayerOptions = DecoderLayer & Heads;

interface DecoderLayer extends LayerSwitches {
  /** [B, T, D] or [T, D] */
  tgt: TensorLike;
  /** [B, S, D] or [S, D], as wide as tgt. */
  memory: TensorLike;
  selfAttn: LayerMatrices;
  multiheadAttn: LayerMatrices;
  linear1: LinearParameters;
  linear2: LinearParameters;
  /** Required, unless `norm` is none. */
  norm1?: NormParameters;
  norm2?: NormParameters;
  norm3?: NormParameters;
  tgtMask?: MaskLike;
  memoryMask?: MaskLike;
  tgtKeyPaddingMask?: MaskLike;
  memoryKeyPaddingMask?: MaskLike;
  tgtIsCausal?: boolean;
  memoryIsCausal?: boolean;
}

export type Architecture = 'encoder-decoder' | 'encoder-only' | 'decoder-only';

/** What one layer has otherwise than the others. */
export interface LayerShape {
  /** h·d_k and h·d_v: the columns of W_q, W_k and W_v. A multiple of nhead. */
  attentionWidth?: number;
  /** 0: attention only. */
  dimFeedforward?: number;
  /** False: what a sublayer computes replaces its input, instead of being added to it. */
  residual?: boolean;
}

/** The options of a model. Parameters that are not given are drawn by seed: they are untrained. */
export interface TransformerOptions {
  /** encoder-decoder by default. */
  architecture?: Architecture;
  /** Token texts by id, shared by both sentences. By default the tokens of the first call and `<sos>`, `<eos>`. */
  vocabulary?: readonly string[];
  /** 64 by default. */
  dModel?: number;
  /** The same, as PyTorch's attention calls it. */
  embedDim?: number;
  /** Heads, a divisor of attentionWidth; 4 by default. */
  nhead?: number;
  /** The same, as PyTorch's attention calls it. */
  numHeads?: number;
  /** 2 by default; ignored if there is no encoder. */
  numEncoderLayers?: number;
  /** 2 by default; ignored if there is no decoder. */
  numDecoderLayers?: number;
  /** 4 · dModel by default; 0 makes layers of attention alone. */
  dimFeedforward?: number;
  /** h·d_k and h·d_v, a multiple of nhead; dModel by default. */
  attentionWidth?: number;
  /** True by default. False: what a sublayer computes replaces its input, instead of being added to it. */
  residual?: boolean;
  /** What the first layers of each stack have otherwise; what one leaves out is as in the others. */
  layers?: readonly LayerShape[];
  activation?: 'relu' | 'gelu' | 'gelu_tanh';
  /** layer_norm by default; none: nothing is normalised, after the stacks either. */
  norm?: 'layer_norm' | 'none';
  normFirst?: boolean;
  /** A norm after each stack, as in `nn.Transformer`; by default only with pre-norm, as in the paper. */
  finalNorm?: boolean;
  layerNormEps?: number;
  /** True by default, as in PyTorch. */
  bias?: boolean;
  /** Whether attention divides its scores by √d_k: true by default. */
  scaleScores?: boolean;
  /** Multiplies the scores of attention, in place of 1/√d_k. */
  scale?: number;
  /**
   * sinusoidal by default. rotary adds nothing to embeddings, but rotates queries and keys of self-attention (Su et al.
   * 2021); heads then have an even width.
   */
  positions?: 'none' | 'sinusoidal' | 'learned' | 'rotary';
  /** Rows of the table of learned positions, which must all fit into memory; 512 by default. */
  maxLength?: number;
  /** Embeddings times √D (Vaswani et al. 2017, §3.4); false by default. */
  scaleEmbedding?: boolean;
  /** Whether the output matrix is the embedding table, if the model has one; false by default. */
  tieWeights?: boolean;
  /**
   * Cross-attention's values are projected from the source's word embeddings, without positions, and only its keys from
   * the encoder's output: the decoder then learns a word's identity only by looking at it. Not the textbook's; false by
   * default.
   */
  rawValues?: boolean;
  /**
   * Of an encoder: it ends with the scores of its last layer's self-attention, and those of the first head, as
   * probabilities [B, S, S] of source positions, are its output. Labels are then positions. False by default.
   */
  pointer?: boolean;
  /** Of an encoder: it ends with logits and a prediction for each token, also without labels. False by default. */
  predicts?: boolean;
  /** Tokens of the source alone, with a table of their own, `source.embedding_table`; shared by default. */
  sourceVocabulary?: readonly string[];
  /** As in `nn.CrossEntropyLoss`: from 0, the default, to below 1. */
  labelSmoothing?: number;
  /**
   * uniform (default): Xavier-uniform matrices, biases in ±1/√width, standard normal tables. normal: Xavier-normal
   * matrices, biases 0, tables of standard deviation 1/√D.
   */
  initialization?: 'uniform' | 'normal';
  /** By path: `decoder.1.cross_attention.w_q` [D, D], `encoder.0.norm_1_weight` [D], `embedding_table` [V, D]. */
  parameters?: Readonly<Record<string, TensorLike>>;
  /** In all places where the paper and PyTorch have it; 0 by default; acts only with `training: true`. */
  dropout?: number;
  /** The same, as PyTorch's functions call it. */
  dropoutP?: number;
  training?: boolean;
  seed?: number;
}

/** One pass: teacher forcing. */
export interface PassOptions {
  /** One list of tokens per sentence of the batch. */
  source?: readonly (readonly string[])[];
  /** The decoder's input, `<sos>` included. */
  target?: readonly (readonly string[])[];
  /** Word vectors [B, S, D] or [S, D] instead of `source`, or with it, which then only gives the lengths. */
  src?: TensorLike;
  /** Word vectors [B, T, D] or [T, D] instead of `target`. */
  tgt?: TensorLike;
  /**
   * The expected token after each token of the target, or, of a model without a decoder, for each token of the source;
   * adds the steps `log_probabilities` and `loss`. null where nothing is expected. A pointer's are positions of the
   * source, from 0.
   */
  labels?: readonly (readonly (string | number | null)[])[];
  srcMask?: MaskLike;
  srcKeyPaddingMask?: MaskLike;
  tgtMask?: MaskLike;
  tgtKeyPaddingMask?: MaskLike;
  memoryMask?: MaskLike;
  memoryKeyPaddingMask?: MaskLike;
  /** True by default; ignored if there is no decoder. */
  tgtIsCausal?: boolean;
  /** Hides padded keys: true by default if sentences differ in length. */
  maskPadding?: boolean;
  /** Mistakes to make on purpose; throws `conflict` if one cannot be made. */
  faults?: readonly Fault[];
}

/** One pass with a loss: `labels` are needed, and no mistakes are made. */
export type GradientOptions = Omit<PassOptions, 'faults'>;

/** What `loss.backward()` leaves in PyTorch: the gradients of all parameters. */
export interface Gradients {
  /** The mean cross-entropy of the labels. */
  loss: Computed;
  /**
   * ∂loss/∂parameter by the parameter's path; without parameters that the loss does not depend on. Copies, all in one
   * buffer.
   */
  gradients: Record<string, Tensor>;
}

export type TraceTransformerOptions = TransformerOptions & PassOptions;

/** The options of generation, one token at a time. */
export interface GenerationOptions {
  /** The encoder's sentence. */
  source?: readonly string[];
  /** The tokens to start from; `['<sos>']` by default if there is an encoder. */
  prompt?: readonly string[];
  /** 20 by default. */
  maxNewTokens?: number;
  /** Ends the sequence; `<eos>` by default. */
  endToken?: string;
  /**
   * Divides the logits; 1 by default. From 1e-30, where the largest logit has probability 1, to 1e30, where all are
   * equally probable.
   */
  temperature?: number;
  /** Keeps only the k most probable tokens; all by default. */
  topK?: number;
  /** True draws the token by seed and position; false (default) takes the most probable. */
  doSample?: boolean;
  seed?: number;
  /** Whether keys and values of earlier tokens are cached: true by default. Tokens and logits do not depend on it. */
  useCache?: boolean;
  /** Whether tokens have traces: true by default. False frees each token's pass at once; the tokens are the same. */
  trace?: boolean;
}

/** How one token is chosen from its logits. */
export type ChoiceOptions = Pick<GenerationOptions, 'temperature' | 'topK' | 'doSample' | 'seed'>;

/** The trace of a token's pass. */
export interface TokenTrace extends Trace {
  /**
   * All tokens so far in one trace: each row equals that of the pass that computed it, to the last bit, with the cached
   * keys and values. The token is chosen as before, or by these options. The caller disposes of the trace.
   */
  sequence(choice?: ChoiceOptions): Trace;
}

export type GenerateOptions = GenerationOptions & (TransformerOptions | { model: Transformer });

/** One token that was generated. */
export interface GeneratedToken {
  token: string;
  /** Its row in the vocabulary. */
  id: number;
  /** Its place in the sequence, the prompt included. */
  position: number;
  /** The whole sequence, this token included. */
  tokens: readonly string[];
  /** Whether it ends the sequence. */
  last: boolean;
  /** Those of the last position, one for each token of the vocabulary, before temperature and top-k. */
  logits: Numbers;
  /** After temperature, top-k and softmax: the token was chosen from these. */
  probabilities: Numbers;
  /** The number of tokens whose keys and values were cached, and of tokens that this pass computed. */
  cache: { kept: number; computed: number };
  /** The number that this pass took, counted as it ran, and that of the same pass without a cache. */
  multiplyAdds: { done: number; withoutCache: number };
  /** All steps of the pass. Freed when the next token is requested, unless retained. */
  readonly trace: TokenTrace;
  /** Keeps the trace; the caller disposes of it. */
  retain(): TokenTrace;
}

/** A model in wasm memory: its parameters are shared by all passes, and generation keeps its cache here. */
export interface Transformer {
  readonly vocabulary: readonly string[];
  readonly disposed: boolean;
  /** The number of tokens whose keys and values are cached. */
  readonly cachedTokens: number;
  trace(options: PassOptions): Trace;
  /**
   * One pass with its loss and the gradients of all parameters, without a trace: equal to `trace(options).backward()`
   * to the last bit, with the same dropout. Where a head has more than 64 × 64 weights they are computed again instead
   * of kept, so that memory grows with the tokens, not with their square; then it differs by rounding. Equal shapes share a plan and its memory. Throws `missing` for
   * `training` unless the engine was loaded by `load({ training: true })`, and for `labels` without any.
   */
  gradients(options: GradientOptions): Gradients;
  /** A prompt that shares a prefix with the last sequence computes only what is new. */
  generate(options: GenerationOptions): AsyncIterableIterator<GeneratedToken>;
  /** A copy of a parameter that a pass has used. */
  parameter(path: string): { shape: number[]; data: Numbers };
  /** Changes one number of a parameter for later passes. Returns whether cached keys or values depended on it. */
  set(path: string, index: readonly number[], value: number): { cacheEmptied: boolean };
  clearCache(): void;
  /**
   * A safetensors file of all parameters by path, with options and vocabulary in its metadata:
   * `ap.transformer({ parameters: bytes })` makes the model again, from f32 the same to the last bit.
   */
  save(options?: SaveOptions): Uint8Array;
  dispose(): void;
  [Symbol.dispose](): void;
}

/** Random queries and keys of growing d_k: why scores are divided by √d_k. */
export interface ScalingOptions {
  dK: number;
  /** 64 by default. */
  queries?: number;
  /** 16 by default. */
  keys?: number;
  seed?: number;
}
