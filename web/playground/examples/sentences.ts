import type { Language } from '../../i18n/index.js';
import type { PlaygroundState } from '../state.js';

/** What is added to a batch, one after the other. */
const MORE: Readonly<Record<Language, readonly string[]>> = {
  en: ['She drank her tea because she was thirsty.', 'A dog ate the food because it was hungry.'],
  zh: ['她喝了茶，因为她渴了。', '狗吃了食物，因为它饿了。'],
};

/** English and Chinese: pairs for a Transformer that is to learn to translate. */
export const PAIRS = [
  ['Good morning', '早上 好'],
  ['Thank you very much', '非常 感谢 你'],
] as const;

/** The next sentence of a batch, and the second sentence that belongs to it, if it is one of a pair. */
export function nextSentence({
  sentences,
  model,
  lang,
}: Pick<PlaygroundState, 'sentences' | 'model' | 'lang'>): { own: string; second?: string } {
  const at = sentences.length - 1;
  const list = MORE[lang];
  if (model !== 'encoder-decoder') return { own: list[at % list.length]! };
  const [english, chinese] = PAIRS[at % PAIRS.length]!;
  return lang === 'en' ? { own: chinese, second: english } : { own: english, second: chinese };
}
