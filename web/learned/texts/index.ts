import type { Language } from '../../i18n/index.js';
import type { ShippedName } from '../names.js';
import { texts as en, type ModelText } from './en.js';
import { texts as zh } from './zh.js';

/** What each shipped model is called, and what it does. */
export const modelTexts: Record<Language, Readonly<Record<ShippedName, ModelText>>> = { en, zh };
