import type { Axis, Role } from '../engine/types/index.js';
import type { Computed, Numbers } from '../engine/types/computed.js';
import type { Extent, ScaleKind } from '../styles/colour-scales.js';

/** What a figure is drawn with, in CSS pixels from its left upper corner. */
export type Mark = CellsMark | TextMark | LineMark | PathMark | TitleMark | GroupMark;

/** Names of the page's colours; each renderer knows them in light and dark. */
export type Colour =
  | 'ink'
  | 'soft'
  | 'line'
  | 'ground'
  | 'surface'
  | 'hatch'
  | 'accent'
  | 'danger'
  | 'edited'
  | `role-${Role | 'gradient'}`
  | `head-${number}`;

/** The ink that can be read on a cell of this value, as its digits have it. */
export interface CellInk {
  scale: ScaleOf;
  value: Computed;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The colours of a kind of numbers over their extent; `plain` numbers are names and have none. */
export interface ScaleOf extends Extent {
  kind: ScaleKind | 'plain';
  /** Colours follow the square root of the value. */
  root: boolean;
}

/** Cells of equal size, coloured by their values; those that are −∞ are hatched. */
export interface CellsMark extends Box {
  type: 'cells';
  rows: number;
  columns: number;
  /** Row by row. */
  values: Numbers;
  scale: ScaleOf;
  /** What the cells show, row by row; absent where they are too small for digits. */
  texts?: readonly string[];
  /** Height of the texts. */
  size: number;
}

export type Face = 'sans' | 'mono' | 'math';

/** One line of text; y is its baseline. */
export interface TextMark {
  type: 'text';
  x: number;
  y: number;
  text: string;
  size: number;
  face: Face;
  colour: Colour | CellInk;
  align: 'start' | 'middle' | 'end';
  strong?: boolean;
  italic?: boolean;
  /** Turned by this many degrees around (x, y). */
  turned?: number;
}

/** A part of a line in one style. */
export interface Piece extends Pick<TextMark, 'text' | 'size' | 'face' | 'colour'> {
  strong?: boolean;
  italic?: boolean;
  /** How far it stands above the line. */
  raised?: number;
  /** The room before it. */
  gap?: number;
}

/** One line in several styles, such as a symbol with its shape; y is its baseline. Only pictures have them. */
export interface LineMark {
  type: 'line';
  x: number;
  y: number;
  pieces: readonly Piece[];
}

export interface PathMark {
  type: 'path';
  /** An SVG path. */
  d: string;
  stroke?: Colour | CellInk;
  fill?: Colour;
  width?: number;
  dash?: readonly number[];
  opacity?: number;
}

/** Symbol, name and shape of a step that the figure shows; on the page a button that opens it. */
export interface TitleMark extends Box {
  type: 'title';
  path: string;
  transposed: boolean;
  /** The axes that are drawn, rows first, with their sizes; an axis without a name has none. */
  axes: readonly { axis: Axis | undefined; size: number }[];
}

/** Marks that move together, clipped to a box if there is one. */
export interface GroupMark {
  type: 'group';
  marks: readonly Mark[];
  clip?: Box;
  dx?: number;
  dy?: number;
  opacity?: number;
}

export function rectangle({ x, y, width, height }: Box): string {
  return `M${x} ${y}h${width}v${height}h${-width}z`;
}

/** The width of a text in pixels. */
export type Measure = (text: string, size: number, face: Face) => number;

export function text(
  of: Omit<TextMark, 'type' | 'face' | 'colour' | 'align'> & Partial<TextMark>,
): TextMark {
  return { type: 'text', face: 'sans', colour: 'soft', align: 'start', ...of };
}

/** Every mark of a list, those of groups included, with how far its groups have moved it. */
export function* everyMark(
  marks: readonly Mark[],
  by = { x: 0, y: 0 },
  clip?: Box,
): Generator<{ mark: Exclude<Mark, GroupMark>; by: { x: number; y: number }; clip?: Box }> {
  for (const mark of marks) {
    if (mark.type !== 'group') yield { mark, by, ...(clip && { clip }) };
    else {
      const moved = { x: by.x + (mark.dx ?? 0), y: by.y + (mark.dy ?? 0) };
      yield* everyMark(mark.marks, moved, mark.clip ?? clip);
    }
  }
}
