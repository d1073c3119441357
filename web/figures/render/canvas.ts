import type { Numbers } from '../../engine/types/computed.js';
import type { Figure } from '../figure.js';
import type { CellsMark, Mark, PathMark, TextMark } from '../marks.js';
import { colourValue, GAPPED, inksOn, placeInTable, tableOf, type Look } from './look.js';

/** More cells than that are drawn as one picture, a pixel each. */
const MANY = 1500;

/** Draws a figure or a chart on a canvas of `ratio` device pixels to each of its own. Titles are left to the page. */
export function drawFigure(
  canvas: HTMLCanvasElement,
  figure: Pick<Figure, 'width' | 'height' | 'marks'>,
  look: Look,
  ratio: number,
): void {
  const width = Math.max(1, Math.round(figure.width * ratio));
  const height = Math.max(1, Math.round(figure.height * ratio));
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) return;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, figure.width, figure.height);
  drawMarks(context, figure.marks, look, ratio);
}

function drawMarks(
  context: CanvasRenderingContext2D,
  marks: readonly Mark[],
  look: Look,
  ratio: number,
): void {
  for (const mark of marks) {
    if (mark.type === 'text') drawText(context, mark, look);
    else if (mark.type === 'path') drawPath(context, mark, look);
    else if (mark.type === 'cells') drawCells(context, mark, look, ratio);
    else if (mark.type === 'group') {
      if (mark.opacity === 0) continue;
      context.save();
      context.translate(mark.dx ?? 0, mark.dy ?? 0);
      if (mark.opacity !== undefined) context.globalAlpha *= mark.opacity;
      if (mark.clip) {
        const { x, y, width, height } = mark.clip;
        context.beginPath();
        context.rect(x, y, width, height);
        context.clip();
      }
      drawMarks(context, mark.marks, look, ratio);
      context.restore();
    }
  }
}

function drawText(context: CanvasRenderingContext2D, mark: TextMark, look: Look): void {
  context.font = fontOf(mark, look);
  context.textAlign = mark.align === 'middle' ? 'center' : mark.align;
  context.fillStyle = colourValue(look, mark.colour);
  if (mark.turned === undefined) {
    context.fillText(mark.text, mark.x, mark.y);
    return;
  }
  context.save();
  context.translate(mark.x, mark.y);
  context.rotate((mark.turned * Math.PI) / 180);
  context.fillText(mark.text, 0, 0);
  context.restore();
}

export function fontOf(
  { size, face, strong, italic }: Pick<TextMark, 'size' | 'face' | 'strong' | 'italic'>,
  look: Look,
): string {
  return `${italic ? 'italic ' : ''}${strong ? 650 : 400} ${size}px ${look.faces[face]}`;
}

function drawPath(context: CanvasRenderingContext2D, mark: PathMark, look: Look): void {
  const path = new Path2D(mark.d);
  const before = context.globalAlpha;
  context.globalAlpha = before * (mark.opacity ?? 1);
  if (mark.fill) {
    context.fillStyle = colourValue(look, mark.fill);
    context.fill(path);
  }
  if (mark.stroke) {
    context.strokeStyle = colourValue(look, mark.stroke);
    context.lineWidth = mark.width ?? 1;
    context.setLineDash([...(mark.dash ?? [])]);
    context.stroke(path);
  }
  context.globalAlpha = before;
}

function drawCells(
  context: CanvasRenderingContext2D,
  mark: CellsMark,
  look: Look,
  ratio: number,
): void {
  const { x, y, width, height, rows, columns, values, texts } = mark;
  const table = tableOf(mark.scale, look);
  if (!table) {
    context.fillStyle = colourValue(look, 'surface');
    context.fillRect(x, y, width, height);
  } else if (rows * columns > MANY) drawPicture(context, mark, table.pixels, look);
  else {
    const snap = (at: number): number => Math.round(at * ratio) / ratio;
    const wide = width / columns;
    const high = height / rows;
    const gap = wide >= GAPPED && high >= GAPPED ? 1 / ratio : 0;
    for (let row = 0; row < rows; row += 1) {
      const top = snap(y + row * high);
      const bottom = snap(y + (row + 1) * high) - gap;
      for (let column = 0; column < columns; column += 1) {
        const value = values[row * columns + column]!;
        const left = snap(x + column * wide);
        const right = snap(x + (column + 1) * wide) - gap;
        context.fillStyle = Number.isFinite(value)
          ? cssColour(table.pixels[placeInTable(mark.scale, value)]!)
          : hatch(context, look);
        context.fillRect(left, top, right - left, bottom - top);
      }
    }
  }
  if (texts) drawDigits(context, mark, texts, look);
}

function drawDigits(
  context: CanvasRenderingContext2D,
  mark: CellsMark,
  texts: readonly string[],
  look: Look,
): void {
  const { x, y, width, height, rows, columns, values, scale, size } = mark;
  context.font = fontOf({ size, face: 'mono' }, look);
  context.textAlign = 'center';
  const wide = width / columns;
  const high = height / rows;
  // One ink after the other: changing it between any two texts costs more than the texts.
  const inks = Array.from(values, inksOn(look, scale));
  for (const ink of new Set(inks)) {
    context.fillStyle = ink;
    for (let i = 0; i < texts.length; i += 1) {
      if (inks[i] !== ink) continue;
      const middle = x + ((i % columns) + 0.5) * wide;
      const line = y + (Math.floor(i / columns) + 0.5) * high + size * 0.36;
      context.fillText(texts[i]!, middle, line);
    }
  }
}

/** The last picture of each list of values: a pointer that moves over it changes nothing but outlines. */
const pictures = new WeakMap<Numbers, Picture>();

interface Picture {
  key: string;
  canvas: HTMLCanvasElement;
  /** Whether some cells are clear, for the hatching below. */
  hatched: boolean;
}

/** One pixel for each cell, scaled without smoothing, over hatching. */
function drawPicture(
  context: CanvasRenderingContext2D,
  mark: CellsMark,
  pixels: Uint32Array,
  look: Look,
): void {
  const { x, y, width, height, values, scale, rows, columns } = mark;
  const { kind, root, low, high } = scale;
  const key = `${look.scheme},${kind},${root},${low},${high},${rows},${columns}`;
  let known = pictures.get(values);
  if (known?.key !== key) {
    known = { key, ...picture(mark, pixels) };
    pictures.set(values, known);
  }
  if (known.hatched) {
    context.fillStyle = hatch(context, look);
    context.fillRect(x, y, width, height);
  }
  context.imageSmoothingEnabled = false;
  context.drawImage(known.canvas, x, y, width, height);
}

function picture(
  { rows, columns, values, scale }: CellsMark,
  pixels: Uint32Array,
): Omit<Picture, 'key'> {
  const canvas = document.createElement('canvas');
  canvas.width = columns;
  canvas.height = rows;
  const context = canvas.getContext('2d');
  const image = context?.createImageData(columns, rows);
  let hatched = false;
  if (!context || !image) return { canvas, hatched };
  const to = new Uint32Array(image.data.buffer);
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i]!;
    if (Number.isFinite(value)) to[i] = pixels[placeInTable(scale, value)]!;
    else hatched = true;
  }
  context.putImageData(image, 0, 0);
  return { canvas, hatched };
}

export function cssColour(pixel: number): string {
  return `rgb(${pixel & 255} ${(pixel >> 8) & 255} ${(pixel >> 16) & 255})`;
}

const HATCH = 6;

const hatches = new WeakMap<Look, CanvasPattern | string>();

/** Masked cells are hatched, and nothing else is. */
function hatch(context: CanvasRenderingContext2D, look: Look): CanvasPattern | string {
  let made = hatches.get(look);
  if (!made) hatches.set(look, (made = makeHatch(context, look)));
  return made;
}

function makeHatch(context: CanvasRenderingContext2D, look: Look): CanvasPattern | string {
  const tile = document.createElement('canvas');
  tile.width = tile.height = HATCH * 2;
  const small = tile.getContext('2d');
  if (!small) return colourValue(look, 'surface');
  small.scale(2, 2);
  small.fillStyle = colourValue(look, 'surface');
  small.fillRect(0, 0, HATCH, HATCH);
  small.strokeStyle = colourValue(look, 'hatch');
  small.lineWidth = 1.4;
  small.beginPath();
  for (const from of [-HATCH, 0, HATCH]) {
    small.moveTo(from, HATCH);
    small.lineTo(from + HATCH, 0);
  }
  small.stroke();
  const pattern = context.createPattern(tile, 'repeat');
  pattern?.setTransform(new DOMMatrix([0.5, 0, 0, 0.5, 0, 0]));
  return pattern ?? colourValue(look, 'surface');
}
