import type { Tokenizer } from '../text/index.js';
import { FIRST_VIEW, type ViewState } from '../trace/view-state.js';

export type { Language } from '../i18n/index.js';
export { LANGUAGES, WEIGHTS_VIEWS } from '../trace/view-state.js';

export const KINDS = ['self', 'cross'] as const;
export const MODELS = ['attention', 'encoder-decoder', 'encoder-only', 'decoder-only'] as const;
export const MASKS = ['none', 'causal', 'padding', 'both', 'custom'] as const;
export const PROJECTIONS = ['xavier', 'identity', 'none'] as const;
export const HEAD_MATRICES = ['combined', 'separate'] as const;
export const POSITIONS = ['none', 'sinusoidal', 'learned'] as const;
export const NORM_ORDERS = ['post', 'pre'] as const;
export const ACTIVATIONS = ['relu', 'gelu', 'gelu_tanh'] as const;
export const TOKENIZERS = ['word', 'character'] as const;

/** Everything that the user can choose; the address holds it. */
export interface PlaygroundState extends ViewState {
  sentences: string[];
  /**
   * The sentences that keys and values come from in cross-attention, and that an encoder reads for a decoder: as many
   * as `sentences`.
   */
  memory: string[];
  /** Tokens edited by hand; null if the tokenizer decides. */
  tokens: (string[] | null)[];
  memoryTokens: (string[] | null)[];
  tokenizer: Tokenizer;
  /** One attention layer, or a whole Transformer. */
  model: (typeof MODELS)[number];
  kind: (typeof KINDS)[number];
  mask: (typeof MASKS)[number];
  projections: (typeof PROJECTIONS)[number];
  headMatrices: (typeof HEAD_MATRICES)[number];
  bias: boolean;
  positions: (typeof POSITIONS)[number];
  heads: number;
  dModel: number;
  /** null = 1/√d_k */
  scale: number | null;
  temperature: number;
  dropoutP: number;
  training: boolean;
  /** Number of layers in the encoder and in the decoder. */
  layers: number;
  normOrder: (typeof NORM_ORDERS)[number];
  /** null = 4 · dModel */
  feedForward: number | null;
  activation: (typeof ACTIVATIONS)[number];
  /** Whether the output matrix is the embedding table. */
  tied: boolean;
  /** Given word vectors, one row per token, from presets with their own numbers. */
  x: number[][] | null;
  memoryX: number[][] | null;
}

export type Patch = Partial<PlaygroundState>;

/** The page's limits; the engine itself is limited only by memory. */
export const LIMITS = {
  tokens: 64,
  sentences: 4,
  dModel: 256,
  heads: 16,
  layers: 6,
  feedForward: 1024,
  seed: 4294967295,
  decimals: 6,
  /** Of one sentence, in UTF-16 units: longer texts always have more than 64 tokens. */
  characters: 4000,
  /** Of one hand-edited token. */
  tokenCharacters: 40,
  edits: 4096,
} as const;

/** The inclusive bounds of every number. */
export const RANGES = {
  heads: { least: 1, most: LIMITS.heads, whole: true },
  dModel: { least: 1, most: LIMITS.dModel, whole: true },
  layers: { least: 1, most: LIMITS.layers, whole: true },
  feedForward: { least: 1, most: LIMITS.feedForward, whole: true },
  seed: { least: 0, most: LIMITS.seed, whole: true },
  scale: { least: -1000, most: 1000, whole: false },
  temperature: { least: 0.01, most: 1000, whole: false },
  dropoutP: { least: 0, most: 0.99, whole: false },
  decimals: { least: 0, most: LIMITS.decimals, whole: true },
} as const;
export type NumberKey = keyof typeof RANGES;

/** The state of a first visit: an instructive sentence, and the weight of "sat" on "cat". */
export const DEFAULTS: PlaygroundState = {
  ...FIRST_VIEW,
  sentences: ['The cat sat on the mat.'],
  memory: ['Bonjour tout le monde'],
  tokens: [null],
  memoryTokens: [null],
  tokenizer: 'word',
  model: 'attention',
  kind: 'self',
  mask: 'none',
  projections: 'xavier',
  headMatrices: 'combined',
  bias: false,
  positions: 'sinusoidal',
  heads: 4,
  dModel: 64,
  scale: null,
  temperature: 1,
  dropoutP: 0.1,
  training: false,
  layers: 2,
  normOrder: 'post',
  feedForward: null,
  activation: 'relu',
  tied: false,
  x: null,
  memoryX: null,
  step: 'weights',
  cell: [0, 0, 2, 1],
};

/** A change of any of these needs a new trace. */
const COMPUTED = [
  'sentences',
  'memory',
  'tokens',
  'memoryTokens',
  'tokenizer',
  'model',
  'kind',
  'mask',
  'projections',
  'headMatrices',
  'bias',
  'positions',
  'heads',
  'dModel',
  'seed',
  'scale',
  'temperature',
  'dropoutP',
  'training',
  'layers',
  'normOrder',
  'feedForward',
  'activation',
  'tied',
  'x',
  'memoryX',
] as const satisfies readonly (keyof PlaygroundState)[];

export function isTransformer({ model }: Pick<PlaygroundState, 'model'>): boolean {
  return model !== 'attention';
}

/** Whether there is a second sentence. */
export function hasMemory({ model, kind }: Pick<PlaygroundState, 'model' | 'kind'>): boolean {
  return model === 'attention' ? kind === 'cross' : model === 'encoder-decoder';
}

export function changesTrace(before: PlaygroundState, after: PlaygroundState): boolean {
  return COMPUTED.some((key) => before[key] !== after[key]);
}

/** The part of a state that undo restores: neither the language nor the view. */
export function undoable(state: PlaygroundState): Patch {
  const kept: Patch = { edits: state.edits };
  for (const key of COMPUTED) Object.assign(kept, { [key]: state[key] });
  return kept;
}
