import type { OperationName } from '../../../engine/types/index.js';
import type { Language } from '../../../i18n/index.js';
import { why as en } from './en-why.js';
import { why as zh } from './zh-why.js';

/** What each operation does and why. Fetched when the tab is opened. */
export const why: Readonly<Record<Language, Readonly<Record<OperationName, string>>>> = { en, zh };
