import { fill } from '../../i18n/fill.js';
import type { PlaygroundStore } from '../store.js';
import { wordsOf } from './words.js';

/** What a page or a frame is called that shows what a store shows. */
export const pageTitle = (store: PlaygroundStore): string =>
  fill(wordsOf(store).pageTitle, { sentence: store.state.sentences.join(' · ') });
