import type { HeadWeights, WeightsModel } from '../../figures/weights.js';
import type { TraceStore, ViewState } from '../../trace/store.js';

/** The height of a word in the head view. */
export const ROW = 26;
/** The number of opacities of its lines: those of one opacity are one path. */
export const LEVELS = 50;
/** Lines that are fainter than this share of the strongest are left out. */
export const FAINTEST = 0.02;

/** A line from one height to another, over a width. */
export const curve = (from: number, to: number, width: number): string =>
  `M0 ${from}C${width / 2} ${from} ${width / 2} ${to} ${width} ${to}`;

export type Focus = ViewState['focusToken'];

/** What the line view and the text view are drawn from. */
export interface WeightsView {
  store: TraceStore;
  model: WeightsModel;
  /** The heads that are not hidden. */
  shown: HeadWeights[];
  /** The token under the pointer, else the chosen one. */
  focus: Focus;
  /** The available width. */
  room: number;
  hover(focus: Focus | undefined): void;
  choose(focus: Focus): void;
}
