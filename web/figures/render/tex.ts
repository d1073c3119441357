import { colourTable } from '../../styles/colour-scales.js';
import { plainColour } from '../../styles/srgb.js';
import { withoutLines, type Picture } from '../picture.js';
import {
  type CellsMark,
  type GroupMark,
  type Mark,
  type Measure,
  type PathMark,
  type ScaleOf,
  type TextMark,
} from '../marks.js';
import { colourValue, GAPPED, inksOn, type Look } from './look.js';
import { escapeTex } from './tex/escape.js';

/** TeX takes a second for some thousand cells, and its memory ends at some ten thousand. */
export const MOST_CELLS = 4096;

/** A pixel of the page in PostScript points, TeX's `bp`. */
const PIXEL = 0.75;
/** Colours of a colormap: between them TeX interpolates. */
const STOPS = 33;

export interface TexOptions {
  look: Look;
  title: string;
  measure: Measure;
}

/** How many cells a picture has: more than `MOST_CELLS` are too many for TeX. */
export function cellsIn(marks: readonly Mark[]): number {
  return marks.reduce((sum, mark) => {
    if (mark.type === 'cells') return sum + mark.rows * mark.columns;
    return mark.type === 'group' ? sum + cellsIn(mark.marks) : sum;
  }, 0);
}

/**
 * A picture as a LaTeX document that compiles by itself: text and lines by TikZ, and each matrix as a `matrix plot*` of PGFPlots,
 * with its numbers in a table. What stands between \begin{tikzpicture} and \end{tikzpicture} can be taken into another document.
 */
export function texOf({ marks }: Picture, options: TexOptions): string {
  const drawing = new Drawing(options);
  const body = drawing.all(withoutLines(marks, options.measure));
  const hasHan = /\p{Script=Han}/u.test(body);
  return [
    `% ${options.title}`,
    ...(hasHan ? ['% With Chinese characters: xelatex or lualatex.'] : []),
    '\\documentclass[border=4bp]{standalone}',
    ...(hasHan ? ['\\usepackage{ctex}'] : []),
    '\\usepackage{pgfplots}',
    '\\pgfplotsset{compat=1.16}',
    '\\usetikzlibrary{patterns,svg.path}',
    '\\begin{document}',
    ...drawing.definitions(),
    `\\begin{tikzpicture}[x=${PIXEL}bp,y=-${PIXEL}bp,inner sep=0pt,outer sep=0pt]`,
    body,
    '\\end{tikzpicture}',
    '\\end{document}',
    '',
  ].join('\n');
}

class Drawing {
  private readonly colours = new Map<string, string>();
  private readonly maps = new Map<string, string>();

  constructor(private readonly options: TexOptions) {}

  /** The colours and colormaps that were used. */
  definitions(): string[] {
    const colours = [...this.colours].map(
      ([value, name]) => `\\definecolor{${name}}{HTML}{${value}}`,
    );
    return [...colours, ...[...this.maps].map(([key, name]) => this.colourMap(key, name))];
  }

  all(marks: readonly Mark[]): string {
    return marks
      .map((mark) => this.one(mark))
      .filter(Boolean)
      .join('\n');
  }

  private one(mark: Mark): string {
    if (mark.type === 'cells') return this.cells(mark);
    if (mark.type === 'path') return this.path(mark);
    if (mark.type === 'text') return this.text(mark);
    return mark.type === 'group' ? this.group(mark) : '';
  }

  /** The name of a CSS colour. */
  private colour(of: Parameters<typeof colourValue>[1]): string {
    return this.named(plainColour(colourValue(this.options.look, of)));
  }

  private named(css: string): string {
    const short = /^#(.)(.)(.)$/.exec(css);
    const value = (
      short
        ? short
            .slice(1)
            .map((digit) => digit + digit)
            .join('')
        : css.slice(1)
    ).toUpperCase();
    let name = this.colours.get(value);
    if (!name) this.colours.set(value, (name = `ap${this.colours.size + 1}`));
    return name;
  }

  private group({ marks, clip, dx = 0, dy = 0, opacity = 1 }: GroupMark): string {
    if (opacity === 0) return '';
    const content = this.all(marks);
    if (content === '') return '';
    const moved = dx !== 0 || dy !== 0;
    if (!moved && !clip && opacity === 1) return content;
    const style = [
      ...(moved ? [`shift={(${place(dx)},${place(dy)})}`] : []),
      ...(opacity === 1 ? [] : [`opacity=${short(opacity)}`]),
    ];
    const cut = clip
      ? `\\clip (${place(clip.x)},${place(clip.y)}) rectangle +(${place(clip.width)},${place(clip.height)});\n`
      : '';
    return `\\begin{scope}[${style.join(',')}]\n${cut}${content}\n\\end{scope}`;
  }

  private path({ d, stroke, fill, width = 1, dash, opacity }: PathMark): string {
    const style = [
      ...(stroke ? [`draw=${this.colour(stroke)}`, `line width=${short(width * PIXEL)}bp`] : []),
      ...(fill ? [`fill=${this.colour(fill)}`] : []),
      ...(dash ? [`dash pattern=${dashes(dash)}`] : []),
      ...(opacity === undefined || opacity === 1 ? [] : [`opacity=${short(opacity)}`]),
    ];
    return `\\path[${style.join(',')}] svg[xscale=${UNIT},yscale=-${UNIT}]{${rounded(d)}};`;
  }

  private text({
    x,
    y,
    text,
    size,
    face,
    colour,
    align,
    strong,
    italic,
    turned,
  }: TextMark): string {
    if (text === '') return '';
    const anchor = { start: 'base west', middle: 'base', end: 'base east' }[align];
    const style = [
      `anchor=${anchor}`,
      `text=${this.colour(colour)}`,
      `font=${fontOf(size, face, strong, italic)}`,
      ...(turned === undefined ? [] : [`rotate=${short(-turned)}`]),
    ];
    return `\\node[${style.join(',')}] at (${place(x)},${place(y)}) {${escapeTex(text)}};`;
  }

  private cells(mark: CellsMark): string {
    const { x, y, width, height, scale, texts } = mark;
    const isColoured = scale.kind !== 'plain';
    const box = `(${place(x)},${place(y)}) rectangle +(${place(width)},${place(height)})`;
    return [
      isColoured ? this.plot(mark) : `\\fill[${this.colour('surface')}] ${box};`,
      isColoured ? this.hatching(mark) : '',
      isColoured ? this.gaps(mark) : '',
      texts ? this.digits(mark, texts) : '',
    ]
      .filter(Boolean)
      .join('\n');
  }

  /** The numbers, each at its place. */
  private plot({ x, y, width, height, rows, columns, values, scale }: CellsMark): string {
    const lines = Array.from(values, (value, at) => {
      const column = at % columns;
      const row = (at - column) / columns;
      return `${column} ${row} ${Number.isFinite(value) ? String(value) : 'nan'}`;
    });
    const meta = scale.root ? 'sqrt(max(0,\\thisrow{v}))' : '\\thisrow{v}';
    const ends = [scale.low, scale.high].map((end) => (scale.root ? Math.sqrt(end) : end));
    return `\\begin{axis}[at={(${place(x)},${place(y)})},anchor=north west,hide axis,scale only axis,
  width=${short(width * PIXEL)}bp,height=${short(height * PIXEL)}bp,enlargelimits=false,y dir=reverse,
  xmin=-0.5,xmax=${columns - 0.5},ymin=-0.5,ymax=${rows - 0.5},
  colormap name=${this.mapOf(scale)},point meta min=${ends[0]},point meta max=${ends[1]}]
\\addplot[matrix plot*,mesh/cols=${columns},mesh/rows=${rows},point meta={${meta}},unbounded coords=jump] table {
x y v
${lines.join('\n')}
};
\\end{axis}`;
  }

  private mapOf({ kind }: ScaleOf): string {
    let name = this.maps.get(kind);
    if (!name) this.maps.set(kind, (name = `ap-${kind}`));
    return name;
  }

  private colourMap(kind: string, name: string): string {
    const { pixels } = colourTable(kind as 'sequential', this.options.look.scheme);
    const stops = Array.from({ length: STOPS }, (_, i) => {
      const pixel = pixels[Math.round((i * (pixels.length - 1)) / (STOPS - 1))]!;
      return `rgb255=(${pixel & 255},${(pixel >> 8) & 255},${(pixel >> 16) & 255})`;
    });
    return `\\pgfplotsset{colormap={${name}}{${stops.join(' ')}}}`;
  }

  /** What is masked. */
  private hatching({ x, y, width, height, rows, columns, values }: CellsMark): string {
    const boxes = Array.from(values, (value, at) => {
      if (Number.isFinite(value)) return '';
      const column = at % columns;
      const row = (at - column) / columns;
      const left = place(x + (column * width) / columns);
      const top = place(y + (row * height) / rows);
      return `(${left},${top}) rectangle +(${place(width / columns)},${place(height / rows)})`;
    }).filter(Boolean);
    if (boxes.length === 0) return '';
    const style = `pattern=north east lines,pattern color=${this.colour('hatch')}`;
    return `\\path[${style}] ${boxes.join(' ')};`;
  }

  /** Hairlines between cells that are large enough. */
  private gaps({ x, y, width, height, rows, columns }: CellsMark): string {
    if (width / columns < GAPPED || height / rows < GAPPED) return '';
    const lines = [
      ...Array.from({ length: columns - 1 }, (_, i) => {
        const at = place(x + ((i + 1) * width) / columns);
        return `(${at},${place(y)}) -- +(0,${place(height)})`;
      }),
      ...Array.from({ length: rows - 1 }, (_, i) => {
        const at = place(y + ((i + 1) * height) / rows);
        return `(${place(x)},${at}) -- +(${place(width)},0)`;
      }),
    ];
    if (lines.length === 0) return '';
    return `\\draw[${this.colour('ground')},line width=${PIXEL}bp] ${lines.join(' ')};`;
  }

  private digits(mark: CellsMark, texts: readonly string[]): string {
    const { x, y, width, height, rows, columns, values, scale, size } = mark;
    const inkOf = inksOn(this.options.look, scale);
    return texts
      .map((text, at) => {
        const column = at % columns;
        const row = (at - column) / columns;
        const ink = this.named(plainColour(inkOf(values[at]!)));
        const middle = place(x + ((column + 0.5) * width) / columns);
        const foot = place(y + ((row + 0.5) * height) / rows + size * 0.36);
        const style = `anchor=base,text=${ink},font=${fontOf(size, 'mono')}`;
        return text === '' ? '' : `\\node[${style}] at (${middle},${foot}) {${escapeTex(text)}};`;
      })
      .filter(Boolean)
      .join('\n');
  }
}

/** Of an SVG path, whose numbers are TeX's points: 72.27 an inch, where `bp` are 72. */
const UNIT = short(PIXEL * (72.27 / 72), 5);

const families = { sans: '\\sffamily', mono: '\\ttfamily', math: '\\rmfamily' } as const;

function fontOf(size: number, face: TextMark['face'], strong = false, italic = false): string {
  const points = short(size * PIXEL);
  const shape = `${strong ? '\\bfseries' : ''}${italic ? '\\itshape' : ''}`;
  return `{\\fontsize{${points}bp}{${points}bp}${families[face]}${shape}\\selectfont}`;
}

const dashes = (dash: readonly number[]): string =>
  dash.map((length, i) => `${i % 2 === 0 ? 'on' : 'off'} ${short(length * PIXEL)}bp`).join(' ');

function short(value: number, digits = 3): string {
  return String(Number(value.toFixed(digits)));
}

const place = (value: number): string => short(value, 2);

/** A path with two decimals at most. */
function rounded(d: string): string {
  return d.replace(/-?\d+\.\d{3,}(?:e-\d+)?/g, (found) => short(Number(found), 2));
}
