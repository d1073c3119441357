import { captionOf, captionTitle } from '../../figures/caption.js';
import type { Figure } from '../../figures/figure.js';
import { rectangle, type Mark } from '../../figures/marks.js';
import { pictureOf, withoutLines, type Picture } from '../../figures/picture.js';
import { drawFigure } from '../../figures/render/canvas.js';
import { paperLook } from '../../figures/render/paper.js';
import { markdownOf } from '../../figures/render/markdown.js';
import type { TooMany } from '../../figures/render/most.js';
import { crc32 } from '../../figures/render/svg/png.js';
import { svgOf } from '../../figures/render/svg.js';
import { texFileOf } from '../../figures/render/tex.js';
import type { Step } from '../../engine/types/index.js';
import type { TraceStore } from '../../trace/store.js';
import type { ApFigure } from './figure.js';
import { download } from '../../kit/input/download.js';
import { measureWith } from '../../kit/element/look.js';

/** Pixels of a saved picture for each of the page's, and how many it has at most: some browsers draw no more. */
const SHARP = 3;
const MOST = 2 ** 24;
/** How much wider than on the page a figure may get so that nothing of it has to be scrolled. */
const WIDEST = 8;

const look = paperLook('light');
const measure = measureWith(look);

/** What is saved: the whole figure, on paper, with its title, its legend and where it comes from. */
interface Page {
  picture: Picture;
  title: string;
}

/** The figure as on the page; wider if something of it would have to be scrolled. */
export function wholeFigure(element: ApFigure): Figure | undefined {
  const { figure } = element;
  let whole = figure;
  for (
    let times = 2;
    whole?.grids.some(({ scroller, rowScroller }) => scroller ?? rowScroller) && times <= WIDEST;
    times *= 2
  ) {
    whole = element.atWidth(figure!.width * times);
  }
  return whole;
}

function pageOf(store: TraceStore, element: ApFigure, step: Step): Page | undefined {
  const figure = wholeFigure(element);
  if (!figure) return undefined;
  const caption = captionOf(store, figure.grids, step, store.t.figure);
  return {
    picture: pictureOf(figure, caption, measure),
    title: captionTitle(caption.heading),
  };
}

/** Saves the figure of a step as an SVG file. */
export function saveSvg(store: TraceStore, element: ApFigure, step: Step): void {
  const page = pageOf(store, element, step);
  if (!page) return;
  const lang = store.state.lang === 'zh' ? 'zh-CN' : 'en';
  const draw = (id: string): string => svgOf(page.picture, { look, lang, title: page.title, id });
  // Two pictures in one document have the same ids only if they are the same picture.
  const sum = crc32(new TextEncoder().encode(draw('')));
  save(new Blob([draw(`ap-${sum.toString(36)}`)], { type: 'image/svg+xml' }), step, 'svg');
}

/** Saves the figure of a step as a PNG file; resolves to whether the browser made one. */
export async function savePng(store: TraceStore, element: ApFigure, step: Step): Promise<boolean> {
  const page = pageOf(store, element, step);
  if (!page) return false;
  const { width, height, marks } = page.picture;
  let ratio = SHARP;
  while (width * height * ratio * ratio > MOST) ratio /= 2;
  const canvas = document.createElement('canvas');
  const d = rectangle({ x: 0, y: 0, width, height });
  const ground: Mark = { type: 'path', d, fill: 'ground' };
  const all = [ground, ...withoutLines(marks, measure)];
  drawFigure(canvas, { width, height, marks: all }, look, ratio);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (blob) save(blob, step, 'png');
  return blob !== null;
}

/** Saves the figure of a step as a LaTeX file, unless it has more cells than TeX can draw. */
export function saveTex(store: TraceStore, element: ApFigure, step: Step): TooMany | undefined {
  const figure = wholeFigure(element);
  return figure && saveText(texFileOf(store, figure, step, measure), step, 'tex');
}

/** Saves the numbers of a step as tables of Markdown, unless they are too many. */
export function saveMarkdown(store: TraceStore, step: Step): TooMany | undefined {
  return saveText(markdownOf(store, step), step, 'md');
}

function saveText(made: string | TooMany, step: Step, ending: 'tex' | 'md'): TooMany | undefined {
  if (typeof made !== 'string') return made;
  const type = { tex: 'application/x-tex', md: 'text/markdown' }[ending];
  save(new Blob([made], { type: `${type};charset=utf-8` }), step, ending);
  return undefined;
}

/** `encoder.0.self_attention.scores.svg` */
function save(blob: Blob, { path }: Step, ending: string): void {
  download(blob, `${path}.${ending}`);
}
