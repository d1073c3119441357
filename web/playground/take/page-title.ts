import { fill } from '../../i18n/fill.js';
import type { PlaygroundStore } from '../store.js';

/** What a page or a frame is called that shows what a store shows. */
export const pageTitle = ({ t, state }: PlaygroundStore): string =>
  fill(t.take.pageTitle, { sentence: state.sentences.join(' · ') });
