import { textSizes } from '../../styles/sizes.js';
import { WRITES } from '../../trace/written.js';
import type { Face, Mark, Measure } from '../marks.js';
import { text } from '../marks.js';

const SIZE = textSizes.xs;
const TURN = 45;
/** Of a text turned by 45°: how high a pixel of its length is. */
const RISE = 0.71;
/** A turned label begins so far to the right of the middle of its column. */
const LEAN = 3;
/** How far the foot of its letters reaches further to the right than their line. */
const FOOT = 2;
const LONGEST = 84;
/** Words under three letters are turned only where they had no room else; a Chinese character is as wide as two. */
const SHORT = 3;
/** The least letters of a shortened word that still tell what it is. */
const LEAST = 2;
const PITCH = 12;
/** A turned label begins above the middle of its column; left of `before` and right of `after` another may stand. */
const TURNED = { before: -1.2, after: 12.2 };

/** How the labels of some columns are written. */
export interface ColumnLabels {
  labels: readonly string[];
  turned: boolean;
  /** Every how many columns has a label. */
  stride: number;
  height: number;
  /** How far turned labels reach to the right of the last column. */
  overhang: number;
}

/**
 * The few that do not fit are shortened; if more than a third do not, or a single letter of one would be left, they are
 * turned. Numbers are thinned out instead,
 * as their neighbours tell what they are.
 */
export function columnLabels(
  labels: readonly string[],
  cellWidth: number,
  measure: Measure,
): ColumnLabels {
  const widths = labels.map((label) => measure(label, SIZE, 'sans'));
  const widest = Math.max(0, ...widths);
  const flat = { labels, turned: false, stride: 1, height: 16, overhang: 0 };
  if (labels.every((label) => label === '')) return { ...flat, height: 0 };
  if (labels.every((label) => /^\d*$/.test(label))) {
    return { ...flat, stride: stride(widest + 5, cellWidth) };
  }
  const tooWide = labels.filter((_, i) => widths[i]! > cellWidth - 2);
  const isLost = tooWide.some(
    (label) => lettersIn(shortened(label, cellWidth - 2, measure).replace(/…$/, '')) < LEAST,
  );
  if (tooWide.length * 3 <= labels.length && !isLost) return flat;
  const longest = Math.min(LONGEST, widest);
  const height = Math.ceil(longest * RISE) + 10;
  const beyond = widths.map((width, i) => reach(width) - (labels.length - i - 0.5) * cellWidth);
  return { labels, turned: true, stride: 1, height, overhang: Math.max(0, ...beyond) };
}

/** How far a turned label of a width reaches to the right of the middle of its column. */
function reach(width: number): number {
  return Math.min(LONGEST, width) * RISE + LEAN + FOOT;
}

/** How far the longest label would reach beyond the last column, as any may be the last that is seen. */
export function longestReach(
  { labels, turned }: ColumnLabels,
  cellWidth: number,
  measure: Measure,
): number {
  if (!turned) return 0;
  const widest = Math.max(0, ...labels.map((label) => measure(label, SIZE, 'sans')));
  return Math.max(0, reach(widest) - cellWidth / 2);
}

/**
 * Above the columns whose left ends are at `left(column)`; y is the lower end of the labels, and `edge` the right end of the
 * room that they have.
 */
export function columnLabelMarks(
  { labels, turned, stride: step }: ColumnLabels,
  place: {
    left(column: number): number;
    from: number;
    to: number;
    cellWidth: number;
    y: number;
    edge: number;
  },
  measure: Measure,
  active: number | undefined,
): Mark[] {
  const { left, from, to, cellWidth, y, edge } = place;
  const middle = (column: number): number => left(column) + cellWidth / 2;
  const style = (column: number): { size: number; colour: 'ink' | 'soft'; strong: boolean } => {
    const strong = column === active;
    return { size: SIZE, colour: strong ? 'ink' : 'soft', strong };
  };
  if (!turned) {
    return thinned(from, to, step, active).map((column) => {
      const room = Math.max(cellWidth * step - 2, column === active ? cellWidth : 0);
      const label = shortened(labels[column] ?? '', room, measure);
      return text({ ...style(column), x: middle(column), y: y - 4, text: label, align: 'middle' });
    });
  }
  const spans = (shortest: number): Span[] =>
    Array.from({ length: to - from }, (_, i) => from + i).flatMap((column) => {
      const label = labels[column] ?? '';
      return label === ''
        ? []
        : spanOf(label, column, middle(column), cellWidth, measure, shortest);
    });
  return mostOf(spans, active).map(({ column, label, isTurned, at }) => {
    const room = (edge - at - LEAN - FOOT) / RISE;
    const short = shortened(label, Math.min(LONGEST, room), measure);
    return isTurned
      ? text({ ...style(column), x: at + LEAN, y: y - 5, text: short, turned: -TURN })
      : text({ ...style(column), x: at, y: y - 4, text: short, align: 'middle' });
  });
}

const lettersIn = (label: string): number =>
  [...label].reduce((sum, one) => sum + (/\p{Script=Han}/u.test(one) ? 2 : 1), 0);

/** The part of the line above the columns that a label needs for itself, around its middle `at`. */
interface Span {
  column: number;
  label: string;
  isTurned: boolean;
  at: number;
  before: number;
  after: number;
  /** How far it may be moved to the right. */
  slack: number;
}

function spanOf(
  label: string,
  column: number,
  at: number,
  cellWidth: number,
  measure: Measure,
  shortest: number,
): Span {
  const isTurned = lettersIn(label) >= shortest;
  const half = Math.min(LONGEST, measure(label, SIZE, 'sans')) / 2 + 1;
  const { before, after } = isTurned ? TURNED : { before: -half, after: half };
  const slack = isTurned ? 0 : Math.max(0, cellWidth / 2 - half);
  return { column, label, isTurned, at, before, after, slack };
}

/** Short words stay level unless labels are lost that way: then they are turned, too. */
function mostOf(spans: (shortest: number) => Span[], active: number | undefined): Span[] {
  const level = apart(spans(SHORT), active);
  if (level.length === spans(SHORT).length) return level;
  const turned = apart(spans(1), active);
  return turned.length > level.length ? turned : level;
}

/** From left to right those that do not stand on another, the active one in any case. */
function apart(spans: readonly Span[], active: number | undefined): Span[] {
  const kept = spans.find(({ column }) => column === active);
  const shown: Span[] = [];
  let edge = -Infinity;
  for (const span of spans) {
    const moved = clamped(edge - span.at - span.before, span.slack);
    const at = span.at + moved;
    const isBefore = kept !== undefined && span.column < kept.column;
    const fits = at + span.before >= edge - 0.01;
    const leaves = !isBefore || at + span.after <= kept.at + kept.before + kept.slack;
    if (span !== kept && !(fits && leaves)) continue;
    shown.push({ ...span, at });
    edge = at + span.after;
  }
  return shown;
}

function clamped(value: number, most: number): number {
  return Math.max(0, Math.min(most, value));
}

/** A chosen label is bold, and a little wider. */
export const BOLD = 1.1;
/** Two words need more room than one. */
const BOTH = 1.25;

/** The width of row labels, with some air. */
export function gutterOf(labels: readonly string[], measure: Measure, most: number): number {
  const room = labels.some((label) => label.includes(WRITES)) ? most * BOTH : most;
  const widest = Math.max(0, ...labels.map((label) => measure(label, SIZE, 'sans')));
  return widest === 0 ? 0 : Math.ceil(Math.min(room, widest * BOLD) + 12);
}

/** Left of the rows whose upper ends are at `top(row)`; x is the right end of the labels. */
export function rowLabelMarks(
  labels: readonly string[],
  place: {
    top(row: number): number;
    x: number;
    width: number;
    cellHeight: number;
    face?: Face;
    /** All are, unless they scroll. */
    isSeen?(row: number): boolean;
  },
  measure: Measure,
  active: number | undefined,
): Mark[] {
  const { top, x, width, cellHeight, face = 'sans', isSeen = () => true } = place;
  const rows = thinned(0, labels.length, stride(PITCH, cellHeight), active).filter(isSeen);
  return rows.map((row) => {
    const strong = row === active;
    return text({
      x,
      y: top(row) + cellHeight / 2 + 4,
      text: shortened(labels[row] ?? '', strong ? width / BOLD : width, measure),
      size: SIZE,
      face,
      align: 'end',
      colour: strong ? 'ink' : 'soft',
      strong,
    });
  });
}

function stride(needed: number, size: number): number {
  for (const step of [1, 2, 4, 8, 16, 32]) if (step * size >= needed) return step;
  return 64;
}

/** Every n-th, and the active one in place of neighbours that it would overlap. */
function thinned(from: number, to: number, step: number, active: number | undefined): number[] {
  const shown: number[] = [];
  for (let i = Math.ceil(from / step) * step; i < to; i += step) {
    const covered = active !== undefined && i !== active && Math.abs(i - active) < step;
    if (!covered) shown.push(i);
  }
  const inside = active !== undefined && active >= from && active < to;
  if (inside && !shown.includes(active)) shown.push(active);
  return shown;
}

/**
 * The longest beginning that fits, with an ellipsis; the whole text if it does. Of a word that is read and one that is written
 * letters are left out evenly.
 */
export function shortened(
  label: string,
  room: number,
  measure: Measure,
  size: number = SIZE,
): string {
  if (measure(label, size, 'sans') <= room) return label;
  const words = label.split(WRITES).map((word) => [...word]);
  for (let count = Math.max(...words.map(({ length }) => length)) - 1; count > 0; count -= 1) {
    const short = words.map((word) => beginning(word, count)).join(WRITES);
    if (measure(short, size, 'sans') <= room) return short;
  }
  return '';
}

const beginning = (letters: readonly string[], count: number): string =>
  letters.length > count ? `${letters.slice(0, count).join('')}…` : letters.join('');
