import { textSizes } from '../../styles/sizes.js';
import type { Computed } from '../../engine/types/computed.js';
import { pixelOn, type Axis } from './axis.js';
import { rectangle, text, type Box, type Colour, type Mark, type Measure } from '../marks.js';

/** A line through numbers at some places. */
export interface ChartLine {
  values: ArrayLike<Computed>;
  /** 0, 1, 2 … by default. */
  places?: readonly number[];
  colour: Colour;
  /** Lengths of dashes and gaps, so that lines differ not only in colour. */
  dash?: readonly number[];
  points?: 'disc' | 'square';
}

/** One bar from 0 for each place. */
export interface ChartBars {
  values: ArrayLike<Computed>;
  colour: Colour;
}

/** A text below a place; between two places if that is no whole number. */
export interface Tick {
  at: number;
  text: string;
}

/** Numbers over the places 0 … count − 1. */
export interface ChartData {
  count: number;
  /** What the places are. */
  axis: string;
  /** By default the places' own numbers, as many as fit. */
  ticks?: readonly Tick[];
  levels: Axis;
  /** Pixels that the texts of the levels have at least: charts above each other have the same. */
  labelRoom?: number;
  /** The first is in front. */
  lines?: readonly ChartLine[];
  bars?: ChartBars;
  /** A level to compare with. */
  rule?: { value: Computed; text: string };
  /** Places with a mark on the axis. */
  flags?: readonly number[];
  /** The marked place. */
  at?: number | undefined;
  /** The place under the pointer, and what is written about it; '' keeps the line free for that. */
  pointed?: number | undefined;
  note?: string;
}

/** A chart as marks, with the places in it. */
export interface Chart {
  width: number;
  height: number;
  marks: readonly Mark[];
  /** Where lines and bars are. */
  plot: Box;
  /** What belongs to a place: the areas of all places fill the plot's width. */
  area(place: number): Box;
  /** The place whose area has this x, or the nearest. */
  placeAt(x: number): number;
}

const SIZE = textSizes.xs;
const LINE = 16;
const GAP = 6;
const EDGE = 8;
/** Lines of more places have no points. */
const DOTTED = 64;

/** Lines, bars and a marked place over whole numbers. */
export function chart(
  data: ChartData,
  { width, height }: { width: number; height: number },
  measure: Measure,
): Chart {
  const { count, levels, axis, note } = data;
  const across = (label: string): number => measure(label, SIZE, 'sans');
  const labels = Math.max(data.labelRoom ?? 0, ...levels.marks.map((mark) => across(mark.text)));
  const top = note === undefined ? EDGE : EDGE + LINE;
  const left = Math.ceil(labels + GAP + 2);
  const right = Math.max(EDGE, across(data.ticks?.at(-1)?.text ?? '') / 2);
  const plot: Box = {
    x: left,
    y: top,
    width: Math.max(1, width - left - right),
    height: Math.max(1, height - top - LINE - (axis ? LINE : 0)),
  };
  const floor = plot.y + plot.height;
  const inset = data.bars ? plot.width / count / 2 : count > 1 ? GAP : plot.width / 2;
  const apart = (plot.width - 2 * inset) / Math.max(1, count - 1);
  const x = (place: number): number => plot.x + inset + place * apart;
  const y = (value: Computed): number => pixelOn(levels, value, floor, plot.y);
  const drawing: Drawing = { data, plot, x, y, apart, across };
  const area = (place: number): Box => {
    const from = place === 0 ? plot.x : x(place) - apart / 2;
    const to = place === count - 1 ? plot.x + plot.width : x(place) + apart / 2;
    return { ...plot, x: from, width: to - from };
  };
  const marks: Mark[] = [
    ...levelMarks(drawing),
    ...tickMarks(drawing, width),
    ...(data.pointed === undefined ? [] : [lit(area(data.pointed))]),
    ...barMarks(drawing, area),
    ...atMarks(drawing),
    ...flagMarks(drawing),
    ...[...(data.lines ?? [])].reverse().flatMap((line) => lineMarks(drawing, line)),
    ...ruleMarks(drawing),
    ...chosenMarks(drawing),
  ];
  const end = plot.x + plot.width;
  if (axis) marks.push(text({ x: end, y: height - 4, text: axis, size: SIZE, align: 'end' }));
  if (note) {
    marks.push(text({ x: end, y: LINE - 4, text: note, size: SIZE, align: 'end', colour: 'ink' }));
  }
  return {
    width,
    height,
    marks,
    plot,
    area,
    placeAt: (at) =>
      Math.max(0, Math.min(count - 1, Math.round((at - plot.x - inset) / (apart || 1)))),
  };
}

interface Drawing {
  data: ChartData;
  plot: Box;
  x(place: number): number;
  y(value: Computed): number;
  /** The distance of two places. */
  apart: number;
  across(label: string): number;
}

/** A line at each level, and its number where it does not touch the one before. */
function levelMarks({ data, plot, y }: Drawing): Mark[] {
  const written: number[] = [];
  return data.levels.marks.flatMap(({ value, text: label }): Mark[] => {
    const at = y(value);
    const rule: Mark = { type: 'path', d: `M${plot.x} ${at}h${plot.width}`, stroke: 'line' };
    if (written.some((other) => Math.abs(other - at) < SIZE + 2)) return [rule];
    written.push(at);
    return [rule, text({ x: plot.x - GAP, y: at + 3.5, text: label, size: SIZE, align: 'end' })];
  });
}

/** The marked place first, then the others that leave room between their texts. */
function tickMarks({ data, plot, x, apart, across }: Drawing, width: number): Mark[] {
  const all = data.ticks ? fitting(data.ticks, x, across) : rounds(data.count, apart, across);
  const { at } = data;
  const marked = at === undefined ? [] : [data.ticks?.find((tick) => tick.at === at) ?? named(at)];
  const taken: { from: number; to: number }[] = [];
  const y = plot.y + plot.height;
  return [...marked, ...all].flatMap((tick): Mark[] => {
    const strong = tick.at === at;
    const wide = across(tick.text) * (strong ? 1.1 : 1);
    const middle = Math.max(wide / 2, Math.min(width - wide / 2, x(tick.at)));
    const [from, to] = [middle - wide / 2 - GAP / 2, middle + wide / 2 + GAP / 2];
    if (taken.some((other) => from < other.to && to > other.from)) return [];
    taken.push({ from, to });
    return [
      { type: 'path', d: `M${x(tick.at)} ${y}v3`, stroke: 'line' },
      text({
        x: middle,
        y: y + LINE - 2,
        text: tick.text,
        size: SIZE,
        align: 'middle',
        colour: strong ? 'ink' : 'soft',
        strong,
      }),
    ];
  });
}

const named = (at: number): Tick => ({ at, text: String(at) });

/** All, or every second, fourth …, so that neighbours leave room between their texts. */
function fitting(
  ticks: readonly Tick[],
  x: (place: number) => number,
  across: (label: string) => number,
): readonly Tick[] {
  const half = ticks.map((tick) => across(tick.text) / 2);
  const fits = (step: number): boolean => {
    for (let i = step; i < ticks.length; i += step) {
      const apart = x(ticks[i]!.at) - x(ticks[i - step]!.at);
      if (apart < half[i]! + half[i - step]! + GAP) return false;
    }
    return true;
  };
  let step = 1;
  while (step < ticks.length && !fits(step)) step *= 2;
  return ticks.filter((_, i) => i % step === 0);
}

/** Every place, or every second, fourth …, so that the texts fit. */
function rounds(count: number, apart: number, across: (label: string) => number): Tick[] {
  const widest = across(String(count - 1)) + GAP;
  let step = 1;
  while (step * apart < widest && step < count) step *= 2;
  return Array.from({ length: Math.ceil(count / step) }, (_, i) => named(i * step));
}

function lit(area: Box): Mark {
  return { type: 'path', d: rectangle(area), fill: 'accent', opacity: 0.14 };
}

function barMarks({ data, plot, y, apart }: Drawing, area: (place: number) => Box): Mark[] {
  const { bars, at } = data;
  if (!bars) return [];
  const zero = y(0);
  const between = apart > 8 ? 2 : apart > 4 ? 1 : 0;
  const box = (place: number): Box => {
    const { x, width } = area(place);
    const end = y(bars.values[place]!);
    const high = Math.abs(zero - end);
    return { x: x + between / 2, y: Math.min(zero, end), width: width - between, height: high };
  };
  let d = '';
  for (let place = 0; place < data.count; place += 1) d += rectangle(box(place));
  const marks: Mark[] = [
    { type: 'path', d, fill: bars.colour },
    { type: 'path', d: `M${plot.x} ${zero}h${plot.width}`, stroke: 'soft' },
  ];
  if (at !== undefined) {
    const { x, width } = area(at);
    const round = { x: x + 1, y: plot.y, width: Math.max(1, width - 2), height: zero - plot.y };
    marks.push({ type: 'path', d: rectangle(round), stroke: 'ink', width: 2 });
  }
  return marks;
}

function atMarks({ data, plot, x }: Drawing): Mark[] {
  const { at, bars } = data;
  if (at === undefined || bars) return [];
  const d = `M${x(at)} ${plot.y}v${plot.height}`;
  return [{ type: 'path', d, stroke: 'soft', dash: [3, 3] }];
}

/** Small triangles that stand on the axis. */
function flagMarks({ data, plot, x }: Drawing): Mark[] {
  const { flags = [] } = data;
  if (flags.length === 0) return [];
  const floor = plot.y + plot.height;
  const d = flags.map((place) => `M${short(x(place))} ${floor - 6}l3.5 6h-7z`).join('');
  return [{ type: 'path', d, fill: 'soft' }];
}

function lineMarks({ data, x, y }: Drawing, line: ChartLine): Mark[] {
  const { values, places, colour, dash, points } = line;
  const place = (i: number): number => places?.[i] ?? i;
  let d = '';
  for (let i = 0; i < values.length; i += 1) {
    d += `${i === 0 ? 'M' : 'L'}${short(x(place(i)))} ${short(y(values[i]!))}`;
  }
  const path: Mark = { type: 'path', d, stroke: colour, width: 1.75, ...(dash && { dash }) };
  if (!points || values.length > DOTTED) return [path];
  let dots = '';
  for (let i = 0; i < values.length; i += 1) {
    const shape = points === 'disc' ? disc : square;
    dots += shape(x(place(i)), y(values[i]!), place(i) === data.at ? 5 : 3);
  }
  return [path, { type: 'path', d: dots, fill: colour, stroke: 'ground' }];
}

/** A ring on the first line that has a number at the marked place, unless its points show that. */
function chosenMarks({ data, x, y }: Drawing): Mark[] {
  const { at, lines = [] } = data;
  if (at === undefined) return [];
  for (const { values, places, colour, points } of lines) {
    const i = places ? places.indexOf(at) : at;
    if (i < 0 || i >= values.length) continue;
    if (points && values.length <= DOTTED) return [];
    const d = disc(x(at), y(values[i]!), 5);
    return [{ type: 'path', d, fill: 'ground', stroke: colour, width: 2.5 }];
  }
  return [];
}

/** The level to compare with: its text stands above it if there is room, on a ground of its own. */
function ruleMarks({ data, plot, y, across }: Drawing): Mark[] {
  const { rule } = data;
  if (!rule) return [];
  const at = y(rule.value);
  const right = plot.x + plot.width;
  const foot = at - plot.y > LINE ? at - 5 : at + SIZE + 3;
  const wide = across(rule.text) + 4;
  const ground = { x: right - wide, y: foot - SIZE, width: wide, height: SIZE + 3 };
  return [
    { type: 'path', d: `M${plot.x} ${at}h${plot.width}`, stroke: 'soft', dash: [1, 3] },
    { type: 'path', d: rectangle(ground), fill: 'ground', opacity: 0.85 },
    text({ x: right - 2, y: foot, text: rule.text, size: SIZE, align: 'end' }),
  ];
}

function disc(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

function square(x: number, y: number, r: number): string {
  return rectangle({ x: x - r, y: y - r, width: 2 * r, height: 2 * r });
}

/** Hundredths of a pixel are enough. */
function short(pixels: number): number {
  return Math.round(pixels * 100) / 100;
}
