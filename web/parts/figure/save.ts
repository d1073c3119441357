// The figure of the step that is shown as a file, drawn for paper, however the page shows it.

import { rectangle, type Mark } from '../../figures/marks.js';
import { withoutLines, type Picture } from '../../figures/picture.js';
import { drawFigure } from '../../figures/render/canvas.js';
import { measureWith } from '../../kit/element/look.js';
import { download } from '../../kit/input/download.js';
import { fill } from '../../trace/names.js';
import type { Said } from '../../trace/said.js';
import type { TraceStore } from '../../trace/store.js';
import { drawn, figureText, look, pictureFrom, type TextFormat } from './as-text.js';
import type { Drawable } from './drawable.js';

export type FigureFormat = TextFormat | 'png';

/** Pixels of a saved picture for each of the page's, and how many it has at most: some browsers draw no more. */
const SHARP = 3;
const MOST = 2 ** 24;

const measure = measureWith(look);

const endings = { svg: 'svg', png: 'png', tex: 'tex', markdown: 'md' } as const;
const types = {
  svg: 'image/svg+xml',
  tex: 'application/x-tex;charset=utf-8',
  markdown: 'text/markdown;charset=utf-8',
} as const satisfies Record<TextFormat, string>;

/**
 * Saves the figure of the current step: `shown` where it is drawn as matrices now, else as it is seen. Returns what is said
 * of it.
 */
export async function saveFigure(
  store: TraceStore,
  shown: Drawable | null | undefined,
  format: FigureFormat,
): Promise<Said> {
  const step = store.current;
  if (!step) return ({ t }) => t.figure.noPicture;
  const from = shown ?? drawn(store, step, measure);
  const made =
    format === 'png'
      ? await pngOf(pictureFrom(store, from, step, measure))
      : figureText(store, from, step, format, measure);
  if (made === undefined) return ({ t }) => t.figure.noPicture;
  if (!(made instanceof Blob || typeof made === 'string')) {
    return ({ t }) => fill(t.figure.tooMany, { ...made });
  }
  // `encoder.0.self_attention.scores.svg`
  const file = `${step.path}.${endings[format]}`;
  const isText = typeof made === 'string' && format !== 'png';
  download(isText ? new Blob([made], { type: types[format] }) : (made as Blob), file);
  return ({ t }) => fill(t.take.saved, { file });
}

/** undefined if the browser makes none. */
async function pngOf(picture: Picture | undefined): Promise<Blob | undefined> {
  if (!picture) return undefined;
  const { width, height, marks } = picture;
  let ratio = SHARP;
  while (width * height * ratio * ratio > MOST) ratio /= 2;
  const canvas = document.createElement('canvas');
  const d = rectangle({ x: 0, y: 0, width, height });
  const ground: Mark = { type: 'path', d, fill: 'ground' };
  const all = [ground, ...withoutLines(marks, measure)];
  drawFigure(canvas, { width, height, marks: all }, look, ratio);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  return blob ?? undefined;
}
