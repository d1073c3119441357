import type { Computed } from '../../engine/types/computed.js';
import {
  colourTable,
  position,
  type ColourTable,
  type Scale,
  type Scheme,
} from '../../styles/colour-scales.js';
import { headColour } from '../../styles/head-colours.js';
import type { CellInk, Colour, Face, ScaleOf } from '../marks.js';

/** What a renderer needs of the page: its scheme, the values of its colours, and its faces. */
export interface Look {
  scheme: Scheme;
  /** The page's own colours, by name: `ink`, `query` … */
  colours: Readonly<Record<string, string>>;
  faces: Readonly<Record<Face, string>>;
}

/** Cells from this size on have a hairline between them. */
export const GAPPED = 14;

/** Digits on light cells and on dark ones. */
const DARK = '#000';
const LIGHT = '#fff';

/** A CSS colour. */
export function colourValue(look: Look, colour: Colour | CellInk): string {
  if (typeof colour !== 'string') return inksOn(look, colour.scale)(colour.value);
  const { scheme, colours } = look;
  if (colour.startsWith('head-')) return headColour(Number(colour.slice(5)), scheme);
  const name = colour.startsWith('role-') ? roleColours[colour.slice(5)] : colour;
  return colours[name ?? colour] ?? '#888';
}

/** The roles whose colour has another name. */
const roleColours: Readonly<Record<string, string>> = {
  token: 'input',
  input: 'input',
  memory: 'input',
  query: 'query',
  key: 'key',
  value: 'value',
  scores: 'scores',
  mask: 'mask',
  weights: 'weights',
  output: 'output',
  residual: 'residual',
  feed_forward: 'feed-forward',
  logits: 'logits',
  gradient: 'gradient',
};

/** The page's scale for a figure's; plain numbers have none. */
export function tableOf({ kind }: ScaleOf, { scheme }: Look): ColourTable | undefined {
  return kind === 'plain' ? undefined : colourTable(kind, scheme);
}

/** The ink that can be read on the cell of a value. */
export function inksOn(look: Look, scale: ScaleOf): (value: Computed) => string {
  const table = tableOf(scale, look);
  const plain = colourValue(look, 'ink');
  return (value) => {
    if (!table || !Number.isFinite(value)) return plain;
    return table.darkInk[placeInTable(scale, value)] ? DARK : LIGHT;
  };
}

/** The place of a value in the table of its scale. */
export function placeInTable(scale: ScaleOf, value: Computed): number {
  return position(scale as Pick<Scale, 'low' | 'high' | 'root'>, value);
}
