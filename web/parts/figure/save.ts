// The figure of the step that is shown as a file, drawn for paper, however the page shows it.

import type { Step } from '../../engine/types/index.js';
import { captionOf, captionTitle } from '../../figures/caption.js';
import { rectangle, type Mark } from '../../figures/marks.js';
import { pictureOf, withoutLines, type Picture } from '../../figures/picture.js';
import { drawFigure } from '../../figures/render/canvas.js';
import { markdownOf } from '../../figures/render/markdown.js';
import type { TooMany } from '../../figures/render/most.js';
import { paperLook } from '../../figures/render/paper.js';
import { crc32 } from '../../figures/render/svg/png.js';
import { svgOf } from '../../figures/render/svg.js';
import { texFileOf } from '../../figures/render/tex.js';
import { measureWith } from '../../kit/element/look.js';
import { download } from '../../kit/input/download.js';
import { fill } from '../../trace/names.js';
import type { Said } from '../../trace/said.js';
import type { TraceStore } from '../../trace/store.js';
import { asLines, asMatrix, wholeFigure, type Drawable } from './drawable.js';

export type FigureFormat = 'svg' | 'png' | 'tex' | 'markdown';

/** Pixels of a saved picture for each of the page's, and how many it has at most: some browsers draw no more. */
const SHARP = 3;
const MOST = 2 ** 24;

const look = paperLook('light');
const measure = measureWith(look);

const endings = { svg: 'svg', png: 'png', tex: 'tex', markdown: 'md' } as const;
const textTypes = { tex: 'application/x-tex', markdown: 'text/markdown' } as const;

/**
 * Saves the figure of the current step: `shown` where it is drawn as matrices now, else as it is seen, as lines between
 * words or as a matrix. Returns what is said of it.
 */
export async function saveFigure(
  store: TraceStore,
  shown: Drawable | null | undefined,
  format: FigureFormat,
): Promise<Said> {
  const step = store.current;
  if (!step) return ({ t }) => t.figure.noPicture;
  const made = await make(store, shown ?? drawn(store, step), step, format);
  if (made === undefined) return ({ t }) => t.figure.noPicture;
  if (!(made instanceof Blob)) return ({ t }) => fill(t.figure.tooMany, { ...made });
  // `encoder.0.self_attention.scores.svg`
  const file = `${step.path}.${endings[format]}`;
  download(made, file);
  return ({ t }) => fill(t.take.saved, { file });
}

const drawn = (store: TraceStore, step: Step): Drawable =>
  store.weightsView === 'heads' ? asLines(store, step, measure) : asMatrix(store, step, measure);

/** undefined if the browser makes none. */
function make(
  store: TraceStore,
  from: Drawable,
  step: Step,
  format: FigureFormat,
): Promise<Blob | undefined> | Blob | TooMany | undefined {
  if (format === 'markdown') return textFile(markdownOf(store, step), format);
  const figure = wholeFigure(from);
  if (!figure) return undefined;
  if (format === 'tex') return textFile(texFileOf(store, figure, step, measure), format);
  const caption = captionOf(store, figure.grids, step, store.t.figure);
  const picture = pictureOf(figure, caption, measure);
  if (format === 'png') return pngOf(picture);
  return new Blob([svgFile(store, picture, captionTitle(caption.heading))], {
    type: 'image/svg+xml',
  });
}

function svgFile(store: TraceStore, picture: Picture, title: string): string {
  const lang = store.state.lang === 'zh' ? 'zh-CN' : 'en';
  const draw = (id: string): string => svgOf(picture, { look, lang, title, id });
  // Two pictures in one document have the same ids only if they are the same picture.
  const sum = crc32(new TextEncoder().encode(draw('')));
  return draw(`ap-${sum.toString(36)}`);
}

/** undefined if the browser makes none. */
async function pngOf({ width, height, marks }: Picture): Promise<Blob | undefined> {
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

const textFile = (made: string | TooMany, format: keyof typeof textTypes): Blob | TooMany =>
  typeof made === 'string'
    ? new Blob([made], { type: `${textTypes[format]};charset=utf-8` })
    : made;
