import type { ParameterSource, ShippedName } from '../../learned/names.js';
import { startToken } from '../../engine/models/tokens.js';
import type { Learned } from '../../learned/learned.js';
import { OPENINGS } from '../../learned/openings.js';

/** The trained models with all three kinds of attention. */
export const MODELS = [
  'translation-textbook',
  'four-pairs',
  'numbers',
  'reverse',
  'sort',
] as const satisfies readonly ShippedName[];
type ModelName = (typeof MODELS)[number];

/** Sentences to try: the second pair serves only the padding mask. */
export interface Preset {
  sources: string[];
  targets: string[];
}

const RANDOM: readonly Preset[] = [
  { sources: ['I like you', 'Hello'], targets: ['<sos> 我 喜欢 你', '<sos> 你好'] },
  {
    sources: ['Bonjour tout le monde', 'Merci beaucoup'],
    targets: ['<sos> Hello everybody', '<sos> Thanks'],
  },
  {
    sources: ['A dog ate the food because it was hungry.', 'The dog slept.'],
    targets: ['<sos> 一只 狗 吃 了 食物 ， 因为 它 饿 了 。', '<sos> 狗 睡 了 。'],
  },
  { sources: ['我 喜欢 你', '谢谢'], targets: ['[BOS] I like you [EOS]', '[BOS] Thanks [EOS]'] },
];

/** What a trained model reads and writes; tests hold it to that. */
const WRITTEN: Readonly<Record<ModelName, readonly (readonly [read: string, written: string])[]>> =
  {
    'translation-textbook': [
      ['She bought two books', '她 买 了 两 本 书'],
      ['We saw three strange birds yesterday', '昨天 我们 看到 了 三 只 奇怪 的 鸟'],
    ],
    'four-pairs': [
      ['Good morning', '早上好'],
      ['I am a teacher', '我是一个老师'],
      ['Thank you very much', '非常感谢你'],
    ],
    numbers: [
      ['forty two', '四十二'],
      ['sixty thousand and five', '六万零五'],
    ],
    reverse: [
      ['a b c d e f g h i j', 'j i h g f e d c b a'],
      ['p o n m l k j i h g f e', 'e f g h i j k l m n o p'],
    ],
    sort: [
      ['j i h g f e d c b a', 'a b c d e f g h i j'],
      ['p a p a o b o b', 'a a b b o o p p'],
    ],
  };

/** The sentence that the model is shown on comes first; each is followed by the next, in turn, as the second pair. */
function presetsOfModel(name: ModelName): readonly Preset[] {
  const { source = '', sentence } = OPENINGS.en[name];
  const pairs = [[source, sentence] as const, ...WRITTEN[name]];
  return pairs.map(([read, written], i) => {
    const [nextRead, nextWritten] = pairs[(i + 1) % pairs.length]!;
    return {
      sources: [read, nextRead],
      targets: [`${startToken} ${written}`, `${startToken} ${nextWritten}`],
    };
  });
}

const SOME = 4;

/** Of a model of the user's own nothing is known but its words: the first of them. */
function presetOfOwn({ sourceWords }: Learned): Preset {
  const source = sourceWords.some(SOME).join(' ');
  return { sources: [source, source], targets: [startToken, startToken] };
}

/** Sentences for random parameters, or for a trained model. */
export function presetsOf(learned: Learned | undefined): readonly Preset[] {
  if (!learned) return RANDOM;
  const name = nameOf(learned.name);
  return name ? presetsOfModel(name) : [presetOfOwn(learned)];
}

/** The step and cell that the first of them is shown on. */
export function openingCell(
  parameters: ParameterSource,
): { path: string; index: number[] } | undefined {
  const name = nameOf(parameters);
  return name && { path: OPENINGS.en[name].step, index: OPENINGS.en[name].cell };
}

const nameOf = (parameters: ParameterSource): ModelName | undefined =>
  MODELS.find((name) => name === parameters);
