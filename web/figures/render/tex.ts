import type { Step } from '../../engine/types/index.js';
import type { TraceStore } from '../../trace/store.js';
import { captionOf, captionTitle } from '../caption.js';
import type { Figure } from '../figure.js';
import type { Measure } from '../marks.js';
import { pictureOf } from '../picture.js';
import { cellsIn, tooMany, type TooMany } from './most.js';
import { paperLook } from './paper.js';
import { texOf } from './tex/document.js';

/** The figure of a step on paper, with its title and legend, as a LaTeX document that compiles by itself. */
export function texFileOf(
  store: TraceStore,
  figure: Figure,
  step: Step,
  measure: Measure,
): string | TooMany {
  const refused = tooMany(cellsIn(figure.marks));
  if (refused) return refused;
  const texts = store.t.figure;
  const caption = captionOf(store, figure.grids, step, texts);
  const title = captionTitle(caption.heading);
  const look = paperLook('light');
  return texOf(pictureOf(figure, caption, measure), { look, title, path: step.path, texts });
}
