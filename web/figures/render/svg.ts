import type { Figure } from '../figure.js';
import {
  rectangle,
  type GroupMark,
  type LineMark,
  type Mark,
  type PathMark,
  type TextMark,
} from '../marks.js';
import { plainColour } from '../../styles/srgb.js';
import { colourValue, type Look } from './look.js';
import { Cells } from './svg/cells.js';
import { inSchemes } from './svg/schemes.js';
import { element, escaped, number, type Attributes } from './svg/element.js';

export interface SvgOptions {
  look: Look;
  /** The same in the other scheme, of a picture that stands in a page: it has the page's colours then, and ground. */
  dark?: Look;
  /** The language of its texts: `zh-CN`. */
  lang: string;
  /** What it is called where it cannot be seen. */
  title: string;
  /** Begins every id, as several pictures may stand in one document. */
  id: string;
}

/**
 * A figure, or a picture made of one, as SVG. It needs no DOM and has no styles, only attributes, so that it is drawn
 * under any policy. Titles are left to the page; a picture has lines in their place.
 */
export function svgOf(
  { width, height, marks }: Pick<Figure, 'width' | 'height' | 'marks'>,
  options: SvgOptions,
): string {
  const drawing = new Drawing(options);
  const content = drawing.all(marks);
  const { look, dark, lang, title } = options;
  const size = {
    width: number(width),
    height: number(height),
    viewBox: `0 0 ${number(width)} ${number(height)}`,
  };
  const file = {
    xmlns: 'http://www.w3.org/2000/svg',
    ...size,
    role: 'img',
    'xml:lang': lang,
    'font-family': look.faces.sans,
  };
  const ground = element('path', {
    d: rectangle({ x: 0, y: 0, width, height }),
    fill: colourValue(look, 'ground'),
  });
  const inside = [
    dark ? '' : `<title>${escaped(title)}</title>`,
    drawing.definitions(),
    dark ? '' : ground,
    content,
  ];
  const attributes = dark ? { 'aria-label': title, ...size } : file;
  return `${element('svg', attributes, `\n${inside.filter(Boolean).join('\n')}\n`)}\n`;
}

class Drawing {
  private readonly clips = new Map<string, string>();
  private readonly cells: Cells;

  constructor(private readonly options: SvgOptions) {
    this.cells = new Cells(options, `${options.id}-hatch`);
  }

  /** Clips and hatching, as far as they were used. */
  definitions(): string {
    const clips = [...this.clips].map(([d, id]) =>
      element('clipPath', { id }, element('path', { d })),
    );
    const all = [...clips, this.cells.pattern()].filter(Boolean);
    return all.length > 0 ? element('defs', {}, `\n${all.join('\n')}\n`) : '';
  }

  all(marks: readonly Mark[]): string {
    const parts: string[] = [];
    for (let i = 0; i < marks.length; i += 1) {
      const mark = marks[i]!;
      if (mark.type === 'text') {
        const run = this.runOfTexts(marks, i);
        parts.push(this.texts(run));
        i += run.length - 1;
      } else parts.push(this.one(mark));
    }
    return parts.filter(Boolean).join('\n');
  }

  private one(mark: Exclude<Mark, TextMark>): string {
    if (mark.type === 'cells') return this.cells.draw(mark);
    if (mark.type === 'path') return this.path(mark);
    if (mark.type === 'line') return this.line(mark);
    return mark.type === 'group' ? this.group(mark) : '';
  }

  private colour(colour: TextMark['colour']): string {
    return inSchemes(this.options, (look) => plainColour(colourValue(look, colour)));
  }

  private group({ marks, clip, dx = 0, dy = 0, opacity = 1 }: GroupMark): string {
    if (opacity === 0) return '';
    const content = this.all(marks);
    if (content === '') return '';
    const isCut = clip && !marks.every((mark) => mark.type === 'cells' && isWithin(mark, clip));
    const attributes = {
      transform: dx === 0 && dy === 0 ? undefined : `translate(${number(dx)} ${number(dy)})`,
      opacity: opacity === 1 ? undefined : number(opacity),
      'clip-path': isCut ? `url(#${this.clip(rectangle(rounded(clip)))})` : undefined,
    };
    const isPlain = Object.values(attributes).every((value) => value === undefined);
    return isPlain ? content : element('g', attributes, `\n${content}\n`);
  }

  private clip(d: string): string {
    const known = this.clips.get(d);
    if (known) return known;
    const id = `${this.options.id}-clip-${this.clips.size + 1}`;
    this.clips.set(d, id);
    return id;
  }

  private path({ d, stroke, fill, width = 1, dash, opacity }: PathMark): string {
    return element('path', {
      d: shortPath(d),
      fill: fill ? this.colour(fill) : 'none',
      stroke: stroke && this.colour(stroke),
      'stroke-width': stroke && width !== 1 ? number(width) : undefined,
      'stroke-dasharray': dash?.join(' '),
      opacity,
    });
  }

  /** Texts of one style: what they share stands once. */
  private texts(marks: readonly TextMark[]): string {
    const [first] = marks as [TextMark];
    const style = { ...this.style(first), 'text-anchor': anchor(first) };
    const one = (mark: TextMark, shared: Attributes): string => {
      const [x, y] = [number(mark.x), number(mark.y)];
      const transform = mark.turned === undefined ? undefined : `rotate(${mark.turned} ${x} ${y})`;
      return element('text', { ...shared, x, y, transform }, escaped(mark.text));
    };
    const shown = marks.filter(({ text }) => text !== '');
    if (shown.length <= 1) return shown.map((mark) => one(mark, style)).join('');
    return element('g', style, `\n${shown.map((mark) => one(mark, {})).join('\n')}\n`);
  }

  /** The texts from `from` on that have one style. */
  private runOfTexts(marks: readonly Mark[], from: number): TextMark[] {
    const styleOf = ({ size, face, colour, strong, italic, align }: TextMark): string =>
      [size, face, this.colour(colour), Boolean(strong), Boolean(italic), align].join();
    const run: TextMark[] = [];
    for (let i = from; i < marks.length; i += 1) {
      const mark = marks[i]!;
      if (mark.type !== 'text' || (run[0] && styleOf(run[0]) !== styleOf(mark))) break;
      run.push(mark);
    }
    return run;
  }

  private style({
    size,
    face,
    colour,
    strong,
    italic,
  }: Pick<TextMark, 'size' | 'face' | 'colour' | 'strong' | 'italic'>): Attributes {
    return {
      'font-family': face === 'sans' ? undefined : this.options.look.faces[face],
      'font-size': number(size),
      'font-weight': strong ? 650 : undefined,
      'font-style': italic ? 'italic' : undefined,
      fill: this.colour(colour),
    };
  }

  /** Pieces that flow one after another; what is raised is lowered again by the next one. */
  private line({ x, y, pieces }: LineMark): string {
    let raised = 0;
    const spans = pieces.map((piece) => {
      const by = raised - (piece.raised ?? 0);
      raised = piece.raised ?? 0;
      const moved = {
        dx: piece.gap ? number(piece.gap) : undefined,
        dy: by === 0 ? undefined : number(by),
      };
      return element('tspan', { ...moved, ...this.style(piece) }, escaped(piece.text));
    });
    return element('text', { x: number(x), y: number(y), 'xml:space': 'preserve' }, spans.join(''));
  }
}

function anchor({ align }: TextMark): string | undefined {
  return align === 'start' ? undefined : align;
}

interface Sides {
  x: number;
  y: number;
  width: number;
  height: number;
}

function isWithin(inner: Sides, outer: Sides): boolean {
  return (
    inner.x >= outer.x - 0.01 &&
    inner.y >= outer.y - 0.01 &&
    inner.x + inner.width <= outer.x + outer.width + 0.01 &&
    inner.y + inner.height <= outer.y + outer.height + 0.01
  );
}

function rounded({ x, y, width, height }: Sides): Sides {
  return { x: number(x), y: number(y), width: number(width), height: number(height) };
}

/** A path with two decimals at most. */
function shortPath(d: string): string {
  return d.replace(/-?\d+\.\d{3,}(?:e-\d+)?/g, (found) => String(number(Number(found))));
}
