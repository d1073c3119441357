// The dictionaries that the cards of the trained models take their words from, and how they write numbers.

import { en } from '../../i18n/en/index.js';
import type { Dictionary, Language } from '../../i18n/index.js';
import { notZero, shareText } from '../../i18n/share.js';
import { zh } from '../../i18n/zh/index.js';
import type { ShippedName } from '../../learned/names.js';
import { texts as modelsEn, type ModelText } from '../../learned/texts/en.js';
import { texts as modelsZh } from '../../learned/texts/zh.js';
import {
  texts as trainingEn,
  type Texts as TrainingTexts,
} from '../../panels/training/texts/en.js';
import { texts as trainingZh } from '../../panels/training/texts/zh.js';
import { cardTexts } from './model-card-texts';

export interface Words {
  lang: Language;
  kinds: Record<string, string>;
  ui: Dictionary['ui'];
  models: Readonly<Record<ShippedName, ModelText>>;
  training: TrainingTexts;
  own: (typeof cardTexts)['en'];
}

export const words: Record<Language, Words> = {
  en: {
    lang: 'en',
    kinds: en.settings.kind.choices,
    ui: en.ui,
    models: modelsEn,
    training: trainingEn,
    own: cardTexts.en,
  },
  zh: {
    lang: 'zh',
    kinds: zh.settings.kind.choices,
    ui: zh.ui,
    models: modelsZh,
    training: trainingZh,
    own: cardTexts.zh,
  },
};

/** A share as text over a bar of its length. */
export interface Bar {
  text: string;
  share: number;
}

export const lossText = (loss: number): string => notZero(loss, 4);

/** As the claims have them. */
export function share({ lang }: Words, value: number): string {
  const format = new Intl.NumberFormat(lang, { style: 'percent', maximumFractionDigits: 1 });
  return shareText(format, value);
}

/** What stands in a column has the same decimals in every row. */
const oneDecimal = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

export function barOf({ lang }: Words, value: number): Bar {
  const format = new Intl.NumberFormat(lang, { style: 'percent', ...oneDecimal });
  return { text: shareText(format, value), share: value };
}

export function kilobytes({ lang }: Words, bytes: number): string {
  const format = new Intl.NumberFormat(lang, oneDecimal);
  return `${format.format(bytes / 1000)} kB`;
}
