import type { Step } from '../../engine/types/index.js';
import type { PanelStore } from '../panel-store.js';
import type { Pairs, Side, Word } from './pair.js';
import type { Texts } from './texts/en.js';

/** What the parts are drawn from. */
export interface KindsView {
  t: Texts;
  store: PanelStore<Pairs>;
  /** Of the shown sentences. */
  tokens: Readonly<Record<Side, string[][]>>;
  /** Width of a card in CSS pixels. */
  room: number;
  /** The words that are highlighted wherever they occur. */
  lit: readonly Word[];
  /** Whether the user asks about them by a word, not by a cell. */
  isAsked: boolean;
  /** The word that was chosen, if any. */
  picked: Word | undefined;
  point(word: Word | undefined): void;
  choose(word: Word): void;
  /** Opens a step below the cards. */
  show(step: Step): void;
}
