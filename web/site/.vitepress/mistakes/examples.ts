// The ten mistakes, each on a small example in which it can be seen, with the step and the cell at which it is seen.

import type { FaultName } from '../../../engine/types/index.js';
import type { Language } from '../../../i18n/index.js';
import { DEFAULTS, type Patch, type PlaygroundState } from '../../../playground/state.js';

/** Sentences, and the chosen cell of the step: their numbers are different ones in each language. */
interface Shown {
  sentences: string[];
  cell: number[];
}

export interface Example {
  settings: Patch;
  in: Readonly<Record<Language, Shown>>;
  /** The step where the mistake is seen, of the walk with it and of the one without, which may lack that step. */
  step: { wrong: string; right: string };
  /** What tells them apart: sums of rows, the row or the column of the chosen cell, or what its head holds. */
  look: 'sums' | 'row' | 'column' | 'head';
}

/** One sentence, where the cell has the same place in both languages: the vectors of its words are given. */
const see = (...cell: number[]): Example['in'] => ({
  en: { sentences: ['I see you'], cell },
  zh: { sentences: ['我 爱 你'], cell },
});

/** A cell in the sentence of random vectors. */
const cat = (...cell: number[]): Shown => ({ sentences: ['the cat sat'], cell });
const flower = (...cell: number[]): Shown => ({ sentences: ['花 开 了'], cell });

/** Word vectors as they are, so that scores are whole numbers or halves. */
const byHand: Patch = { projections: 'none', positions: 'none', scale: 1, heads: 1 };
const whole: Patch = {
  ...byHand,
  dModel: 3,
  x: [
    [1, 3, 2],
    [1, 1, 3],
    [1, 2, 1],
  ],
};
const halves: Patch = {
  ...byHand,
  dModel: 4,
  x: [
    [1, 1, 0, 0],
    [1, 0, 1, 1],
    [0.5, 0, 1, 0.5],
  ],
};

/** The numbers from 0 on in three rows: each tells where it was. */
const counted: Patch = {
  projections: 'identity',
  positions: 'none',
  dModel: 8,
  x: [0, 8, 16].map((first) => Array.from({ length: 8 }, (_, i) => first + i)),
};

/** The last word may look nowhere. */
const lastRow = [0, 0, 0, 0, 0, 0, -Infinity, -Infinity, -Infinity];
const hidden: Patch = {
  ...halves,
  mask: 'custom',
  given: [{ path: 'custom_mask', shape: [3, 3], values: lastRow }],
};

const both = (path: string): Example['step'] => ({ wrong: path, right: path });
const weights = both('weights');

/** In the order of the cards. */
const examples = {
  softmax_axis: {
    settings: whole,
    in: see(0, 0, 1),
    step: weights,
    look: 'sums',
  },
  no_scale: {
    settings: { heads: 1 },
    in: { en: cat(0, 0, 0, 1), zh: flower(0, 0, 0, 1) },
    step: weights,
    look: 'row',
  },
  scale_by_sqrt_d: {
    settings: { heads: 16 },
    in: { en: cat(0, 2, 2, 1), zh: flower(0, 9, 0, 1) },
    step: weights,
    look: 'row',
  },
  scale_by_sqrt_h: {
    settings: { heads: 2 },
    in: { en: cat(0, 0, 2, 1), zh: flower(0, 1, 0, 1) },
    step: weights,
    look: 'row',
  },
  mask_after_softmax: {
    settings: { ...halves, mask: 'causal' },
    in: see(0, 0, 0),
    step: { wrong: 'masked_weights', right: 'weights' },
    look: 'sums',
  },
  padding_on_queries: {
    settings: { mask: 'padding' },
    in: {
      en: { sentences: ['I see you', 'me too'], cell: [1, 0, 1, 2] },
      zh: { sentences: ['我 爱 你', '你 呢'], cell: [1, 0, 0, 2] },
    },
    step: weights,
    look: 'column',
  },
  mask_inverted: {
    settings: { ...halves, mask: 'causal' },
    in: see(0, 1, 2),
    step: weights,
    look: 'row',
  },
  view_without_transpose: {
    settings: counted,
    in: see(0, 0, 1, 0),
    step: both('q_transposed'),
    look: 'head',
  },
  dropout_in_evaluation: {
    settings: { ...halves, dropoutP: 0.5 },
    in: see(0, 1, 1),
    step: { wrong: 'dropped_weights', right: 'weights' },
    look: 'sums',
  },
  finite_mask: {
    settings: hidden,
    in: see(0, 2, 0),
    step: weights,
    look: 'row',
  },
} satisfies Partial<Record<FaultName, Example>>;

/** The faults that have a card. */
export type CardFault = keyof typeof examples;
export const EXAMPLES: Readonly<Record<CardFault, Example>> = examples;

/** The workbench with the example of a fault. */
export function stateOf(fault: CardFault, lang: Language) {
  const { settings, step, in: languages } = EXAMPLES[fault];
  const { sentences, cell } = languages[lang];
  // A sentence and a head are chosen where the cell has their axes.
  const [batch = 0, head = 0] = cell.slice(0, -2);
  const tokens = sentences.map(() => null);
  const shown: Patch = { sentences, tokens, step: step.wrong, cell, batch, head };
  return {
    ...DEFAULTS,
    ...settings,
    ...shown,
    fault,
    lang,
    mode: 'workbench',
  } satisfies PlaygroundState;
}
