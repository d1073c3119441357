// The values of templates' places besides inputs: sizes by the names of their axes, indices of cells, numbers.

import type { Axis, Notation, StepScope } from '../types/index.js';

/** The properties of a step that fill its places. */
export interface Facts {
  axes: readonly Axis[];
  scope: StepScope;
  attributes: Readonly<Record<string, number | number[]>>;
}

type Value = Notation | string;

const axisNames: Record<Axis, { tex: string; code: string }> = {
  batch: { tex: 'B', code: 'B' },
  head: { tex: 'h', code: 'n_heads' },
  token: { tex: 'T', code: 'T' },
  memory_token: { tex: 'S', code: 'S' },
  query: { tex: 'T', code: 'T' },
  key: { tex: 'S', code: 'S' },
  vocabulary: { tex: 'V', code: 'vocab_size' },
  d_model: { tex: 'D', code: 'd_model' },
  d_out: { tex: String.raw`d_{\text{out}}`, code: 'd_out' },
  heads_d_k: { tex: 'h d_k', code: 'n_heads * d_k' },
  heads_d_v: { tex: 'h d_v', code: 'n_heads * d_v' },
  d_k: { tex: 'd_k', code: 'd_k' },
  d_v: { tex: 'd_v', code: 'd_v' },
  feed_forward: { tex: 'd_{ff}', code: 'dim_feedforward' },
  one: { tex: '1', code: '1' },
};

/** Letters of a cell's index; an axis without a letter, or whose letter is taken, gets the next free one. */
const axisLetters: Partial<Record<Axis, string>> = {
  batch: 'b',
  head: 'i',
  token: 't',
  query: 't',
  memory_token: 's',
  key: 's',
  vocabulary: 'v',
};
const otherLetters = 'jklmnopq';

/** Letters for scope numbers that are not known: a declaration belongs to no step yet. */
const scopeLetters = { head: 'i', row: 'i', column: 'j', worker: 'r', sublayer: 'n' } as const;
type ScopeNumber = keyof typeof scopeLetters;

/** A number of the scope, from 1; undefined if the scope lacks it or has no number of this name. */
function scopeNumber(scope: StepScope, name: string): number | undefined {
  const fromZero = {
    head: scope.head,
    row: scope.tile?.[0],
    column: scope.tile?.[1],
    worker: scope.worker,
  };
  if (name === 'sublayer') return scope.sublayer;
  const number = name in fromZero ? fromZero[name as keyof typeof fromZero] : undefined;
  return number === undefined ? undefined : number + 1;
}

/** An attribute by the name of its place: a formula adds a `past`, and subtracts one below 0, which is `behind`. */
function attributeOf(attributes: Facts['attributes'], name: string): number | number[] | undefined {
  if (name !== 'past' && name !== 'behind')
    return Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  const { past } = attributes;
  if (typeof past !== 'number') return past;
  const number = name === 'past' ? past : -past;
  return number > 0 ? number : undefined;
}

/** Whether an attribute is present and not 0, or the scope has this number. */
export function isThere({ scope, attributes }: Facts, name: string): boolean {
  if (scopeNumber(scope, name) !== undefined) return true;
  const value = attributeOf(attributes, name) ?? 0;
  return Array.isArray(value) ? value.some((each) => each !== 0) : value !== 0;
}

export function texValue(facts: Facts, name: string): Value {
  const { axes } = facts;
  if (name === 'shape') return shapeNotation(axes);
  if (name === 'd') return axes.length > 0 ? axisNotation(axes.at(-1) as Axis) : '';
  if (name === 'window') return windowNotation(facts);
  if (name === 'cell' || name === 'source') return cellLetters(facts, name).join();
  const value = plainValue(facts, name);
  return typeof value === 'number' ? numberNotation(value) : value;
}

export function codeValue(facts: Facts, name: string): string {
  const { axes } = facts;
  if (name === 'shape') return axes.map((axis) => axisNames[axis].code).join(', ');
  if (name === 'd') return axes.length > 0 ? axisNames[axes.at(-1) as Axis].code : '';
  if (name === 'window') return windowCode(facts);
  if (name === 'pads') return paddingsOf(facts).map(pairCode).join(', ');
  if (name === 'padding') return paddingsOf(facts).reverse().flat().join(', ');
  if (name === 'leading')
    return axes
      .slice(2)
      .map(() => 'None')
      .join(', ');
  if (name === 'cell' || name === 'source') return cellLetters(facts, name).join(', ');
  return String(plainValue(facts, name));
}

/** A number, several as a list, or the letter for an unknown one. */
function plainValue({ scope, attributes }: Facts, name: string): number | string {
  const number = scopeNumber(scope, name);
  if (number !== undefined) return number;
  const attribute = attributeOf(attributes, name);
  if (attribute === undefined) return scopeLetters[name as ScopeNumber] ?? name;
  return Array.isArray(attribute) ? attribute.join(', ') : attribute;
}

const scientific = String.raw`{digits} \cdot 10^{{exponent}}`;

function numberNotation(value: number): Value {
  const [digits = '', exponent] = String(value).split('e');
  if (exponent === undefined) return digits;
  return { template: scientific, places: { digits, exponent: exponent.replace('+', '') } };
}

const axisNotations = new Map<Axis, Notation>();

function axisNotation(axis: Axis): Notation {
  let notation = axisNotations.get(axis);
  if (!notation) {
    notation = Object.freeze({ template: axisNames[axis].tex, places: {} });
    axisNotations.set(axis, notation);
  }
  return notation;
}

function product(factors: number): string {
  return Array.from({ length: factors }, (_, i) => `{${i}}`).join(String.raw` \times `);
}

function shapeNotation(axes: readonly Axis[]): Value {
  if (axes.length === 0) return '';
  if (axes.length === 1) return axisNotation(axes[0] as Axis);
  const places = Object.fromEntries(axes.map((axis, i) => [i, axisNotation(axis)]));
  return { template: product(axes.length), places };
}

/** Letters for the axes of the result, or, for `source`, of the transposed input. */
function cellLetters({ axes, attributes }: Facts, name: 'cell' | 'source'): string[] {
  const taken = new Set<string>();
  const letters = axes.map((axis) => {
    const usual = axisLetters[axis];
    const free = [...otherLetters].find((letter) => !taken.has(letter)) ?? '';
    const letter = usual !== undefined && !taken.has(usual) ? usual : free;
    taken.add(letter);
    return letter;
  });
  if (name === 'source') {
    const one = position(attributes.axis, axes.length);
    const other = position(attributes.other_axis, axes.length);
    [letters[one], letters[other]] = [letters[other] as string, letters[one] as string];
  }
  return letters;
}

/** The zeros before and after each axis. */
function paddingsOf({ axes, attributes }: Facts): [number, number][] {
  const padded = position(attributes.axis, axes.length);
  const own: [number, number] = [Number(attributes.before ?? 0), Number(attributes.after ?? 0)];
  return axes.map((_, axis) => (axis === padded ? own : [0, 0]));
}

function pairCode([before, after]: [number, number]): string {
  return `(${before}, ${after})`;
}

/** −1 is the last axis. */
function position(axis: number | number[] | undefined, rank: number): number {
  const number = Number(axis ?? -1);
  return number < 0 ? number + rank : number;
}

function windowOf({ axes, attributes }: Facts) {
  const axis = position(attributes.axis, axes.length);
  const start = Number(attributes.start ?? 0);
  const end = start + Number(attributes.length ?? 0);
  return { before: Math.min(axis, 2), after: axes.length - axis - 1, start, end };
}

/** One axis before the window is written `:`, several as dots. */
function windowTemplate(before: number, after: number): string {
  const first = ['', ':', String.raw`\dots`][before] ?? '';
  const colons = Array.from({ length: after }, () => ':');
  return [first, '{start} : {end}', ...colons].filter(Boolean).join(String.raw`,\; `);
}

function windowNotation(facts: Facts): Notation {
  const { before, after, start, end } = windowOf(facts);
  return {
    template: windowTemplate(before, after),
    places: { start: String(start), end: String(end) },
  };
}

function windowCode(facts: Facts): string {
  const { before, after, start, end } = windowOf(facts);
  const first = ['', ':', '...'][before] ?? '';
  const colons = Array.from({ length: after }, () => ':');
  return [first, `${start}:${end}`, ...colons].filter(Boolean).join(', ');
}

/** Every template that a value may have: shapes of up to six axes, windows in up to four. */
export function valueTemplates(): string[] {
  const products = [2, 3, 4, 5, 6].map(product);
  const windows = [0, 1, 2].flatMap((before) =>
    [0, 1, 2, 3].slice(0, 4 - before).map((after) => windowTemplate(before, after)),
  );
  const axes = Object.values(axisNames).map(({ tex }) => tex);
  return [...new Set([...axes, ...products, ...windows, scientific])];
}
