import { isBlank, wellFormed } from '../../text/index.js';
import { parseNumber } from '../../trace/numbers.js';
import { LIMITS } from './limits.js';

/** A value that fits, and whether it is the one that was given. */
export interface Cleaned<Value> {
  value: Value;
  same: boolean;
}

/** What the values of a setting are, and how they are written in an address. */
export interface Type<Value> {
  /** One text for each parameter of that name. */
  write(value: Value): string[];
  /** An unchecked value. */
  read(texts: string[]): unknown;
  /** The nearest value that fits; undefined if there is none. */
  clean(value: unknown): Cleaned<Value> | undefined;
  /** The value as plain JSON, if it is not that already. */
  json?(value: Value): unknown;
}

export interface WordType<Word extends string> extends Type<Word> {
  words: readonly Word[];
}

/** Inclusive bounds. */
export interface Range {
  least: number;
  most: number;
  whole: boolean;
}

export interface NumberType<Value extends number | null> extends Type<Value> {
  range: Range;
  /** Whether null stands for a number that is derived from others. */
  derived: boolean;
}

export interface FlagType extends Type<boolean> {
  flag: true;
}

const kept = <Value>(value: unknown, fits: boolean): Cleaned<Value> | undefined =>
  fits ? { value: value as Value, same: true } : undefined;

export const only = (texts: string[]): string => texts[0] ?? '';

export function word<const Word extends string>(words: readonly Word[]): WordType<Word> {
  return {
    words,
    write: (value) => [value],
    read: only,
    clean: (value) =>
      kept(
        value,
        words.some((one) => one === value),
      ),
  };
}

/** `none` is how null is written, if it is a value. */
function numeric<Value extends number | null>(range: Range, none?: string): NumberType<Value> {
  const { least, most, whole } = range;
  const derived = none !== undefined;
  return {
    range,
    derived,
    write: (value) => [value === null ? none! : String(value)],
    read: (texts) => (derived && only(texts) === none ? null : parseNumber(only(texts))),
    clean(value) {
      if (derived && (value === null || value === none))
        return { value: null as Value, same: true };
      // Attributes are texts.
      const number = typeof value === 'string' ? parseNumber(value) : value;
      if (typeof number !== 'number' || Number.isNaN(number)) return undefined;
      const inside = Math.min(most, Math.max(least, number));
      const clean = whole ? Math.round(inside) : inside;
      return { value: clean as Value, same: clean === number };
    },
  };
}

export const whole = (least: number, most: number): NumberType<number> =>
  numeric({ least, most, whole: true });
export const real = (least: number, most: number): NumberType<number> =>
  numeric({ least, most, whole: false });
/** null = derived from others, such as 1/√d_k. */
export const wholeOrDerived = (least: number, most: number): NumberType<number | null> =>
  numeric({ least, most, whole: true }, 'auto');
/** The same for any number; `none` is how null is written. */
export const realOrDerived = (
  least: number,
  most: number,
  none = 'auto',
): NumberType<number | null> => numeric({ least, most, whole: false }, none);

export function flag(): FlagType {
  return {
    flag: true,
    write: (value) => [String(value)],
    read: (texts) => ({ true: true, false: false })[only(texts)] ?? only(texts),
    clean(value) {
      // An attribute without a value is true, as in HTML.
      if (value === '' || value === 'true') return { value: true, same: true };
      if (value === 'false') return { value: false, same: true };
      return { value: value === true, same: typeof value === 'boolean' };
    },
  };
}

/** A list of sentences. */
export function texts(): Type<string[]> {
  return {
    write: (value) => value,
    read: (texts) => texts,
    clean(value) {
      const list = Array.isArray(value) ? (value as unknown[]) : [];
      const good = list
        .filter((one): one is string => typeof one === 'string' && !isBlank(one))
        .slice(0, LIMITS.sentences)
        .map((one) => wellFormed(one.slice(0, LIMITS.characters)));
      if (good.length === 0) return undefined;
      return {
        value: good,
        same: good.length === list.length && good.every((one, i) => one === list[i]),
      };
    },
  };
}

/** For each sentence the tokens that were edited by hand, or null. */
export function tokenLists(): Type<(string[] | null)[]> {
  return {
    write: (value) => (value.every((one) => one === null) ? [] : [JSON.stringify(value)]),
    read: readJson,
    clean(value) {
      const given = Array.isArray(value) ? (value as unknown[]) : [];
      let same = Array.isArray(value);
      const list = given.slice(0, LIMITS.sentences).map((one) => {
        if (one === null) return null;
        const good = Array.isArray(one) ? one.flatMap(cleanToken).slice(0, LIMITS.tokens) : [];
        same &&=
          Array.isArray(one) && good.length === one.length && good.every((t, j) => t === one[j]);
        return good.length > 0 ? good : null;
      });
      return { value: list, same: same && list.length === given.length };
    },
  };
}

/** One hand-made token, shortened to the limit of characters; none if it is blank. */
export function cleanToken(value: unknown): string[] {
  if (typeof value !== 'string' || isBlank(value)) return [];
  return [[...wellFormed(value.trim())].slice(0, LIMITS.tokenCharacters).join('')];
}

/** Given word vectors, one row per token: of all sentences, one below the other, each as long as the longest. */
export function vectors(): Type<number[][] | null> {
  return {
    write: (value) => (value === null ? [] : [JSON.stringify(value)]),
    read: readJson,
    clean: (value) => kept(value, value === null || isMatrix(value)),
  };
}

function isMatrix(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0) return false;
  const rows = value as unknown[];
  const width = Array.isArray(rows[0]) ? rows[0].length : 0;
  return (
    width > 0 &&
    width <= LIMITS.dModel &&
    rows.length * width <= LIMITS.given &&
    rows.every((row) => Array.isArray(row) && row.length === width && row.every(Number.isFinite))
  );
}

/** The path of a step; '' = none. */
export function path(): Type<string> {
  const form = /^[\w.]{0,100}$/;
  return {
    write: (value) => [value],
    read: only,
    clean: (value) => kept(value, typeof value === 'string' && form.test(value)),
  };
}

/** A place along an axis. */
export function index(): Type<number> {
  return {
    write: (value) => [String(value)],
    read: (texts) => parseNumber(only(texts)),
    clean: (value) => kept(value, isIndex(value)),
  };
}

/** The index of a cell; null = none. */
export function cell(): Type<number[] | null> {
  return {
    write: (value) => [value ? value.join('.') : 'none'],
    read: (texts) => (only(texts) === 'none' ? null : numbers(only(texts))),
    clean: (value) =>
      kept(
        value,
        value === null || (Array.isArray(value) && value.length <= 6 && value.every(isIndex)),
      ),
  };
}

export function heads(): Type<number[]> {
  const isHead = (one: unknown): boolean => isIndex(one) && one < LIMITS.heads;
  return {
    write: (value) => [value.join('.')],
    read: (texts) => numbers(only(texts)),
    clean: (value) => kept(value, Array.isArray(value) && value.every(isHead)),
  };
}

export type Focus = { side: 'query' | 'key'; index: number } | null;

/** A token of a sentence, as query or as key. */
export function focus(): Type<Focus> {
  return {
    write: (value) => (value ? [`${value.side}.${value.index}`] : ['none']),
    read(texts) {
      if (only(texts) === 'none') return null;
      const [side, at] = only(texts).split('.');
      return { side, index: Number(at) };
    },
    clean(value) {
      if (value === null) return { value, same: true };
      const { side, index } = Object(value) as { side?: unknown; index?: unknown };
      const fits = (side === 'query' || side === 'key') && isIndex(index);
      return fits ? { value: { side, index }, same: true } : undefined;
    },
  };
}

/** A place along an axis. */
export function isIndex(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 65536;
}

function numbers(text: string): number[] {
  if (text === '') return [];
  return text.split('.').map((one) => (one === '' ? NaN : Number(one)));
}

function readJson(texts: string[]): unknown {
  try {
    return JSON.parse(only(texts)) as unknown;
  } catch {
    return only(texts);
  }
}
