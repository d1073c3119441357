import type { Computed } from '../engine/types/computed.js';
import { textSizes } from '../styles/sizes.js';
import { scaleEnd } from '../trace/numbers.js';
import { levels } from './chart/line.js';
import type { Caption, StepCaption } from './caption.js';
import type { Figure, Legend } from './figure.js';
import { shortened } from './layout/labels.js';
import { rectangle, text, type Mark, type Measure, type Piece, type TitleMark } from './marks.js';
import { SCRIPT, symbolRuns } from './layout/symbols.js';
import { fittingShape, TITLE_LINE } from './layout/titles.js';

const MARGIN = 16;
const LEAST = 320;
const LINE = 16;
const RAMP = { width: 72, height: 9, levels: 24 };
const GAP = 18;
const BOLD = 1.08;

export type Picture = Pick<Figure, 'width' | 'height' | 'marks'>;

/** A figure that can stand alone: with its title and shape above, its legend and where it comes from below. */
export function pictureOf(figure: Figure, caption: Caption, measure: Measure): Picture {
  const width = Math.max(LEAST, figure.width);
  const head = headingMarks(caption.heading, width, measure);
  const legend = legendMarks(figure, caption, width, measure);
  const below = head.height + figure.height + 10;
  const lines = caption.lines.flatMap((line) => wrapped(line, width, measure));
  const foot = below + legend.height + 15;
  const marks: Mark[] = [
    ...head.marks,
    { type: 'group', dy: head.height, marks: withLines(figure.marks, caption, width, measure) },
    { type: 'group', dy: below, marks: legend.marks },
    ...lines.map((line, i) => text({ x: 0, y: foot + i * LINE, text: line, size: textSizes.xs })),
  ];
  return {
    width: width + 2 * MARGIN,
    height: Math.ceil(foot + lines.length * LINE - 8 + 2 * MARGIN),
    marks: [{ type: 'group', dx: MARGIN, dy: MARGIN, marks }],
  };
}

/** The same marks with plain texts in the place of lines, for a renderer that has no lines. */
export function withoutLines(marks: readonly Mark[], measure: Measure): Mark[] {
  return marks.flatMap((mark): Mark[] => {
    if (mark.type === 'group') return [{ ...mark, marks: withoutLines(mark.marks, measure) }];
    if (mark.type !== 'line') return [mark];
    let { x } = mark;
    return mark.pieces.map(({ raised = 0, gap = 0, ...piece }) => {
      const at = x + gap;
      x = at + measure(piece.text, piece.size, piece.face);
      return text({ ...piece, x: at, y: mark.y - raised });
    });
  });
}

/** Marks in which titles are lines of text, which end where the picture does. */
function withLines(
  marks: readonly Mark[],
  caption: Caption,
  end: number,
  measure: Measure,
): Mark[] {
  return marks.flatMap((mark): Mark[] => {
    if (mark.type === 'group')
      return [{ ...mark, marks: withLines(mark.marks, caption, end, measure) }];
    if (mark.type !== 'title') return [mark];
    const of = caption.of(mark.path);
    const width = Math.min(mark.width, end - mark.x);
    return of ? titleMarks({ ...mark, width }, of, measure) : [];
  });
}

function symbolPieces({ symbol, role }: StepCaption, size: number, transposed = false): Piece[] {
  const tex = transposed ? `{${symbol}}^{\\top}` : symbol;
  return symbolRuns(tex).map(({ text, place, italic }) => ({
    text,
    size: place === 'base' ? size : size * SCRIPT,
    face: 'math',
    colour: `role-${role}`,
    italic,
    raised: place === 'base' ? 0 : place === 'sub' ? -size * 0.22 : size * 0.38,
  }));
}

function shapePiece(shape: string, gap: number): Piece {
  return { text: shape, size: textSizes.xs, face: 'mono', colour: 'soft', gap };
}

function widthOf(pieces: readonly Piece[], measure: Measure): number {
  return pieces.reduce(
    (sum, { text, size, face, gap = 0 }) => sum + gap + measure(text, size, face),
    0,
  );
}

/** An operand's symbol and shape at the foot of its box: as much as fits. */
function titleMarks(
  { x, y, width, height, transposed }: TitleMark,
  of: StepCaption,
  measure: Measure,
): Mark[] {
  const symbol = symbolPieces(of, textSizes.s, transposed);
  const foot = y + height - 6;
  const line = (pieces: readonly Piece[], at: number): Mark => ({ type: 'line', x, y: at, pieces });
  const { shape, below } = fittingShape(
    { width, height },
    widthOf(symbol, measure),
    [of.shape, of.sizes].map((one) => ({
      shape: one,
      width: widthOf([shapePiece(one, 0)], measure),
    })),
  );
  if (shape === undefined) return [line(symbol, foot)];
  if (!below) return [line([...symbol, shapePiece(shape, 6)], foot)];
  return [line(symbol, foot - TITLE_LINE), line([shapePiece(shape, 0)], foot)];
}

/** Symbol and title of the step; its block and its shape behind them, or below if they are long. */
function headingMarks(
  heading: StepCaption,
  width: number,
  measure: Measure,
): { marks: Mark[]; height: number } {
  const size = textSizes.l;
  const symbol = symbolPieces(heading, size);
  const room = width - widthOf(symbol, measure) - 8;
  // Bold letters are wider than those that are measured.
  const title = shortened(heading.title, room / BOLD, measure, size);
  const face = { size, face: 'sans', colour: 'ink', strong: true, gap: 8 } as const;
  const first: Piece[] = [...symbol, { text: title, ...face }];
  const style = { size: textSizes.xs, face: 'sans', colour: 'soft' } as const;
  const place = (gap: number): Piece[] =>
    heading.place ? [{ text: heading.place, ...style, gap }] : [];
  const line = (pieces: readonly Piece[], y: number): Mark => ({ type: 'line', x: 0, y, pieces });
  const whole = [...first, ...place(12), shapePiece(heading.shape, 12)];
  if (widthOf(whole, measure) * BOLD <= width) return { marks: [line(whole, 15)], height: 30 };
  const below = [...place(0), shapePiece(heading.shape, heading.place ? 8 : 0)];
  if (widthOf(below, measure) <= width)
    return { marks: [line(first, 15), line(below, 33)], height: 48 };
  const lines = [place(0), [shapePiece(heading.shape, 0)]].map((pieces, i) =>
    line(pieces, 33 + i * LINE),
  );
  return { marks: [line(first, 15), ...lines], height: 48 + LINE };
}

/** Every scale with its ends, and what hatching and rings mean, from left to right, in as many lines as needed. */
function legendMarks(
  figure: Figure,
  caption: Caption,
  width: number,
  measure: Measure,
): { marks: Mark[]; height: number } {
  const items: Item[] = figure.legends.map((legend) => scaleItem(legend, caption, measure));
  const isMasked = figure.grids.some(({ values }) => values.includes(-Infinity));
  const isEdited = figure.grids.some(({ step }) => step.edits > 0);
  const word = (label: string, mark: Mark): Item => ({
    width: 20 + measure(label, textSizes.xs, 'sans'),
    marks: [mark, text({ x: 20, y: 11, text: label, size: textSizes.xs })],
  });
  const box = { x: 0.5, y: 1.5, width: 14, height: 11 };
  if (isMasked) items.push(word(caption.masked, hatching(box)));
  if (isEdited) {
    items.push(
      word(caption.edited, { type: 'path', d: rectangle(box), stroke: 'edited', width: 2 }),
    );
  }
  const marks: Mark[] = [];
  let [x, y] = [0, 0];
  for (const item of items) {
    if (x > 0 && x + item.width > width) [x, y] = [0, y + LINE + 2];
    marks.push({ type: 'group', dx: x, dy: y, marks: item.marks });
    x += item.width + GAP;
  }
  return { marks, height: items.length > 0 ? y + LINE : 0 };
}

interface Item {
  width: number;
  marks: Mark[];
}

function scaleItem({ scale, paths }: Legend, caption: Caption, measure: Measure): Item {
  const symbols = paths.flatMap((path, i) => {
    const of = caption.of(path);
    const pieces = of ? symbolPieces(of, textSizes.xs) : [];
    return pieces.map((piece, j) => (i > 0 && j === 0 ? { ...piece, gap: 6 } : piece));
  });
  const end = (value: Computed, x: number): Mark & { type: 'text' } =>
    text({ x, y: 11, text: scaleEnd(value), size: textSizes.xs, face: 'mono' });
  const long = (mark: { text: string }): number => measure(mark.text, textSizes.xs, 'mono');
  const low = end(scale.low, widthOf(symbols, measure) + 6);
  const left = low.x + long(low) + 6;
  const high = end(scale.high, left + RAMP.width + 6);
  const values = levels(scale, RAMP.levels);
  const { width, height } = RAMP;
  const ramp = { x: left, y: 3, width, height };
  return {
    width: high.x + long(high),
    marks: [
      { type: 'line', x: 0, y: 11, pieces: symbols },
      low,
      { type: 'cells', ...ramp, rows: 1, columns: RAMP.levels, values, scale, size: textSizes.xs },
      high,
    ],
  };
}

function hatching(box: { x: number; y: number; width: number; height: number }): Mark {
  return {
    type: 'cells',
    ...box,
    rows: 1,
    columns: 1,
    values: Float32Array.of(-Infinity),
    scale: { kind: 'diverging', root: false, low: -1, high: 1 },
    size: textSizes.xs,
  };
}

/** Lines no wider than `width`; words are separated by spaces, Chinese characters stand alone. */
function wrapped(line: string, width: number, measure: Measure): string[] {
  const lines: string[] = [];
  let now = '';
  for (const part of line.split(/(?<=\s)|(?<=\p{Script=Han})/u)) {
    if (now !== '' && measure((now + part).trimEnd(), textSizes.xs, 'sans') > width) {
      lines.push(now.trimEnd());
      now = '';
    }
    now += part;
  }
  return [...lines, shortened(now.trimEnd(), width, measure)];
}
