// Attention weights as lines between two columns of words: where they are.

import type { Computed } from '../engine/types/computed.js';
import { pixel } from './chart/line.js';
import type { HeadWeights, WeightsModel } from './weights.js';

/** The height of a word. */
export const ROW = 26;
/** The number of opacities of lines: those of one opacity are one path. */
export const LEVELS = 50;
/** Lines that are fainter than this share of the strongest are left out. */
export const FAINTEST = 0.02;

/** What is drawn: the heads that are not hidden, and the word whose lines alone are shown, if one is chosen. */
export interface Lines {
  model: WeightsModel;
  shown: readonly HeadWeights[];
  focus: { side: 'query' | 'key'; index: number } | null;
}

interface LinePath {
  d: string;
  opacity: number;
}

/** How strong a line is: the share of a weight in the largest one shown. */
export const strength = (weight: Computed, largest: Computed): number =>
  pixel(weight, { low: 0, high: largest }, 0, 1);

/** The queries and keys between which there are lines. */
function* pairs({ model, focus }: Lines): Generator<[query: number, key: number]> {
  for (let query = 0; query < model.queries.length; query += 1) {
    if (focus?.side === 'query' && focus.index !== query) continue;
    for (let key = 0; key < model.keys.length; key += 1) {
      if (focus?.side !== 'key' || focus.index === key) yield [query, key];
    }
  }
}

/** The largest weight among the lines drawn: the others are scaled by it. */
export function largestShown(lines: Lines): Computed {
  let largest: Computed = 0;
  for (const head of lines.shown) {
    for (const [query, key] of pairs(lines)) {
      const weight = head.weight(query, key);
      if (weight > largest) largest = weight;
    }
  }
  return largest || 1;
}

/** One head's lines, those of equal opacity in one path, over a width. */
export function pathsOf(
  lines: Lines,
  head: HeadWeights,
  width: number,
  largest: Computed,
): LinePath[] {
  // Lines of heads run side by side, so that they do not hide each other.
  const shift = spread(lines.shown.indexOf(head), lines.shown.length);
  const paths = new Array<string>(LEVELS + 1).fill('');
  for (const [query, key] of pairs(lines)) {
    const opacity = strength(head.weight(query, key), largest);
    if (!(opacity >= FAINTEST)) continue;
    const level = Math.min(LEVELS, Math.max(1, Math.round(opacity * LEVELS)));
    paths[level] += curve(middleOf(query) + shift, middleOf(key) + shift, width);
  }
  return paths.map((d, level) => ({ d, opacity: level / LEVELS })).filter(({ d }) => d !== '');
}

export const middleOf = (row: number): number => row * ROW + ROW / 2;

/** A line from one height to another, over a width. */
export const curve = (from: number, to: number, width: number): string =>
  `M0 ${from}C${width / 2} ${from} ${width / 2} ${to} ${width} ${to}`;

function spread(place: number, count: number): number {
  const gap = Math.min(3, (ROW - 8) / count);
  return (place - (count - 1) / 2) * gap;
}
