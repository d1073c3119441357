import type { Language } from '../../../i18n/index.js';
import { texts as en, type Texts } from './en.js';
export type { Texts } from './en.js';
import { texts as zh } from './zh.js';

/** Texts that are loaded with the first trained model. */
export const words: Record<Language, Texts> = { en, zh };
