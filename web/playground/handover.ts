import type { Session } from '../trace/session.js';
import { writeHash } from './address.js';
import type { Patch } from './state.js';
import type { PlaygroundStore } from './store.js';

/** What an element that was removed leaves to the one that takes its place in the same state. */
let left: { state: string; session: Session<Patch> } | undefined;

const stateOf = (store: PlaygroundStore): string => writeHash(store.state, { lang: false });

/** To be called when an element is removed: on a site with a page for each language, a change of language does so. */
export function leave(store: PlaygroundStore): void {
  left = { state: stateOf(store), session: store.session };
}

/** To be called when an element has its first numbers. */
export function takeOver(store: PlaygroundStore): void {
  if (left?.state === stateOf(store)) store.session.adopt(left.session);
  left = undefined;
}
