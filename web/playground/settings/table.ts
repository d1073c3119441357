import { PARAMETER_SOURCES } from '../../learned/names.js';
import { LANGUAGES, WEIGHTS_VIEW_CHOICES } from '../../trace/view-state.js';
import { canMake, FAULTS } from './faults.js';
import { downhill, edits } from './edit-types.js';
import { given, type Given } from './given-type.js';
import { LIMITS } from './limits.js';
import { hasMask, MASKS } from './masks.js';
import { setting, type Setting } from './setting.js';
import * as type from './types.js';
import { projects } from './widths.js';

const ATTENTION = ['attention'];
const WITH_DECODER = ['encoder-decoder', 'decoder-only'];
const TRANSFORMERS = [...WITH_DECODER, 'encoder-only'];
const PAIR = ['encoder-decoder'];
const ENCODER = ['encoder-only'];
const words = type.word;
const madeFault = (fault: string, { faultAt }: { faultAt: string }): object =>
  fault === 'none' ? {} : { faults: [{ fault, ...(faultAt && { at: faultAt }) }] };

/**
 * All settings, in the order of their controls. State, address, attributes, the repair of unchecked values, controls,
 * examples, undo and the engine's options read this table: a setting is added here, and its texts in both languages.
 */
export const SETTINGS = {
  sentences: setting({
    type: type.texts(),
    first: ['The cat sat on the mat.'],
    address: 's',
    attribute: 'sentence',
    trace: true,
  }),
  /**
   * The sentences that keys and values come from in cross-attention, and that an encoder reads for a decoder: as many
   * as `sentences`.
   */
  memory: setting({
    type: type.texts(),
    first: ['Bonjour tout le monde'],
    address: 'm',
    attribute: 'memory',
    trace: true,
  }),
  /** Tokens edited by hand; null if the tokenizer decides. */
  tokens: setting<(string[] | null)[]>({
    type: type.tokenLists(),
    first: [null],
    address: 'tokens',
    trace: true,
  }),
  memoryTokens: setting<(string[] | null)[]>({
    type: type.tokenLists(),
    first: [null],
    address: 'memory-tokens',
    trace: true,
  }),
  /** Whether a sentence is taken apart into words or into characters. */
  tokenizer: setting({
    type: words(['word', 'character']),
    first: 'word',
    address: 'by',
    attribute: 'tokenizer',
    trace: true,
  }),
  /** One attention layer, or a whole Transformer. */
  model: setting({
    type: words(['attention', 'encoder-decoder', 'encoder-only', 'decoder-only']),
    first: 'attention',
    address: 'model',
    trace: true,
    learned: ({ architecture = 'encoder-decoder' }) => architecture,
  }),
  /** Drawn by seed, or those of a trained model, which brings its architecture. */
  parameters: setting({
    type: words(PARAMETER_SOURCES),
    first: 'random',
    address: 'parameters',
    trace: true,
  }),
  /** `self`: queries, keys and values of one sentence; `cross`: keys and values of the second one. */
  kind: setting({ type: words(['self', 'cross']), first: 'self', address: 'kind', trace: true }),
  /** Layers of a Transformer's encoder and decoder, 1 to 6. */
  layers: setting({
    type: type.whole(1, LIMITS.layers),
    first: 2,
    address: 'layers',
    trace: true,
    control: 'main',
    models: TRANSFORMERS,
    transformer: (layers) => ({ numEncoderLayers: layers, numDecoderLayers: layers }),
    learned: ({ architecture, numEncoderLayers = 2, numDecoderLayers = 2 }) =>
      architecture === 'encoder-only' ? numEncoderLayers : numDecoderLayers,
  }),
  /** `none`, or any of `causal`, `padding` and `custom` with spaces between; `both` is `causal padding`. */
  mask: setting({
    type: MASKS,
    first: 'none',
    address: 'mask',
    trace: true,
    control: 'main',
    models: ATTENTION,
    opens: { custom: 'custom_mask' },
    attention: (mask) => ({
      isCausal: hasMask({ mask }, 'causal'),
      maskPadding: hasMask({ mask }, 'padding'),
    }),
  }),
  /** Query t sees the keys up to t + offset. */
  causalOffset: setting({
    type: type.whole(-LIMITS.causalOffset, LIMITS.causalOffset),
    first: 0,
    address: 'offset',
    attribute: 'causal-offset',
    trace: true,
    control: 'main',
    models: ATTENTION,
    acts: (situation) => hasMask(situation, 'causal'),
    attention: 'causalOffset',
  }),
  /** Number of heads; it must divide `d-model`, unless `d-k` is given. */
  heads: setting({
    type: type.whole(1, LIMITS.heads),
    first: 4,
    address: 'heads',
    trace: true,
    control: 'main',
    acts: projects,
    attention: 'numHeads',
    transformer: 'nhead',
    learned: ({ nhead = 4 }) => nhead,
  }),
  /** Width of a word vector, at most 512. */
  dModel: setting({
    type: type.whole(1, LIMITS.dModel),
    first: 64,
    address: 'd',
    attribute: 'd-model',
    trace: true,
    control: 'main',
    attention: 'dModel',
    transformer: 'dModel',
    learned: ({ dModel = 64 }) => dModel,
  }),
  /** W_q, W_k and W_v: random, identity matrices, or none. */
  projections: setting({
    type: words(['xavier', 'identity', 'none']),
    first: 'xavier',
    address: 'projections',
    trace: true,
    control: 'more',
    models: ATTENTION,
    attention: 'projections',
  }),
  /** One matrix for all heads, or one for each. */
  headMatrices: setting({
    type: words(['combined', 'separate']),
    first: 'combined',
    address: 'matrices',
    attribute: 'head-matrices',
    trace: true,
    control: 'more',
    models: ATTENTION,
    acts: projects,
    attention: 'headMatrices',
  }),
  /** Layer norm after each sublayer (as in Vaswani et al. 2017), before it (as in GPT-2), or nowhere. */
  normOrder: setting({
    type: words(['post', 'pre', 'none']),
    first: 'post',
    address: 'norm',
    attribute: 'norm-order',
    trace: true,
    control: 'more',
    models: TRANSFORMERS,
    transformer: (order) => (order === 'none' ? { norm: order } : { normFirst: order === 'pre' }),
    learned: ({ norm, normFirst }) => (norm === 'none' ? norm : normFirst ? 'pre' : 'post'),
  }),
  /** Width of the feed-forward network; `auto` (null) is 4 · d_model, 0 leaves attention alone. */
  feedForward: setting({
    type: type.wholeOrDerived(0, LIMITS.feedForward),
    first: null,
    address: 'ff',
    attribute: 'feed-forward',
    trace: true,
    control: 'more',
    models: TRANSFORMERS,
    transformer: 'dimFeedforward',
    learned: ({ dimFeedforward = null }) => dimFeedforward,
  }),
  /** Between the two linear layers of the feed-forward network. */
  activation: setting({
    type: words(['relu', 'gelu', 'gelu_tanh']),
    first: 'relu',
    address: 'activation',
    trace: true,
    control: 'more',
    models: TRANSFORMERS,
    transformer: 'activation',
    learned: ({ activation = 'relu' }) => activation,
  }),
  /** Whether the output matrix is the embedding table. */
  tied: setting({
    type: type.flag(),
    first: false,
    address: 'tied',
    trace: true,
    control: 'more',
    models: WITH_DECODER,
    transformer: 'tieWeights',
    learned: ({ tieWeights = false }) => tieWeights,
  }),
  /** Where each word stands: added sinusoids, a learned table, rotary angles of queries and keys, or nothing. */
  positions: setting({
    type: words(['none', 'sinusoidal', 'learned', 'rotary']),
    first: 'sinusoidal',
    address: 'positions',
    trace: true,
    control: 'more',
    attention: 'positions',
    transformer: 'positions',
    learned: ({ positions = 'sinusoidal' }) => positions,
  }),
  /** What scores are multiplied by; `auto` (null) is 1/√d_k. */
  scale: setting({
    type: type.realOrDerived(-1000, 1000),
    first: null,
    address: 'scale',
    trace: true,
    control: 'more',
    acts: ({ model, scaleScores }) => model === 'attention' || scaleScores,
    attention: 'scale',
    transformer: 'scale',
    learned: ({ scale = null }) => scale,
  }),
  /** Scores are divided by it, besides √d_k. */
  temperature: setting({
    type: type.real(0.01, 1000),
    first: 1,
    address: 'temperature',
    trace: true,
    control: 'more',
    models: ATTENTION,
    attention: 'temperature',
  }),
  /** c of c · tanh(score / c); `none` (null): scores have no limit. */
  softcap: setting({
    type: type.realOrDerived(0.01, 1000, 'none'),
    first: null,
    address: 'softcap',
    trace: true,
    control: 'rare',
    models: ATTENTION,
    attention: 'softcap',
  }),
  /** Share of the weights that dropout drops, with `training`. */
  dropoutP: setting({
    type: type.real(0, 0.99),
    first: 0.1,
    address: 'p',
    attribute: 'dropout-p',
    trace: true,
    control: 'more',
    attention: 'dropoutP',
    transformer: 'dropout',
  }),
  /** Whether dropout acts. */
  training: setting({
    type: type.flag(),
    first: false,
    address: 'train',
    attribute: 'training',
    trace: true,
    control: 'more',
    attention: 'training',
    transformer: 'training',
    learned: () => false,
  }),
  /** Whether the weights that dropout keeps are chosen by hand: a mask in place of random numbers. */
  dropoutMask: setting({
    type: type.flag(),
    first: false,
    address: 'dropout-mask',
    trace: true,
    control: 'more',
    models: ATTENTION,
    acts: ({ training, dropoutP }) => training && dropoutP > 0,
    opens: { true: 'dropout_mask' },
  }),
  /** Whether projections add a bias. */
  bias: setting({
    type: type.flag(),
    first: false,
    address: 'bias',
    trace: true,
    control: 'more',
    models: ATTENTION,
    acts: projects,
    attention: 'bias',
  }),
  /** Width of a head's queries and keys; `auto` (null) is d_model / heads. */
  dK: setting({
    type: type.wholeOrDerived(1, LIMITS.dModel),
    first: null,
    address: 'dk',
    attribute: 'd-k',
    trace: true,
    control: 'rare',
    models: ATTENTION,
    acts: projects,
    attention: 'dK',
  }),
  /** Width of a head's values; `auto` (null) is d_k. */
  dV: setting({
    type: type.wholeOrDerived(1, LIMITS.dModel),
    first: null,
    address: 'dv',
    attribute: 'd-v',
    trace: true,
    control: 'rare',
    models: ATTENTION,
    acts: projects,
    attention: 'dV',
  }),
  /** Whether the heads side by side are multiplied by W_o. */
  outputProjection: setting({
    type: type.flag(),
    first: true,
    address: 'wo',
    attribute: 'output-projection',
    trace: true,
    control: 'rare',
    models: ATTENTION,
    acts: projects,
    attention: 'outputProjection',
  }),
  /** Columns of W_o; `auto` (null) is d_model. */
  outputWidth: setting({
    type: type.wholeOrDerived(1, LIMITS.dModel),
    first: null,
    address: 'out',
    attribute: 'output-width',
    trace: true,
    control: 'rare',
    models: ATTENTION,
    acts: (situation) => projects(situation) && situation.outputProjection,
    attention: 'outputWidth',
  }),
  /** Columns of a Transformer's W_q, W_k and W_v, h · d_k; `auto` (null) is d_model. */
  attentionWidth: setting({
    type: type.wholeOrDerived(1, LIMITS.dModel),
    first: null,
    address: 'width',
    attribute: 'attention-width',
    trace: true,
    control: 'rare',
    models: TRANSFORMERS,
    transformer: 'attentionWidth',
    learned: ({ attentionWidth = null, dModel = 64 }) =>
      attentionWidth === dModel ? null : attentionWidth,
  }),
  /** Whether what went into a sublayer is added to what comes out. */
  residual: setting({
    type: type.flag(),
    first: true,
    address: 'residual',
    trace: true,
    control: 'rare',
    models: TRANSFORMERS,
    transformer: 'residual',
    learned: ({ residual = true }) => residual,
  }),
  /** Whether scores are divided by √d_k. */
  scaleScores: setting({
    type: type.flag(),
    first: true,
    address: 'scaled',
    attribute: 'scale-scores',
    trace: true,
    control: 'rare',
    models: TRANSFORMERS,
    transformer: 'scaleScores',
    learned: ({ scaleScores = true }) => scaleScores,
  }),
  /** Whether embeddings are multiplied by √d_model. */
  scaleEmbedding: setting({
    type: type.flag(),
    first: false,
    address: 'scale-embedding',
    trace: true,
    control: 'rare',
    models: TRANSFORMERS,
    transformer: 'scaleEmbedding',
    learned: ({ scaleEmbedding = false }) => scaleEmbedding,
  }),
  /** How random parameters are drawn: `uniform` as in PyTorch, or `normal`, with biases of 0. */
  initialization: setting({
    type: words(['uniform', 'normal']),
    first: 'uniform',
    address: 'init',
    attribute: 'initialization',
    trace: true,
    control: 'rare',
    models: TRANSFORMERS,
    transformer: 'initialization',
    learned: ({ initialization = 'uniform' }) => initialization,
  }),
  /** Whether the source's words have an embedding table of their own. */
  sourceTable: setting({
    type: type.flag(),
    first: false,
    address: 'source-table',
    trace: true,
    control: 'rare',
    models: PAIR,
    learned: ({ sourceVocabulary }) => sourceVocabulary !== undefined,
  }),
  /** Values of cross-attention are projected from the source’s word embeddings, not from the encoder’s output. */
  rawValues: setting({
    type: type.flag(),
    first: false,
    address: 'raw-values',
    trace: true,
    control: 'rare',
    models: PAIR,
    transformer: 'rawValues',
    learned: ({ rawValues = false }) => rawValues,
  }),
  /** The first head’s weights in the encoder’s last layer are its output: each word points at a word. */
  pointer: setting({
    type: type.flag(),
    first: false,
    address: 'pointer',
    trace: true,
    control: 'rare',
    models: ENCODER,
    transformer: 'pointer',
    learned: ({ pointer = false }) => pointer,
  }),
  /** Whether an encoder ends with a prediction for each word; a pointer does in any case. */
  predicts: setting({
    type: type.flag(),
    first: false,
    address: 'predicts',
    trace: true,
    control: 'rare',
    models: ENCODER,
    acts: ({ pointer }) => !pointer,
    transformer: 'predicts',
    learned: ({ predicts = false }) => predicts,
  }),
  /** ε of the loss: a share of each label that is spread over all tokens. */
  labelSmoothing: setting({
    type: type.real(0, 0.99),
    first: 0,
    address: 'smoothing',
    attribute: 'label-smoothing',
    trace: true,
    control: 'rare',
    models: TRANSFORMERS,
    // Without labels there is no loss; a pointer's labels are positions, and those that are hidden cannot be smoothed.
    acts: ({ model, training, gradients, pointer }) =>
      model === 'encoder-only' ? gradients && !pointer : gradients || training,
    transformer: 'labelSmoothing',
    learned: ({ labelSmoothing = 0 }) => labelSmoothing,
  }),
  /** A common mistake, made on purpose; right is shown beside wrong. */
  fault: setting({
    type: words(FAULTS),
    first: 'none',
    address: 'fault',
    trace: true,
    control: 'more',
    offers: canMake,
    attention: madeFault,
    transformer: madeFault,
  }),
  /** The beginning of the paths where it is made; '' = wherever it can be. */
  faultAt: setting({
    type: type.path(),
    first: '',
    address: 'fault-at',
    trace: true,
    acts: ({ fault }) => fault !== 'none',
  }),
  /** Given word vectors, one row per token: an example's, or the user's own. */
  x: setting<number[][] | null>({
    type: type.vectors(),
    first: null,
    address: 'x',
    trace: true,
    learned: () => null,
  }),
  memoryX: setting<number[][] | null>({
    type: type.vectors(),
    first: null,
    address: 'y',
    trace: true,
    learned: () => null,
  }),
  /** Numbers of the user's own in place of parameters, drawn or trained, and in a custom mask. */
  given: setting<Given[]>({ type: given(), first: [], address: 'given', trace: true }),
  /** The seed of the numbers drawn at random. */
  seed: setting({
    type: type.whole(0, LIMITS.seed),
    first: 1,
    address: 'seed',
    trace: true,
    control: 'more',
    attention: 'seed',
    transformer: 'seed',
    personal: true,
  }),
  /** Digits after the point. */
  decimals: setting({
    type: type.whole(0, LIMITS.decimals),
    first: 2,
    address: 'decimals',
    control: 'more',
    personal: true,
  }),
  lang: setting({
    type: words(LANGUAGES),
    first: 'en',
    address: 'lang',
    personal: true,
  }),
  /** One figure with its caption, a walk that leads, or everything. */
  mode: setting({
    type: words(['figure', 'guided', 'workbench']),
    first: 'guided',
    address: 'mode',
    unsaid: 'workbench',
    personal: true,
  }),
  step: setting({ type: type.path(), first: 'weights', address: 'step' }),
  /** The kept cell, and its step ('' = the current one): on a first visit the weight of "sat" on "cat". */
  cell: setting<number[] | null>({ type: type.cell(), first: [0, 0, 2, 1], address: 'cell' }),
  cellStep: setting({ type: type.path(), first: '', address: 'of' }),
  /** The sentence and the head shown. */
  batch: setting({ type: type.index(), first: 0, address: 'batch' }),
  head: setting({ type: type.index(), first: 0, address: 'head' }),
  /** How weights are drawn: a matrix, lines between words (`heads`), or shaded text; `auto` is lines where a person is led. */
  weightsView: setting({
    type: words(WEIGHTS_VIEW_CHOICES),
    first: 'auto',
    address: 'view',
    attribute: 'weights-view',
    personal: true,
  }),
  /** Whether sums stand below the columns of weights, too. */
  columnSums: setting({ type: type.flag(), first: false, address: 'column-sums' }),
  hiddenHeads: setting<number[]>({ type: type.heads(), first: [], address: 'hidden' }),
  focusToken: setting<type.Focus>({ type: type.focus(), first: null, address: 'focus' }),
  edits: setting({ type: edits(), first: [], address: 'edits' }),
  /** Whether there are gradients: steps of a backward pass. */
  gradients: setting({
    type: type.flag(),
    first: false,
    address: 'back',
    attribute: 'gradients',
    trace: true,
  }),
  /** What the parameters have been changed by. */
  downhill: setting({ type: downhill(), first: [], address: 'downhill', trace: true }),
};

export type Settings = typeof SETTINGS;
export type SettingName = keyof Settings;
export type ValueOf<Name extends SettingName> =
  Settings[Name] extends Setting<infer Value> ? Value : never;

/** Names and settings, in the order of the table. */
export const settings = Object.entries(SETTINGS) as [SettingName, Setting<unknown>][];

/** The same setting, whatever its values are. */
export const settingOf = (name: SettingName): Setting<unknown> =>
  SETTINGS[name] as Setting<unknown>;
