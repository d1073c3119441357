import type { HeadWeights, WeightsModel } from '../../figures/weights.js';
import type { TraceStore, ViewState } from '../../trace/store.js';

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
