import type { Language } from '../i18n/index.js';
import { OPENINGS as LEARNED } from '../learned/openings.js';
import { DEFAULTS, FRESH, hasMemory, type Patch, type PlaygroundState } from './state.js';

/** What a first visit shows: the sentences, and the cell chosen in them; of a trained model, its step too. */
export type Opening = Pick<PlaygroundState, 'sentences' | 'memory' | 'cell'> & { step?: string };

interface Openings {
  layer: Opening;
  /** A sentence and its translation, for a Transformer that reads the one and writes the other. */
  pair: Opening;
}

const { sentences, memory, cell } = DEFAULTS;

const OPENINGS: Readonly<Record<Language, Openings>> = {
  en: {
    layer: { sentences, memory, cell },
    pair: { sentences: ['我 是 一个 学生'], memory: ['I am a student'], cell: [0, 0, 4, 3] },
  },
  zh: {
    layer: {
      sentences: ['小猫坐在垫子上。'],
      memory: ['小狗也想坐在垫子上。'],
      cell: [0, 0, 1, 0],
    },
    pair: { sentences: ['I am a student'], memory: ['我 是 一个 学生'], cell: [0, 0, 4, 3] },
  },
};

type Situation = Pick<PlaygroundState, 'lang' | 'model'> &
  Partial<Pick<PlaygroundState, 'parameters'>>;

/** What a first visit to a model shows in a language. */
export function openingOf({ lang, model, parameters = 'random' }: Situation): Opening {
  const { layer, pair } = OPENINGS[lang];
  if (parameters !== 'random' && parameters !== 'own') {
    const { sentence, source, step, cell } = LEARNED[lang][parameters];
    return { sentences: [sentence], memory: source ? [source] : layer.memory, step, cell };
  }
  return model === 'encoder-decoder' ? pair : layer;
}

/** The state of a first visit in a language: a trained model. */
export function firstVisit(lang: Language): PlaygroundState {
  const trained = { model: 'encoder-only', parameters: 'referent-emergent' } as const;
  return { ...plainVisit(lang), ...openingOf({ ...trained, lang }), ...trained };
}

/** One layer with random parameters, on sentences of a language. */
export function plainVisit(lang: Language): PlaygroundState {
  return { ...DEFAULTS, ...openingOf({ ...DEFAULTS, lang }), lang };
}

/** An encoder–decoder on its first pair of sentences, at the first place where one asks about the other. */
export function firstPair(lang: Language): Patch {
  const model = 'encoder-decoder';
  const step = 'decoder.0.cross_attention.weights';
  return { ...FRESH, ...openingOf({ lang, model }), model, step, cellStep: '' };
}

/** Whether the user has changed what belongs to these sentences alone. */
export function isTouched(state: Readonly<PlaygroundState>): boolean {
  const { edits, downhill, tokens, memoryTokens, given, x, memoryX } = state;
  return (
    edits.length + downhill.length + given.length > 0 ||
    x !== null ||
    memoryX !== null ||
    [...tokens, ...memoryTokens].some((byHand) => byHand !== null)
  );
}

const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Whether these sentences, and those that they are compared with, are still those of a first visit. */
export function isOpening(state: Readonly<PlaygroundState>): boolean {
  const opening = openingOf(state);
  const both = !hasMemory(state) || same(state.memory, opening.memory);
  return !isTouched(state) && same(state.sentences, opening.sentences) && both;
}

/** What a change of language changes: the sentences of a first visit, but no sentence of the user's own. */
export function translated(state: Readonly<PlaygroundState>, lang: Language): Patch {
  const before = openingOf(state);
  const after = openingOf({ ...state, lang });
  const patch: Patch = { lang };
  if (!isOpening(state)) return patch;
  patch.sentences = after.sentences;
  if (same(state.memory, before.memory)) patch.memory = after.memory;
  if (same(state.cell, before.cell)) patch.cell = after.cell;
  if (after.step && state.step === before.step) patch.step = after.step;
  return patch;
}
