import type { Language } from '../../../i18n/index.js';
import { texts as en, type Texts } from './en.js';
import { texts as zh } from './zh.js';

/** Loaded with the panel of settings. */
export const words: Record<Language, Texts> = { en, zh };
