import type { TraceStore } from '../../trace/store.js';
import { texts as en, type Texts } from './texts/en.js';
import { texts as zh } from './texts/zh.js';

/** The menu's words, which come with it, in the language of the page. */
export const wordsOf = ({ state }: Pick<TraceStore, 'state'>): Texts => ({ en, zh })[state.lang];
