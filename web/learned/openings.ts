import type { Language } from '../i18n/index.js';
import type { ShippedName } from './names.js';

/**
 * What a model is shown on: sentences that it has never seen, but for the four pairs; a step, and a cell of it. Chosen by
 * measurement: tests/node/state/learned.test.mjs says by which.
 */
export interface LearnedOpening {
  /** What an encoder alone reads, or what a decoder has written so far. */
  sentence: string;
  /** What an encoder reads for a decoder. */
  source?: string;
  step: string;
  cell: number[];
}

const walk = 'n k i a c d g m b n k i a c d g m';
const induction = { step: 'decoder.1.self_attention.weights', cell: [0, 0, 16, 8] };
const looking = 'encoder.1.self_attention.weights';
const translating = 'decoder.0.cross_attention.weights';
const rice = 'the rice was finished by the horse because it was nervous';
const bucket = '山羊推开了水桶，因为它很渴。';

const EVERYWHERE = {
  'translation-textbook': {
    sentence: '今天 汤姆 在 学校 偷 了 四 条 小 的 鱼',
    source: 'Tom stole four small fish at the school today',
    step: 'decoder.1.cross_attention.weights',
    cell: [0, 0, 10, 4],
  },
  'four-pairs': {
    sentence: '我是一个学生',
    source: 'I am a student',
    step: translating,
    cell: [0, 1, 0, 3],
  },
  numbers: {
    sentence: '三千七百零八',
    source: 'three thousand seven hundred and eight',
    step: translating,
    cell: [0, 0, 0, 0],
  },
  'ring-before': { sentence: walk, ...induction },
  'ring-jump': { sentence: walk, ...induction },
  ring: { sentence: walk, ...induction },
  reverse: {
    sentence: 'c b k f j m a b',
    source: 'b a m j f k b c',
    step: translating,
    cell: [0, 0, 0, 7],
  },
  sort: {
    sentence: 'a c h i j k m m',
    source: 'k h m c i a m j',
    step: translating,
    cell: [0, 0, 0, 5],
  },
  'verse-en': {
    sentence:
      '<sos> we found a hidden spoon / they dreamed of a bright moon / i saw a blue clock /',
    step: 'probabilities',
    cell: [0, 11, 68],
  },
  'verse-zh': {
    sentence: '<sos>白云归夜阑，晚霞隐枝头，明月照画梁，春风映沙鸥',
    step: 'probabilities',
    cell: [0, 22, 82],
  },
} satisfies Partial<Record<ShippedName, LearnedOpening>>;

export const OPENINGS: Readonly<Record<Language, Readonly<Record<ShippedName, LearnedOpening>>>> = {
  en: {
    ...EVERYWHERE,
    'referent-emergent': { sentence: rice, step: looking, cell: [0, 0, 8, 6] },
    referent: { sentence: rice, step: 'probabilities', cell: [0, 8, 6] },
  },
  zh: {
    ...EVERYWHERE,
    'referent-emergent': { sentence: bucket, step: looking, cell: [0, 0, 4, 0] },
    referent: { sentence: bucket, step: 'probabilities', cell: [0, 4, 0] },
  },
};
