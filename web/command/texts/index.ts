import type { Language } from '../../i18n/index.js';
import { texts as en, type Texts } from './en.js';
import { texts as zh } from './zh.js';

export type { Texts };

/** The words of the command line. */
export const textsOf = (lang: Language): Texts => ({ en, zh })[lang];
