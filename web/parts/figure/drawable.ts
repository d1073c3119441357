// What is drawn into files: the figure on the page, or one where none is, as of weights that are shown as lines or as text.

import type { Step } from '../../engine/types/index.js';
import type { Figure } from '../../figures/figure.js';
import { figure } from '../../figures/index.js';
import { linesFigure } from '../../figures/lines-figure.js';
import type { Measure } from '../../figures/marks.js';
import { selectionOf } from '../../figures/selection.js';
import { weightsModel } from '../../figures/weights.js';
import type { TraceStore } from '../../trace/store.js';

/** What can be drawn in any width; `ApFigure` is one. */
export interface Drawable {
  readonly figure: Figure | undefined;
  atWidth(width: number): Figure | undefined;
}

/** How much wider than on the page a figure may get so that nothing of it has to be scrolled. */
const WIDEST = 8;

/** The figure as on the page; wider if something of it would have to be scrolled. */
export function wholeFigure(from: Drawable): Figure | undefined {
  const { figure } = from;
  let whole = figure;
  for (
    let times = 2;
    whole?.grids.some(({ scroller, rowScroller }) => scroller ?? rowScroller) && times <= WIDEST;
    times *= 2
  ) {
    whole = from.atWidth(figure!.width * times);
  }
  return whole;
}

const WIDTH = 720;
const HEIGHT = 480;

const inWidths = (atWidth: (width: number) => Figure): Drawable => ({
  figure: atWidth(WIDTH),
  atWidth,
});

export function asMatrix(store: TraceStore, { path }: Step, measure: Measure): Drawable {
  const { decimals, columnSums } = store.state;
  return inWidths((width) =>
    figure(store, {
      selection: selectionOf(store, [path]),
      size: { width, height: HEIGHT },
      words: store.t,
      measure,
      moment: 1,
      decimals,
      columnSums,
      root: false,
      detail: 'auto',
      scroll: {},
      apart: false,
    }),
  );
}

export function asLines(store: TraceStore, step: Step, measure: Measure): Drawable {
  const { hiddenHeads, focusToken, decimals } = store.state;
  const model = weightsModel(store, step);
  const shown = model.heads.filter(({ head }) => !hiddenHeads.includes(head));
  const kept = store.kept?.path === step.path ? store.kept.index.at(-2) : undefined;
  const focus = focusToken ?? (kept === undefined ? null : { side: 'query' as const, index: kept });
  const names = { query: store.t.axes.query, key: store.t.axes.key };
  return inWidths((width) =>
    linesFigure({ model, shown, focus }, { width, names, decimals, measure }),
  );
}
