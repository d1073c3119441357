import { colourTable, type ScaleKind } from '../../../styles/colour-scales.js';
import { plainColour } from '../../../styles/srgb.js';
import type { CellInk, Colour, ScaleOf, TextMark } from '../../marks.js';
import { colourValue, type Look } from '../look.js';
import { length } from './lengths.js';

/** What texts share. */
export type TextStyle = Pick<TextMark, 'size' | 'face' | 'strong' | 'italic'>;

/** Between them TeX interpolates. The page's scales have 7 or 8 parts, and each of their ends is one of these. */
const STOPS = 56;
/** The same where colours follow the root: TeX takes the square of it. */
const ROOT_STOPS = 28;

/** Of Latin Modern's size: its letters are as wide then as those that the picture was measured with. */
const scales = { sans: 1, mono: 1.1, math: 0.95 } as const;

const families = { sans: '\\sffamily', mono: '\\ttfamily', math: '\\rmfamily' } as const;

/** Colours, scales and styles of texts: each is defined once, and then has a name. */
export class Names {
  private readonly colours = new Map<string, string>();
  private readonly maps = new Map<string, string>();
  private readonly styles = new Map<string, string>();

  constructor(private readonly look: Look) {}

  definitions(): string[] {
    const colours = [...this.colours].map(
      ([name, value]) => `\\definecolor{${name}}{HTML}{${value}}`,
    );
    const styles = [...this.styles].map(([style, name]) => `\\tikzset{${name}/.style={${style}}}`);
    return [...colours, ...this.maps.values(), ...styles];
  }

  /** The page's own by the page's name, so that a reader finds them. */
  colour(of: Colour | CellInk): string {
    const value = hexOf(plainColour(colourValue(this.look, of)));
    const name = `ap-${typeof of === 'string' ? of : value}`;
    this.colours.set(name, value);
    return name;
  }

  text(style: TextStyle, colour: string, anchor: string): string {
    const value = `anchor=${anchor},text=${colour},font=${fontOf(style)}`;
    let name = this.styles.get(value);
    if (!name) this.styles.set(value, (name = `ap text ${this.styles.size + 1}`));
    return name;
  }

  /** The colormap of a scale that has colours. */
  map({ kind, root }: ScaleOf): string {
    const name = `ap-${kind}${root ? '-root' : ''}`;
    if (!this.maps.has(name)) {
      const stops = stopsOf(kind as ScaleKind, root, this.look).join(' ');
      this.maps.set(name, `\\pgfplotsset{colormap={${name}}{${stops}}}`);
    }
    return name;
  }
}

/** `#123` or `#112233` as TeX has it. */
function hexOf(css: string): string {
  const digits = css.length === 4 ? css.replace(/[^#]/g, '$&$&') : css;
  return digits.slice(1).toUpperCase();
}

/** The root of its place in the extent is a value's place in the table: the stops of the map lie at the squares. */
function stopsOf(kind: ScaleKind, root: boolean, { scheme }: Look): string[] {
  const { pixels } = colourTable(kind, scheme);
  const parts = root ? ROOT_STOPS : STOPS;
  return Array.from({ length: parts + 1 }, (_, i) => {
    const pixel = pixels[Math.round((i * (pixels.length - 1)) / parts)]!;
    const at = root ? i * i : i;
    return `rgb255(${at})=(${pixel & 255},${(pixel >> 8) & 255},${(pixel >> 16) & 255})`;
  });
}

export function fontOf({ size, face, strong = false, italic = false }: TextStyle): string {
  const high = length(size * scales[face]);
  const shape = `${strong ? '\\bfseries' : ''}${italic ? '\\itshape' : ''}`;
  return `{\\fontsize{${high}}{${high}}${families[face]}${shape}\\selectfont}`;
}
