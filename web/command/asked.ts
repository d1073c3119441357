// What was typed, and the language to answer in.

import type { Dictionary, Language } from '../i18n/index.js';
import type { Texts } from './texts/index.js';

/** What was typed: texts, unchecked but for their names. */
export interface Asked {
  sentences: readonly string[];
  /** By attribute. */
  settings: Readonly<Record<string, string | boolean | string[]>>;
  options: Readonly<Record<string, string | boolean | undefined>>;
}

export interface AskedTraining {
  task: string;
  options: Readonly<Record<string, string | undefined>>;
}

export interface Speech {
  lang: Language;
  words: Texts;
  t: Dictionary;
}
