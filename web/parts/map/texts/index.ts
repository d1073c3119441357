import type { Language } from '../../../i18n/index.js';
import { texts as en, type Texts } from './en.js';
import { texts as zh } from './zh.js';

/** The map's own texts, loaded with it. */
export const words: Record<Language, Texts> = { en, zh };
