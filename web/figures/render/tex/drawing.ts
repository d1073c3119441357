import type { GroupMark, LineMark, Mark, PathMark, Piece, TextMark } from '../../marks.js';
import type { Look } from '../look.js';
import { Cells } from './cells.js';
import { escapeTex, numberTex } from './escape.js';
import { length, place, PIXEL, short } from './lengths.js';
import { fontOf, Names } from './names.js';
import { isSymbol, symbolTex } from './symbol.js';

/** The numbers of an SVG path are TeX's points: 72.27 an inch, where `bp` are 72. */
const UNIT = short(PIXEL * (72.27 / 72), 5);

/** Marks as TikZ, in pixels of the page, y downwards. */
export class Drawing {
  private readonly names: Names;
  private readonly cells: Cells;

  constructor(look: Look) {
    this.names = new Names(look);
    this.cells = new Cells(this.names);
  }

  /** Of the colours, colormaps and styles that were used. */
  definitions(): string[] {
    return this.names.definitions();
  }

  all(marks: readonly Mark[]): string {
    return marks
      .map((mark) => this.one(mark))
      .filter(Boolean)
      .join('\n');
  }

  private one(mark: Mark): string {
    if (mark.type === 'cells') return this.cells.draw(mark);
    if (mark.type === 'path') return this.path(mark);
    if (mark.type === 'text') return this.text(mark);
    if (mark.type === 'line') return this.line(mark);
    return mark.type === 'group' ? this.group(mark) : '';
  }

  private group({ marks, clip, dx = 0, dy = 0, opacity = 1 }: GroupMark): string {
    if (opacity === 0) return '';
    const content = this.all(marks);
    if (content === '') return '';
    const isMoved = dx !== 0 || dy !== 0;
    if (!isMoved && !clip && opacity === 1) return content;
    const style = [
      ...(isMoved ? [`shift={(${place(dx)},${place(dy)})}`] : []),
      ...(opacity === 1 ? [] : [`opacity=${short(opacity)}`]),
    ];
    const cut = clip
      ? `\\clip (${place(clip.x)},${place(clip.y)}) rectangle +(${place(clip.width)},${place(clip.height)});\n`
      : '';
    const options = style.length > 0 ? `[${style.join(',')}]` : '';
    return `\\begin{scope}${options}\n${cut}${content}\n\\end{scope}`;
  }

  private path({ d, stroke, fill, width = 1, dash, opacity = 1 }: PathMark): string {
    const { names } = this;
    const style = [
      ...(stroke ? [`draw=${names.colour(stroke)}`, `line width=${length(width)}`] : []),
      ...(fill ? [`fill=${names.colour(fill)}`] : []),
      ...(dash ? [`dash pattern=${dashes(dash)}`] : []),
      ...(opacity === 1 ? [] : [`opacity=${short(opacity)}`]),
    ];
    return `\\path[${style.join(',')}] svg[xscale=${UNIT},yscale=-${UNIT}]{${plainPath(d)}};`;
  }

  private text(mark: TextMark): string {
    const { x, y, text, face, colour, align, turned } = mark;
    if (text === '') return '';
    const anchor = { start: 'base west', middle: 'base', end: 'base east' }[align];
    const style = [
      this.names.text(mark, this.names.colour(colour), anchor),
      ...(turned === undefined ? [] : [`rotate=${short(-turned)}`]),
    ];
    return `\\node[${style.join(',')}] at (${place(x)},${place(y)}) {${face === 'mono' ? numberTex(text) : escapeTex(text)}};`;
  }

  /** Pieces one after another; those of a symbol are a formula. */
  private line({ x, y, pieces }: LineMark): string {
    const content: string[] = [];
    for (let i = 0; i < pieces.length; i += 1) {
      const piece = pieces[i]!;
      const symbol = symbolAt(pieces, i);
      content.push(
        this.piece(piece, symbol.length > 0 ? symbolTex(symbol) : escapeTex(piece.text)),
      );
      i += Math.max(0, symbol.length - 1);
    }
    if (content.length === 0) return '';
    return `\\node[anchor=base west] at (${place(x)},${place(y)}) {${content.join('%\n')}};`;
  }

  private piece(piece: Piece, content: string): string {
    const room = piece.gap ? `\\hspace{${length(piece.gap)}}` : '';
    return `${room}{\\color{${this.names.colour(piece.colour)}}${fontOf(piece).slice(1, -1)} ${content}}`;
  }
}

/** The pieces from `from` on that are one symbol: a gap begins another. */
function symbolAt(pieces: readonly Piece[], from: number): Piece[] {
  const symbol: Piece[] = [];
  for (const piece of pieces.slice(from)) {
    if (!isSymbol(piece) || (symbol.length > 0 && piece.gap)) break;
    symbol.push(piece);
  }
  return symbol;
}

const dashes = (dash: readonly number[]): string =>
  dash.map((long, i) => `${i % 2 === 0 ? 'on' : 'off'} ${length(long)}`).join(' ');

/** A path with two decimals at most, and with curves in the place of half circles, of which TikZ draws the first one only. */
function plainPath(d: string): string {
  return d
    .replace(/a(\S+) \1 0 1 0 (\S+) 0/g, (_, radius: string, across: string) =>
      halfCircle(Number(radius) * Math.sign(Number(across))),
    )
    .replace(/-?\d+\.\d{3,}(?:e-\d+)?/g, (found) => short(Number(found), 2));
}

/** How far from a quarter circle's ends its curve aims, as a part of the radius. */
const AIM = 0.5523;

/** From the left below to the right; from the right above to the left if the radius is negative. */
function halfCircle(r: number): string {
  const [aim, rest] = [r * AIM, r * (1 - AIM)];
  return `c0 ${aim} ${rest} ${r} ${r} ${r}c${aim} 0 ${r} ${-rest} ${r} ${-r}`;
}
