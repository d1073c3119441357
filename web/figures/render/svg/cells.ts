import type { Computed } from '../../../engine/types/computed.js';
import type { ColourTable } from '../../../styles/colour-scales.js';
import type { CellsMark } from '../../marks.js';
import { colourValue, GAPPED, inksOn, placeInTable, tableOf } from '../look.js';
import { element, escaped, number } from './element.js';
import { base64, pngOf } from './png.js';
import { inSchemes, type Looks } from './schemes.js';

/** More cells than that become one embedded picture, a pixel each. */
const MANY = 20_000;
const HATCH = 6;

/** Cells as SVG: one path for each colour, one of hatching, and the digits. */
export class Cells {
  private isHatched = false;

  constructor(
    private readonly looks: Looks,
    private readonly hatchId: string,
  ) {}

  draw(mark: CellsMark): string {
    const table = tableOf(mark.scale, this.looks.look);
    const isMany = mark.rows * mark.columns > MANY;
    const ground = table
      ? isMany
        ? this.picture(mark, table)
        : this.paths(mark)
      : this.plain(mark);
    return [ground, mark.texts && this.digits(mark, mark.texts)].filter(Boolean).join('\n');
  }

  /** The hatching, if a cell has it: masked cells are hatched, and nothing else is. */
  pattern(): string {
    if (!this.isHatched) return '';
    const size = { width: HATCH, height: HATCH };
    const lines = [-HATCH, 0, HATCH].map((from) => `M${from} ${HATCH}l${HATCH} ${-HATCH}`).join('');
    const inside = [
      element('rect', { ...size, fill: this.colour('surface') }),
      element('path', { d: lines, stroke: this.colour('hatch'), 'stroke-width': 1.4 }),
    ];
    const attributes = { id: this.hatchId, ...size, patternUnits: 'userSpaceOnUse' };
    return element('pattern', attributes, inside.join(''));
  }

  private colour(colour: 'surface' | 'hatch'): string {
    return inSchemes(this.looks, (look) => colourValue(look, colour));
  }

  private hatch(): string {
    this.isHatched = true;
    return `url(#${this.hatchId})`;
  }

  private plain({ x, y, width, height }: CellsMark): string {
    const box = { x: number(x), y: number(y), width: number(width), height: number(height) };
    return element('rect', { ...box, fill: this.colour('surface') });
  }

  private paths(mark: CellsMark): string {
    const { x, y, width, height, rows, columns, values, scale } = mark;
    const wide = width / columns;
    const high = height / rows;
    const gap = wide >= GAPPED && high >= GAPPED ? 1 : 0;
    const paths = new Map<string, string>();
    const fillOf = (value: Computed): string =>
      Number.isFinite(value)
        ? inSchemes(this.looks, (look) =>
            hex(tableOf(scale, look)!.pixels[placeInTable(scale, value)]!),
          )
        : this.hatch();
    for (let row = 0; row < rows; row += 1) {
      const top = number(y + row * high);
      const tall = number(y + (row + 1) * high - gap - top);
      for (let column = 0, end = 0; column < columns; column = end) {
        const fill = fillOf(values[row * columns + column]!);
        // Neighbours of one colour are one rectangle where nothing is between them.
        end = column + 1;
        while (gap === 0 && end < columns && fillOf(values[row * columns + end]!) === fill)
          end += 1;
        const left = number(x + column * wide);
        const long = number(x + end * wide - gap - left);
        paths.set(fill, `${paths.get(fill) ?? ''}M${left} ${top}h${long}v${tall}H${left}`);
      }
    }
    const all = [...paths].map(([fill, d]) => element('path', { fill, d }));
    return element('g', { 'shape-rendering': 'crispEdges' }, `\n${all.join('\n')}\n`);
  }

  private picture(mark: CellsMark, table: ColourTable): string {
    const { x, y, width, height, rows, columns, values, scale } = mark;
    const pixels = new Uint8Array(rows * columns);
    const used = new Set<number>();
    let isHatched = false;
    values.forEach((value, i) => {
      if (!Number.isFinite(value)) isHatched = true;
      else used.add((pixels[i] = placeInTable(scale, value)));
    });
    let clear: number | undefined;
    if (isHatched) {
      // A place that no number needs; else the second one, whose numbers take the first: no eye can tell the two.
      clear = table.pixels.findIndex((_, place) => !used.has(place));
      if (clear < 0) {
        clear = 1;
        pixels.forEach((place, i) => {
          if (place === 1) pixels[i] = 0;
        });
      }
      for (let i = 0; i < values.length; i += 1) {
        if (!Number.isFinite(values[i]!)) pixels[i] = clear;
      }
    }
    const box = { x: number(x), y: number(y), width: number(width), height: number(height) };
    const bytes = pngOf({ width: columns, height: rows, pixels, palette: table.pixels, clear });
    const image = element('image', {
      ...box,
      preserveAspectRatio: 'none',
      'image-rendering': 'pixelated',
      href: `data:image/png;base64,${base64(bytes)}`,
    });
    return isHatched ? `${element('rect', { ...box, fill: this.hatch() })}\n${image}` : image;
  }

  /** Row by row, in the ink that can be read on each colour. */
  private digits(mark: CellsMark, texts: readonly string[]): string {
    const { x, y, width, height, rows, columns, values, scale, size } = mark;
    const inkOf = (value: Computed): string =>
      inSchemes(this.looks, (look) => inksOn(look, scale)(value));
    const inks = new Map<string, string[]>();
    for (let row = 0; row < rows; row += 1) {
      const line = number(y + (row + 0.5) * (height / rows) + size * 0.36);
      const spans = new Map<string, string>();
      for (let column = 0; column < columns; column += 1) {
        const at = row * columns + column;
        const ink = inkOf(values[at]!);
        const middle = number(x + (column + 0.5) * (width / columns));
        const span = element('tspan', { x: middle }, escaped(texts[at]!));
        spans.set(ink, (spans.get(ink) ?? '') + span);
      }
      for (const [ink, content] of spans) {
        inks.set(ink, [...(inks.get(ink) ?? []), element('text', { y: line }, content)]);
      }
    }
    const attributes = {
      'font-family': this.looks.look.faces.mono,
      'font-size': number(size),
      'text-anchor': 'middle',
    };
    const groups = [...inks].map(([fill, rows]) =>
      element('g', { fill }, `\n${rows.join('\n')}\n`),
    );
    return element('g', attributes, `\n${groups.join('\n')}\n`);
  }
}

function hex(pixel: number): string {
  const parts = [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255];
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
