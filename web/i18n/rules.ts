import { rules as en } from './en/rules.js';
import type { Language } from './index.js';
import { rules as zh } from './zh/rules.js';

/** Words of the rules that the first view does not show. */
export const rules: Record<Language, typeof en> = { en, zh };
