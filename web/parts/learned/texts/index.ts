import type { Language } from '../../../i18n/index.js';
import type { ShippedName } from '../../../learned/names.js';
import { texts as modelsEn, type ModelText } from '../../../learned/texts/en.js';
import { texts as modelsZh } from '../../../learned/texts/zh.js';
import { texts as en, type Texts } from './en.js';
export type { Texts } from './en.js';
import { texts as zh } from './zh.js';

/** Loaded with the first trained model, or the first choice of one. */
export const words: Record<Language, Texts> = { en, zh };

export const modelTexts: Record<Language, Readonly<Record<ShippedName, ModelText>>> = {
  en: modelsEn,
  zh: modelsZh,
};
