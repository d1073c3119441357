import { endToken, startToken } from '../../engine/models/tokens.js';
import type { KnownWords } from '../../learned/known-words.js';
import { tokenise } from '../../text/index.js';
import {
  MOST_PROMPT,
  MOST_VOCABULARY,
  type ModelSettings,
  type Read,
  type FieldError,
} from './settings.js';

/** The input of generation: the decoder's prompt, and the encoder's sentence if there is an encoder. */
export interface Sentences {
  prompt: readonly string[];
  source: readonly string[];
}

/** The contents of both fields. */
export interface Draft {
  prompt: string;
  source: string;
}

/** How a trained model reads. */
interface Reading {
  words?: Record<keyof Draft, KnownWords> | undefined;
  /** The most tokens of a field. */
  most?: number;
}

type Architecture = ModelSettings['architecture'];
type Language = 'en' | 'zh';

/** The initial contents of the fields. */
export const DRAFTS: Record<Language, Record<Architecture, Draft>> = {
  en: {
    'decoder-only': { prompt: 'The cat sat on the', source: '' },
    'encoder-decoder': { prompt: '<sos>', source: 'I am a student' },
  },
  zh: {
    'decoder-only': { prompt: '我 是 一个', source: '' },
    'encoder-decoder': { prompt: '<sos>', source: 'I am a student' },
  },
};

/** Words that every vocabulary has, so that there is something to choose from. */
const COMMON: Record<Language, readonly string[]> = {
  en: ['the', 'a', 'cat', 'dog', 'mat', 'sat', 'on', 'is', 'was', 'and', 'good', '.'],
  zh: ['我', '你', '是', '一个', '学生', '老师', '早上', '好', '感谢', '和', '的', '。'],
};

/** Start and end tokens, common words, and the words of the sentences. */
export function vocabularyFor(lang: Language, { prompt, source }: Sentences): string[] {
  return [...new Set([startToken, endToken, ...COMMON[lang], ...source, ...prompt])];
}

/** The tokens of a field. */
export function readTokens(
  field: keyof Draft,
  text: string,
  { words, most = MOST_PROMPT }: Reading = {},
): Read<readonly string[]> {
  const value = words?.[field].tokens(text, most + 1) ?? tokenise(text, 'word', most + 1);
  if (value.length === 0) return { wrong: { field, code: 'empty', actual: text } };
  if (value.length > most) return { wrong: { field, code: 'tooLong', actual: text, most } };
  return { value };
}

/** Both sentences; the source only if there is an encoder. */
export function readSentences(
  draft: Draft,
  architecture: Architecture,
  reading?: Reading,
): Read<Sentences> {
  const source: Read<readonly string[]> =
    architecture === 'decoder-only' ? { value: [] } : readTokens('source', draft.source, reading);
  if (source.wrong) return source;
  const prompt = readTokens('prompt', draft.prompt, reading);
  return prompt.wrong ? prompt : { value: { prompt: prompt.value, source: source.value } };
}

/** The tokens of the first sentence that has some which the model does not know. */
export function unknownIn(
  sentences: Sentences,
  draft: Draft,
  vocabularies: Readonly<Record<keyof Draft, readonly string[]>>,
): FieldError | undefined {
  for (const field of ['source', 'prompt'] as const) {
    const known = vocabularies[field];
    const unknown = [...new Set(sentences[field])].filter((token) => !known.includes(token));
    if (unknown.length > 0) return { field, code: 'unknown', actual: draft[field], unknown };
  }
  return undefined;
}

export function isTooMany(vocabulary: readonly string[]): boolean {
  return vocabulary.length > MOST_VOCABULARY;
}
