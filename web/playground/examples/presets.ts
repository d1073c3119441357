import type { Dictionary } from '../../i18n/index.js';
import { PAIRS } from './sentences.js';
import { firstPair } from '../first-visit.js';
import { FRESH, type Patch } from '../state.js';

/** An instructive sentence with the settings that make its point. Its texts are in i18n, by name. */
export interface Preset {
  name: keyof Dictionary['examples']['names'];
  patch: Patch;
}

/** Three words as vectors small enough to multiply by hand. */
const GOOD = [
  [1, 3, 2],
  [1, 1, 3],
  [1, 2, 1],
];

/** Vectors made up for 我 and 很好: near those of "I" and of "am good", so that the weights make sense. */
const GOOD_CHINESE = [
  [1, 3, 1],
  [1, 1, 2],
];

/** Rows whose dot products are exactly [[2, 1, 0.5], [1, 3, 2], [0.5, 2, 1.5]], of which the causal mask hides the upper half. */
const SCORED = [
  [1, 1, 0, 0],
  [1, 0, 1, 1],
  [0.5, 0, 1, 0.5],
];

const PLACED = [
  [1.8, 2.2, 3.4, 5.8],
  [7.3, 9.9, 8.5, 7.1],
  [9.1, 7.1, 0.9, 10.1],
];

/** The numbers from 0 to 23, in three rows. */
const ARANGE = [0, 8, 16].map((first) => Array.from({ length: 8 }, (_, i) => first + i));

/** Six tokens each, for a batch of (10, 6, 512). */
const TEN = [
  'The cat sat on the mat',
  'A dog ate all the food',
  'She drank her tea very slowly',
  'He reads a book every day',
  'We walk home in the rain',
  'They sing an old happy song',
  'My sister plays the piano well',
  'The red fox jumps over dogs',
  'Our train leaves at seven sharp',
  'I like tea and warm bread',
];

/** Eight tokens each, for a batch of (4, 8, 512). */
const FOUR = [
  'The cat sat on the mat all day',
  'A dog ate the food it was given',
  'She drank her tea because she was thirsty',
  'The quick brown fox jumps over the dog',
];

/** Numbers to check by hand: word vectors are given, and nothing is projected. */
const own: Patch = {
  projections: 'none',
  positions: 'none',
  scale: 1,
  heads: 1,
  dModel: 3,
  x: GOOD,
  step: 'scores',
};

const arange: Patch = {
  projections: 'identity',
  positions: 'none',
  dModel: 8,
  x: ARANGE,
  step: 'q_transposed',
  cell: [0, 0, 1, 0],
};

/** A walk whose shapes are those of the textbooks. */
const shapes: Patch = { heads: 8, dModel: 512, step: 'q_transposed', cell: [0, 0, 2, 1] };

function preset(
  name: Preset['name'],
  sentences: string[],
  cell: [number, number],
  more: Patch = {},
): Preset {
  const tokens = sentences.map(() => null);
  const index = more.projections === 'none' ? [0, ...cell] : [0, 0, ...cell];
  const start: Patch = { step: 'weights', cell: index, cellStep: '' };
  return { name, patch: { ...FRESH, ...start, sentences, tokens, ...more } };
}

/** A sentence and its translation, for a Transformer that has learned neither language. */
function pair(
  name: Preset['name'],
  [source, target]: readonly [string, string],
  cell: [number, number],
): Preset {
  return preset(name, [target], cell, {
    model: 'encoder-decoder',
    memory: [source],
    step: 'decoder.0.cross_attention.weights',
  });
}

export const PRESETS: readonly Preset[] = [
  preset('cat', ['The cat sat on the mat.'], [2, 1]),
  preset('mat', ['小猫坐在垫子上。'], [1, 0]),
  preset('tea', ['She drank her tea because she was thirsty.'], [5, 0]),
  preset('food', ['A dog ate the food because it was hungry.'], [6, 1]),
  preset('fox', ['The quick brown fox jumps over the lazy dog.'], [1, 3], { heads: 8 }),
  preset('dog', ['The dog barked very loudly.'], [2, 1], { mask: 'causal', step: 'masked_scores' }),
  preset('bos', ['[BOS] I like you [EOS]'], [1, 3], {
    mask: 'causal',
    step: 'masked_scores',
  }),
  preset('bonjour', ['Hello everybody'], [0, 0], {
    kind: 'cross',
    memory: ['Bonjour tout le monde'],
  }),
  preset('chinese', ['我 爱 编程 Python'], [1, 2]),
  preset('good', ['I am good'], [0, 1], own),
  preset('goodCross', ['I am good'], [0, 0], {
    ...own,
    kind: 'cross',
    memory: ['我很好'],
    memoryTokens: [['我', '很好']],
    memoryX: GOOD_CHINESE,
  }),
  preset('softmax', ['I like tea'], [2, 1], {
    ...own,
    dModel: 4,
    x: SCORED,
    mask: 'causal',
    step: 'weights',
  }),
  preset('positions', ['I like tea'], [1, 0], {
    ...own,
    positions: 'sinusoidal',
    dModel: 4,
    x: PLACED,
    step: 'x',
  }),
  preset('arange', ['I like tea'], [1, 0], arange),
  preset('arangeWrong', ['I like tea'], [1, 0], { ...arange, fault: 'view_without_transpose' }),
  preset('ten', TEN, [2, 1], shapes),
  preset('four', FOUR, [2, 1], shapes),
  preset('hidden', ['The cat sat down'], [2, 1], {
    mask: 'custom',
    edits: [0, 1, 2, 3].map((key) => ({
      path: 'custom_mask',
      index: [2, key],
      value: -Infinity,
    })),
    fault: 'finite_mask',
  }),
  preset(
    'batch',
    ['The cat sat on the mat.', 'The dog barked very loudly.', '我 爱 编程'],
    [2, 1],
    {
      mask: 'padding',
      step: 'masked_scores',
      cell: [1, 0, 2, 6],
      batch: 1,
    },
  ),
  preset('masks', ['The dog barked very loudly.', 'I like you'], [3, 1], {
    mask: 'causal padding custom',
    edits: [2, 3].map((query) => ({
      path: 'custom_mask',
      index: [query, 0],
      value: -Infinity,
    })),
    step: 'masked_scores',
  }),
  preset('widths', ['The cat sat down'], [2, 1], {
    heads: 2,
    dModel: 8,
    dK: 3,
    dV: 5,
    outputWidth: 6,
    step: 'output',
    cell: [0, 2, 1],
  }),
  { name: 'student', patch: firstPair('en') },
  { name: 'studentChinese', patch: firstPair('zh') },
  pair('teacher', ['I am a teacher', '我 是 一个 老师'], [4, 3]),
  pair('morning', PAIRS[0], [1, 1]),
  pair('thanks', PAIRS[1], [2, 0]),
  preset('decoder', ['The cat sat on the'], [0, 0], {
    model: 'decoder-only',
    step: 'probabilities',
    cell: [0, 4, 4],
  }),
];
