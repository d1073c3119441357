import type { Language } from '../../i18n/index.js';
import type { ShippedName } from '../names.js';
import { claims as en, type ModelClaim } from './en.js';
import { claims as zh } from './zh.js';

/** What each shipped model is called, and what it does. */
export const modelClaims: Record<Language, Readonly<Record<ShippedName, ModelClaim>>> = { en, zh };
