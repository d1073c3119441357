import type { Language } from '../i18n/index.js';

/** The model that nobody told where to look, and the attention in which it looks. */
export const MODEL = 'referent-emergent';
export const STEP = 'encoder.1.self_attention.weights';

/** Two sentences that differ in one word, by which what is asked about means another thing. */
export interface Twins {
  sentence: string;
  /** The word that decides, and what stands in its place in the other sentence. */
  word: string;
  other: string;
  /** The word that is asked about, what it means, and what it means in the other sentence. */
  asked: string;
  meant: string;
  turned: string;
}

/** What the first screen asks about, and what pictures of it show: tests/node/state/learned.test.mjs measures that the trained model shows it. */
export const TWINS: Readonly<Record<Language, Twins>> = {
  en: {
    sentence: 'the dog finished the bread because it was hungry',
    word: 'hungry',
    other: 'fresh',
    asked: 'it',
    meant: 'dog',
    turned: 'bread',
  },
  zh: {
    sentence: '马吃完了奶酪，因为它很饿',
    word: '饿',
    other: '美味',
    asked: '它',
    meant: '马',
    turned: '奶酪',
  },
};
