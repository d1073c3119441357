/**
 * Colours for numbers, the only TypeScript that computes curves: 256-entry tables, one sequential and one
 * diverging, each for light and dark. "More" always lies farther from the page's background.
 */

import type { Computed, Numbers } from '../engine/types/computed.js';

export type Scheme = 'light' | 'dark';
export type ScaleKind = 'sequential' | 'diverging';

export interface ColourTable {
  /** Packed in the format of canvas ImageData (little-endian ABGR). */
  pixels: Uint32Array;
  /** 1 where dark ink is easier to read than light ink. */
  darkInk: Uint8Array;
}

export interface Extent {
  low: Computed;
  high: Computed;
}

export interface Scale extends Extent {
  kind: ScaleKind;
  /** Colours follow the square root of the value, so that small weights can be told apart. */
  root: boolean;
  table: ColourTable;
}

type Rgb = readonly [number, number, number];

const MAXIMUM = 255;
const DARK_INK: Rgb = [0, 0, 0]; // with lighter dark ink, no ink would reach 4.5 : 1 on some colours
const LIGHT_INK: Rgb = [255, 255, 255];

const STOPS: Record<ScaleKind, Record<Scheme, readonly string[]>> = {
  sequential: {
    light: ['f6f4ec', 'd8e6cc', '9fd0bb', '58b0ae', '2c88a1', '225f8c', '1d3a6e', '161d47'],
    dark: ['1b1f28', '1f3050', '1f4a72', '23698b', '2c8c97', '4fb096', '93cf98', 'eef0b4'],
  },
  diverging: {
    light: [
      '0d4a52',
      '2f7f86',
      '7fb5b5',
      'c9dedb',
      'f5f3ee',
      'f1d9c8',
      'dfa588',
      'b9634a',
      '7c2a20',
    ],
    dark: [
      'a6f0ec',
      '5fb9ba',
      '33808a',
      '23495a',
      '20242d',
      '53342f',
      '93503f',
      'd0815f',
      'ffd3b0',
    ],
  },
};

const tables = new Map<string, ColourTable>();

/** The table of a kind of scale, cached. */
export function colourTable(kind: ScaleKind, scheme: Scheme): ColourTable {
  const key = `${kind} ${scheme}`;
  const known = tables.get(key);
  if (known) return known;
  const made = makeTable(STOPS[kind][scheme].map(parseHex));
  tables.set(key, made);
  return made;
}

function makeTable(stops: readonly Rgb[]): ColourTable {
  const pixels = new Uint32Array(MAXIMUM + 1);
  const darkInk = new Uint8Array(MAXIMUM + 1);
  for (let i = 0; i <= MAXIMUM; i += 1) {
    const colour = between(stops, i / MAXIMUM);
    pixels[i] = ((255 << 24) | (colour[2] << 16) | (colour[1] << 8) | colour[0]) >>> 0;
    darkInk[i] = contrast(colour, DARK_INK) >= contrast(colour, LIGHT_INK) ? 1 : 0;
  }
  return { pixels, darkInk };
}

function parseHex(hex: string): Rgb {
  const packed = Number.parseInt(hex, 16);
  return [packed >> 16, (packed >> 8) & 255, packed & 255];
}

function between(stops: readonly Rgb[], at: number): Rgb {
  const place = at * (stops.length - 1);
  const left = Math.min(Math.floor(place), stops.length - 2);
  const share = place - left;
  const a = stops[left]!;
  const b = stops[left + 1]!;
  const mix = (i: 0 | 1 | 2): number => Math.round(a[i] + (b[i] - a[i]) * share);
  return [mix(0), mix(1), mix(2)];
}

/** WCAG 2 contrast of two colours. */
export function contrast(a: Rgb, b: Rgb): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

function luminance(colour: Rgb): number {
  const linear = (channel: number): number => {
    const c = channel / MAXIMUM;
    return c <= 0.03928 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(colour[0]) + 0.7152 * linear(colour[1]) + 0.0722 * linear(colour[2]);
}

/** How many cells of all may have changed for the others to decide: one in so many. */
const FEW = 8;

/**
 * The extent of the numbers that edits have left alone, if these are most: one edited cell leaves the colours of the
 * others alone, and a number that was replaced does not count any more.
 */
export function steadyExtent(before: Numbers, now: Numbers, extent: Extent): Extent {
  const kept = now.filter((value, i) => value === before[i]);
  const isFew = (now.length - kept.length) * FEW <= now.length;
  return (isFew && finiteExtent(kept)) || extent;
}

/** A number from here on may stand for −∞. */
const FLOOR = -1e4;
/** How much smaller the others are then. */
const FAR = 1000;

/**
 * The extent of the numbers that do not stand for −∞: a mask of −10⁹ that is added to scores leaves these their colours
 * and digits. In a mask alone, whose other numbers are all 0, it is a number.
 */
export function extentAboveFloor(values: Numbers, extent: Extent): Extent {
  const { low } = extent;
  if (low > FLOOR) return extent;
  const others = finiteExtent(values.filter((value) => value > low / 2));
  const isFar = others && Math.max(-others.low, others.high) * FAR <= -low;
  return isFar ? others : extent;
}

/** Of the finite numbers; undefined if they are not two at least. */
function finiteExtent(values: Numbers): Extent | undefined {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low < high ? { low, high } : undefined;
}

/** The ends of a scale: weights start at 0, signed values are centred on it. */
export function scaleEnds(kind: ScaleKind, { low, high }: Extent): Extent {
  if (kind === 'sequential') return { low: Math.min(0, low), high: high || 1 };
  const reach = Math.max(Math.abs(low), Math.abs(high)) || 1;
  return { low: -reach, high: reach };
}

/**
 * A scale over an extent. Signed values get equal room on both sides of 0, so that 0 always has the middle colour;
 * weights start at 0.
 */
export function makeScale(kind: ScaleKind, extent: Extent, scheme: Scheme, root = false): Scale {
  const table = colourTable(kind, scheme);
  return { kind, root: root && kind === 'sequential', table, ...scaleEnds(kind, extent) };
}

/** The index of a finite value in the table, 0 … 255. */
export function position(scale: Pick<Scale, 'low' | 'high' | 'root'>, value: Computed): number {
  const linear = (value - scale.low) / (scale.high - scale.low);
  const inside = linear < 0 ? 0 : linear > 1 ? 1 : linear;
  return Math.round((scale.root ? Math.sqrt(inside) : inside) * MAXIMUM);
}

/** The colour of a value; `undefined` if the value is not finite: such cells are hatched. */
export function colourOf(scale: Scale, value: Computed): string | undefined {
  if (!Number.isFinite(value)) return undefined;
  const pixel = scale.table.pixels[position(scale, value)]!;
  return `rgb(${pixel & 255} ${(pixel >> 8) & 255} ${(pixel >> 16) & 255})`;
}

/** Whether digits on a value's colour are dark or light. */
export function inkOf(scale: Scale, value: Computed): 'dark' | 'light' | 'plain' {
  if (!Number.isFinite(value)) return 'plain';
  return scale.table.darkInk[position(scale, value)] ? 'dark' : 'light';
}

/** A CSS gradient of the scale for a legend, left to right. */
export function legendGradient(scale: Scale): string {
  const parts: string[] = [];
  for (let i = 0; i <= 16; i += 1) {
    const value = scale.low + ((scale.high - scale.low) * i) / 16;
    parts.push(`${colourOf(scale, value)} ${(i * 100) / 16}%`);
  }
  return `linear-gradient(to right, ${parts.join(', ')})`;
}
