// The figure of a beat as SVG, for those who read without a script and on paper: drawn by the page's own figures, light and dark.

import { alone } from '../../../figures/alone.js';
import { captionOf, captionTitle, chosenText } from '../../../figures/caption.js';
import type { Figure, FigureOptions } from '../../../figures/figure.js';
import { figure } from '../../../figures/index.js';
import { measure } from '../../../figures/measured.js';
import { pictureOf } from '../../../figures/picture.js';
import { drawsLanes } from '../../../figures/products.js';
import { escaped } from '../../../figures/render/svg/element.js';
import { rightSteps } from '../../../figures/right.js';
import { selectionOf } from '../../../figures/selection.js';
import { isWeights } from '../../../trace/operations.js';
import { lanesOf } from '../../../trace/stops.js';
import type { Step } from '../../../engine/types/index.js';
import type { TraceStore } from '../../../trace/store.js';
import { svgInPage } from './svg';

/** A phone shows it whole, and its digits can still be read. */
const SIZE = { width: 420, height: 420 };
/** As wide as the text of a lesson on paper; what has no room for its digits in the other is drawn in this. */
const WIDE = { width: 640, height: 480 };

/** What a playground shows, as HTML of one line; `id` begins the ids in it. */
export function pictureOfStore(store: TraceStore, id: string): string {
  const { fault, current } = store;
  if (!current) return '';
  const differs = fault?.differs(current.path) ?? false;
  const paths = differs || !drawsLanes(current.op) ? [current.path] : lanePaths(store);
  // Weights that are lines between words on the page are the matrix of these weights here.
  const isAlone = isWeights(current) && store.weightsView !== 'matrix';
  const draw = (size: FigureOptions['size']): Figure => {
    const options = optionsOf(store, paths, size);
    return isAlone ? alone(store, options, {}) : figure(store, options);
  };
  const narrow = draw(SIZE);
  const own = hasDigits(narrow) ? narrow : draw(WIDE);
  const pictures = [svg(store, own, id)];
  if (differs && fault!.right.step(current.path)) {
    const right = alone(rightSteps(store, fault!), optionsOf(store, paths, SIZE), {});
    pictures.push(`<p>${escaped(store.t.faults.right)}</p>`, svg(store, right, `${id}-right`));
  }
  return pictures.join('');
}

/** One step by itself, under its own caption. */
export const pictureOfStep = (store: TraceStore, step: Step, id: string): string =>
  svg(store, alone(store, optionsOf(store, [step.path], SIZE), {}), id, step);

const lanePaths = (store: TraceStore): string[] =>
  lanesOf(store, store.current!).map(({ path }) => path);

const hasDigits = ({ grids }: Figure): boolean =>
  grids.every(({ decimals, scroller }) => decimals !== undefined && scroller === undefined);

function optionsOf(
  store: TraceStore,
  paths: readonly string[],
  size: FigureOptions['size'],
): FigureOptions {
  return {
    selection: selectionOf(store, paths),
    size,
    scrollsInside: false,
    words: store.t,
    measure,
    moment: 1,
    decimals: store.state.decimals,
    columnSums: store.state.columnSums,
    root: false,
    detail: 'auto',
    scroll: {},
    apart: false,
  };
}

function svg(store: TraceStore, drawn: Figure, id: string, step = store.current!): string {
  const { figure: texts } = store.t;
  const caption = captionOf(store, drawn.grids, step, texts);
  const lines = [chosenText(store, drawn.grids, texts)].filter(Boolean);
  const picture = pictureOf({ ...drawn, legends: [] }, { ...caption, lines }, measure);
  return svgInPage(picture, { title: captionTitle(caption.heading), lang: store.state.lang, id });
}
