import { dictionaryOf, type Language } from '../../i18n/index.js';
import { filled } from '../../learned/claim.js';
import type { Learned } from '../../learned/learned.js';
import { modelTexts } from '../../learned/texts/index.js';

/** In one line, what a trained model has learned. */
export function claimOf({ name, facts }: Learned, lang: Language): string {
  return facts && name !== 'own'
    ? filled(modelTexts[lang][name].claim, facts, lang)
    : dictionaryOf(lang).models.own;
}
