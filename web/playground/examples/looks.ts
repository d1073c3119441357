import type { Language } from '../../i18n/index.js';
import { texts as en, type Texts } from './texts/en.js';
import { texts as zh } from './texts/zh.js';

/** What to look at in each example. */
export const looks: Record<Language, Texts> = { en, zh };
