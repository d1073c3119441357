import type { Language } from '../i18n/index.js';
import type { Learned } from '../learned/learned.js';
import type { ParameterSource, ShippedName } from '../learned/names.js';
import { OPENINGS } from '../learned/openings.js';
import { readSentence, unknownOf } from './sentence.js';
import { knownBy, layersOf } from './trained-layer.js';

/** One layer of self-attention over a sentence: of random parameters, or out of a trained model. */
export interface LayerOptions {
  sentence: string;
  /** Of the sentence. */
  tokens: string[];
  parameters: ParameterSource;
  /** Of a trained model. */
  layer: number;
  /** Of random parameters. */
  seed: number;
}

/** What a layer is shown on: a sentence, and where it is worth looking. */
export interface LayerOpening {
  sentence: string;
  layer: number;
  /** A weight of the layer: head, query, key. */
  cell?: readonly [head: number, query: number, key: number];
}

/** Sentences with room for all numbers; in each, a head of the layer looks at one word (tests/node/state/panel-models.test.mjs). */
const SHORT: Partial<Record<ShippedName, LayerOpening>> = {
  'verse-en': {
    sentence: '<sos> we found a hidden spoon / they dreamed of a bright',
    layer: 0,
    cell: [0, 11, 5],
  },
  'verse-zh': { sentence: '<sos>白云归夜阑，晚霞隐枝头，明月照', layer: 0, cell: [1, 15, 5] },
};
const WALK: LayerOpening = {
  sentence: 'n k i a c d g m b n k i a c d g',
  layer: 1,
  cell: [0, 15, 7],
};
/** Passive, so that “它” looks at a word in its middle. */
const GOAT: LayerOpening = {
  sentence: '水桶被山羊搬走了，因为它很渴。',
  layer: 1,
  cell: [0, 5, 2],
};

const SOME = 8;

function layerOpening(learned: Learned, lang: Language): LayerOpening {
  const { name } = learned;
  const layer = layersOf(learned) - 1;
  if (name === 'own') {
    return { sentence: knownBy(learned).some(SOME).join(' '), layer };
  }
  if (name.startsWith('ring')) return WALK;
  if (name === 'referent-emergent' && lang === 'zh') return GOAT;
  const { sentence, source = sentence, step, cell } = OPENINGS[lang][name];
  const isOfLayer = step === `encoder.${layer}.self_attention.weights`;
  const [, head = 0, query = 0, key = 0] = cell;
  return SHORT[name] ?? { sentence: source, layer, ...(isOfLayer && { cell: [head, query, key] }) };
}

/** What random parameters are shown on. */
const RANDOM: Readonly<Record<Language, LayerOpening>> = {
  en: { sentence: 'The cat sat on the mat.', layer: 0 },
  zh: { sentence: '小猫坐在垫子上。', layer: 0 },
};

/** The tokens of a sentence that can be shown; undefined if it has a problem, or words that the model does not know. */
export function usableTokens(text: string, learned: Learned | undefined): string[] | undefined {
  const words = learned && knownBy(learned);
  const tokens = readSentence(text, words);
  return typeof tokens === 'string' || unknownOf(tokens, words).length > 0 ? undefined : tokens;
}

/** What of the options other parameters decide. */
export type LayerChange = Pick<LayerOptions, 'sentence' | 'tokens' | 'parameters' | 'layer'>;

/** Other parameters on this sentence if they can read it; else on their own, with the weight to look at. */
export function withParameters(
  parameters: ParameterSource,
  learned: Learned | undefined,
  sentence: string,
  lang: Language,
): { change: LayerChange; cell?: LayerOpening['cell'] } {
  const tokens = usableTokens(sentence, learned);
  if (tokens) {
    const layer = learned ? layersOf(learned) - 1 : 0;
    return { change: { sentence, tokens, parameters, layer } };
  }
  const opening = learned ? layerOpening(learned, lang) : RANDOM[lang];
  const { sentence: own, layer, cell } = opening;
  const read = usableTokens(own, learned) ?? [];
  return { change: { sentence: own, tokens: read, parameters, layer }, cell };
}
