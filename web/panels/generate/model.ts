import { startToken } from '../../engine/models/tokens.js';
import type { TransformerOptions } from '../../engine/types/index.js';
import type { Language } from '../../i18n/index.js';
import type { KnownWords } from '../../learned/known-words.js';
import type { Learned } from '../../learned/learned.js';
import { SHIPPED, type ShippedName } from '../../learned/names.js';
import { OPENINGS } from '../../learned/openings.js';
import { FIRST_MODEL, MOST_PROMPT, type ModelSettings } from './settings.js';
import { DRAFTS, type Draft } from './words.js';

/** A model that can be made again and again. */
export interface Plan {
  settings: ModelSettings;
  options: TransformerOptions;
  /** What the tokens of each field may be. */
  vocabularies: Readonly<Record<keyof Draft, readonly string[]>>;
  /** The trained model; undefined of random parameters. */
  learned: Learned | undefined;
}

/** With random parameters, for these words. */
export function randomPlan(settings: ModelSettings, vocabulary: readonly string[]): Plan {
  const { architecture, layers, heads, dModel, seed } = settings;
  const options = {
    architecture,
    vocabulary,
    dModel,
    seed,
    nhead: heads,
    numEncoderLayers: layers,
    numDecoderLayers: layers,
  };
  const vocabularies = { prompt: vocabulary, source: vocabulary };
  return { settings, options, vocabularies, learned: undefined };
}

export function learnedPlan(settings: ModelSettings, learned: Learned): Plan {
  const { options, parameters, words, sourceWords } = learned;
  return {
    settings,
    options: { ...options, parameters },
    vocabularies: { prompt: words.list, source: sourceWords.list },
    learned,
  };
}

/** What a trained model has in place of the settings of random ones. */
export function settingsOf({ name, options }: Learned): ModelSettings {
  return {
    parameters: name,
    architecture: options.architecture === 'decoder-only' ? 'decoder-only' : 'encoder-decoder',
    layers: options.numDecoderLayers ?? FIRST_MODEL.layers,
    heads: options.nhead ?? FIRST_MODEL.heads,
    dModel: options.dModel ?? FIRST_MODEL.dModel,
    seed: options.seed ?? FIRST_MODEL.seed,
  };
}

const walk = 'n k i a c d g m b n k i';

/** What decoders without an encoder go on from. */
const PROMPTS: Partial<Record<ShippedName, string>> = {
  'ring-before': walk,
  'ring-jump': walk,
  ring: walk,
  'verse-en': '<sos> we found a hidden spoon /',
  'verse-zh': '<sos>白云归夜阑，',
};

/** The shipped models that write. */
export const WRITERS = SHIPPED.filter(
  (name) => OPENINGS.en[name].source !== undefined || PROMPTS[name] !== undefined,
);

/** The trained model that a language begins with. */
export const FIRST_WRITER: Record<Language, ShippedName> = { en: 'verse-en', zh: 'verse-zh' };

/** What the fields of a model begin with. */
export function firstDraft(
  lang: Language,
  { parameters, architecture }: ModelSettings,
  learned: Learned | undefined,
): Draft {
  if (parameters === 'random' || !learned) return DRAFTS[lang][architecture];
  return parameters === 'own' ? ownDraft(learned) : openingDraft(lang, parameters);
}

function openingDraft(lang: Language, name: ShippedName): Draft {
  const { source = '' } = OPENINGS[lang][name];
  return { source, prompt: PROMPTS[name] ?? startToken };
}

const SOME = 3;

function ownDraft({ options, words, sourceWords }: Learned): Draft {
  const begins = words.has(startToken);
  const written = begins ? [startToken] : words.some(SOME);
  const read = options.architecture === 'decoder-only' ? [] : sourceWords.some(SOME);
  return { source: read.join(' '), prompt: written.join(' ') };
}

/** The words that a trained model knows in each of the fields. */
export function wordsOf({ words, sourceWords }: Learned): Record<keyof Draft, KnownWords> {
  return { prompt: words, source: sourceWords };
}

/** As many tokens as a field takes. */
export function mostTokens(learned: Learned | undefined): number {
  return Math.min(MOST_PROMPT, learned?.longest ?? Infinity);
}
