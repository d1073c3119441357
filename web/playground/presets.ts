import { FRESH, type Patch } from './state.js';

/** An instructive sentence with the settings that make its point. Its texts are in i18n, by name. */
export interface Preset {
  name:
    | 'cat'
    | 'tea'
    | 'dog'
    | 'bos'
    | 'bonjour'
    | 'fox'
    | 'food'
    | 'chinese'
    | 'good'
    | 'goodCross'
    | 'batch'
    | 'student'
    | 'teacher'
    | 'morning'
    | 'thanks'
    | 'decoder';
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
  source: string,
  target: string,
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
  pair('student', 'I am a student', '我 是 一个 学生', [4, 3]),
  pair('teacher', 'I am a teacher', '我 是 一个 老师', [4, 3]),
  pair('morning', 'Good morning', '早上 好', [1, 1]),
  pair('thanks', 'Thank you very much', '非常 感谢 你', [2, 0]),
  preset('decoder', ['The cat sat on the'], [0, 0], {
    model: 'decoder-only',
    step: 'probabilities',
    cell: [0, 4, 4],
  }),
];

/** The settings of a preset; a Transformer opens on one if no sentences are chosen. */
export function presetOf(name: Preset['name']): Patch {
  return PRESETS.find((one) => one.name === name)!.patch;
}
