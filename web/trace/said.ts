import type { TraceStore } from './store.js';

/** How an action went, in the language that the page has when it is read. */
export type Said = (store: TraceStore) => string;
