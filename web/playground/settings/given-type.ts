import type { Computed } from '../../engine/types/computed.js';
import { parseNumber, shortest } from '../../trace/numbers.js';
import { LIMITS } from './limits.js';
import type { Cleaned, Type } from './types.js';

/** Numbers of the user's own that stand in place of a leaf's: a parameter's, a custom mask's, or the labels of a loss. */
export interface Given {
  /** The path of the leaf. */
  path: string;
  shape: number[];
  /** Row by row, as 32-bit numbers. */
  values: Computed[];
}

/** The leaf that alone may hold −∞. */
export const CUSTOM_MASK = 'custom_mask';
export const DROPOUT_MASK = 'dropout_mask';
/** What a loss compares with: a place or a word's number each; −1 where nothing is asked. */
export const LABELS = 'labels';

const FORM = /^[\w.]{1,100}$/;

/** One tensor for each path. In an address `path*rows.columns*value*value…`; JSON has no infinity, so −∞ is `'-inf'`. */
export function given(): Type<Given[]> {
  return {
    write: (value) =>
      value.map(({ path, shape, values }) =>
        [path, shape.join('.'), ...values.map(written)].join('*'),
      ),
    read: (texts) => texts.map(readOne),
    json: (value) =>
      value.map(({ values, ...rest }) => ({
        ...rest,
        values: values.map((one) => (one === -Infinity ? '-inf' : one)),
      })),
    clean: cleanAll,
  };
}

/** How many numbers they are together. */
export const countOf = (list: readonly Given[]): number =>
  list.reduce((sum, { values }) => sum + values.length, 0);

const written = (value: Computed): string => (value === -Infinity ? '-inf' : shortest(value));

/** Unchecked. */
function readOne(text: string): Given {
  const [path = '', shape = '', ...values] = text.split('*');
  return {
    path,
    shape: shape.split('.').map((size) => (size === '' ? NaN : Number(size))),
    values: values.slice(0, LIMITS.given + 1).map((one) => Math.fround(parseNumber(one))),
  };
}

/** Those that fit, the first of each path, as many as there is room for. */
function cleanAll(value: unknown): Cleaned<Given[]> {
  const list = Array.isArray(value) ? (value as unknown[]) : [];
  const good: Given[] = [];
  let same = Array.isArray(value);
  for (const one of list) {
    const clean = cleanOne(Object(one) as object);
    const fits =
      clean !== undefined &&
      good.every(({ path }) => path !== clean.path) &&
      countOf([...good, clean]) <= LIMITS.given;
    if (fits) good.push(clean);
    else same = false;
  }
  return { value: good, same };
}

function cleanOne(one: object): Given | undefined {
  const { path, shape, values } = one as { [Key in keyof Given]?: unknown };
  if (typeof path !== 'string' || !FORM.test(path)) return undefined;
  if (!Array.isArray(shape) || !shape.every(isSize) || !Array.isArray(values)) return undefined;
  if (values.length !== shape.reduce((count, size) => count * size, 1)) return undefined;
  const numbers = (values as unknown[]).map((one) => numberOf(one, path));
  return numbers.includes(NaN) ? undefined : { path, shape, values: numbers };
}

const isSize = (size: unknown): size is number => Number.isInteger(size) && Number(size) > 0;

/** The nearest 32-bit number; NaN for what the leaf cannot hold. */
function numberOf(value: unknown, path: string): number {
  if (path === CUSTOM_MASK && (value === '-inf' || value === -Infinity)) return -Infinity;
  const number = typeof value === 'number' ? Math.fround(value) : NaN;
  return Number.isFinite(number) ? number : NaN;
}
