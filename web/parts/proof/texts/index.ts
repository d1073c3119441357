import type { Language } from '../../../i18n/index.js';
import { texts as en } from './en.js';
import { texts as zh } from './zh.js';

/** Why each operation is done, in every language. */
export const whys = { en, zh } satisfies Record<Language, typeof en>;
