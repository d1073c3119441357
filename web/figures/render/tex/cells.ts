import { plainNumber } from '../../../engine/traces/plain.js';
import type { Computed } from '../../../engine/types/computed.js';
import type { CellsMark } from '../../marks.js';
import { GAPPED } from '../look.js';
import { numberTex } from './escape.js';
import { length, place } from './lengths.js';
import type { Names } from './names.js';

/** Cells as TeX: numbers in a table with a colormap over them, hatching, gaps, and digits. */
export class Cells {
  constructor(private readonly names: Names) {}

  draw(mark: CellsMark): string {
    const { scale, texts } = mark;
    const isColoured = scale.kind !== 'plain';
    return [
      ...(isColoured
        ? [this.plot(mark), this.hatching(mark), this.gaps(mark)]
        : [`\\fill[${this.names.colour('surface')}] ${boxOf(mark)};`]),
      texts ? this.digits(mark, texts) : '',
    ]
      .filter(Boolean)
      .join('\n');
  }

  private plot(mark: CellsMark): string {
    const { x, y, width, height, rows, columns, values, scale } = mark;
    // PGFPlots takes the size of cells from their neighbours: one row or column has another beside it, outside of the axes.
    const [high, wide] = [Math.max(2, rows), Math.max(2, columns)];
    const lines: string[] = [];
    for (let row = 0; row < high; row += 1) {
      for (let column = 0; column < wide; column += 1) {
        const isCell = row < rows && column < columns;
        const number = isCell ? numberText(values[row * columns + column]!) : 'nan';
        lines.push(`${column} ${row} ${number}`);
      }
    }
    const [low, most] = [scale.low, scale.high].map(numberText);
    return `\\begin{scope}[shift={(${place(x)},${place(y)})},x=1bp,y=1bp]
\\begin{axis}[anchor=north west,hide axis,scale only axis,
  width=${length(width)},height=${length(height)},enlargelimits=false,y dir=reverse,
  xmin=-0.5,xmax=${columns - 0.5},ymin=-0.5,ymax=${rows - 0.5},
  colormap name=${this.names.map(scale)},point meta min=${low},point meta max=${most}]
\\addplot[matrix plot*,mesh/cols=${wide},mesh/rows=${high},point meta=explicit] table[meta=v] {
x y v
${lines.join('\n')}
};
\\end{axis}
\\end{scope}`;
  }

  /** What is not finite, as it is on the page. */
  private hatching(mark: CellsMark): string {
    const boxes = Array.from(mark.values, (value, at) =>
      Number.isFinite(value) ? '' : cellBox(mark, at),
    ).filter(Boolean);
    if (boxes.length === 0) return '';
    const { x, y, width, height } = mark;
    const foot = y + height;
    const from = `\\i,${place(foot)}`;
    const count = Math.ceil((width + height) / HATCH);
    const last = place(x - height + count * HATCH);
    const all = `{${place(x - height)},${place(x - height + HATCH)},...,${last}}`;
    const lines =
      count > 1
        ? `\\foreach \\i in ${all} {(${from}) -- +(${place(height)},${place(-height)})}`
        : '';
    return `\\begin{scope}
\\clip ${boxes.join('\n')};
\\fill[${this.names.colour('surface')}] ${boxOf(mark)};
\\draw[${this.names.colour('hatch')},line width=${length(1.4)}] ${lines};
\\end{scope}`;
  }

  /** Hairlines between cells that are large enough. */
  private gaps({ x, y, width, height, rows, columns }: CellsMark): string {
    if (width / columns < GAPPED || height / rows < GAPPED) return '';
    const lines = [
      ...Array.from({ length: columns - 1 }, (_, i) => {
        const at = place(x + ((i + 1) * width) / columns - 0.5);
        return `(${at},${place(y)}) -- +(0,${place(height)})`;
      }),
      ...Array.from({ length: rows - 1 }, (_, i) => {
        const at = place(y + ((i + 1) * height) / rows - 0.5);
        return `(${place(x)},${at}) -- +(${place(width)},0)`;
      }),
    ];
    if (lines.length === 0) return '';
    return `\\draw[${this.names.colour('ground')},line width=${length(1)}] ${lines.join(' ')};`;
  }

  private digits(mark: CellsMark, texts: readonly string[]): string {
    const { x, y, width, height, rows, columns, values, scale, size } = mark;
    return texts
      .map((text, at) => {
        if (text === '') return '';
        const { row, column } = placeOf(mark, at);
        const ink = this.names.colour({ scale, value: values[at]! });
        const middle = place(x + ((column + 0.5) * width) / columns);
        const foot = place(y + ((row + 0.5) * height) / rows + size * 0.36);
        const style = this.names.text({ size, face: 'mono' }, ink, 'base');
        return `\\node[${style}] at (${middle},${foot}) {${numberTex(text)}};`;
      })
      .filter(Boolean)
      .join('\n');
  }
}

/** How far the lines of the hatching are apart, as on the page. */
const HATCH = 6;

const unusual: Readonly<Record<string, string>> = {
  NaN: 'nan',
  Infinity: 'inf',
  '-Infinity': '-inf',
};

/** The shortest decimal that is the same 32-bit number. */
function numberText(value: Computed): string {
  const text = String(plainNumber(value)).replace('+', '');
  return unusual[text] ?? text;
}

function placeOf({ columns }: CellsMark, at: number): { row: number; column: number } {
  const column = at % columns;
  return { row: (at - column) / columns, column };
}

function cellBox(mark: CellsMark, at: number): string {
  const { row, column } = placeOf(mark, at);
  const [width, height] = [mark.width / mark.columns, mark.height / mark.rows];
  return boxOf({ x: mark.x + column * width, y: mark.y + row * height, width, height });
}

function boxOf({ x, y, width, height }: Pick<CellsMark, 'x' | 'y' | 'width' | 'height'>): string {
  return `(${place(x)},${place(y)}) rectangle +(${place(width)},${place(height)})`;
}
