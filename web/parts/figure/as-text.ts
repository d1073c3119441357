// The figure of a step as a text, drawn for paper, however a page shows it: it needs no page.

import type { Step } from '../../engine/types/index.js';
import { captionOf, captionTitle } from '../../figures/caption.js';
import type { Measure } from '../../figures/marks.js';
import { pictureOf, type Picture } from '../../figures/picture.js';
import { markdownOf } from '../../figures/render/markdown.js';
import type { TooMany } from '../../figures/render/most.js';
import { paperLook } from '../../figures/render/paper.js';
import { crc32 } from '../../figures/render/svg/png.js';
import { svgOf } from '../../figures/render/svg.js';
import { texFileOf } from '../../figures/render/tex.js';
import type { TraceStore } from '../../trace/store.js';
import { asLines, asMatrix, wholeFigure, type Drawable } from './drawable.js';

export type TextFormat = 'svg' | 'tex' | 'markdown';

export const look = paperLook('light');

/** A step as it is seen: as lines between words, or as a matrix. */
export const drawn = (store: TraceStore, step: Step, measure: Measure): Drawable =>
  store.weightsView === 'heads' ? asLines(store, step, measure) : asMatrix(store, step, measure);

/** The figure with its title, its legend and where it comes from; undefined if there is none. */
export function pictureFrom(
  store: TraceStore,
  from: Drawable,
  step: Step,
  measure: Measure,
): (Picture & { title: string }) | undefined {
  const figure = wholeFigure(from);
  if (!figure) return undefined;
  const caption = captionOf(store, figure.grids, step, store.t.figure);
  const title = captionTitle(caption.heading);
  return { ...pictureOf(figure, caption, measure), title };
}

/** The text of a file; undefined if there is no figure. */
export function figureText(
  store: TraceStore,
  from: Drawable,
  step: Step,
  format: TextFormat,
  measure: Measure,
): string | TooMany | undefined {
  if (format === 'markdown') return markdownOf(store, step);
  if (format === 'svg') {
    const picture = pictureFrom(store, from, step, measure);
    return picture && svgFile(store, picture);
  }
  const figure = wholeFigure(from);
  return figure && texFileOf(store, figure, step, measure);
}

function svgFile(store: TraceStore, picture: Picture & { title: string }): string {
  const lang = store.state.lang === 'zh' ? 'zh-CN' : 'en';
  const draw = (id: string): string => svgOf(picture, { look, lang, title: picture.title, id });
  // Two pictures in one document have the same ids only if they are the same picture.
  const sum = crc32(new TextEncoder().encode(draw('')));
  return draw(`ap-${sum.toString(36)}`);
}
