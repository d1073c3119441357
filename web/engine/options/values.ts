// Values of options and arguments: checked one by one. Each is undefined where nothing is given.

import { describe, fail } from '../errors.js';

export const largestWhole = 2 ** 31 - 1;

/**
 * Whether it is an object that holds nothing but its own properties, of this frame or another: no list, no Map, Promise
 * or other instance of a class. Properties of a plain prototype count as its own.
 */
export function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  let prototype: unknown = Object.getPrototypeOf(value);
  while (prototype !== null) {
    const next: unknown = Object.getPrototypeOf(prototype);
    // Of classes; the last one is Object's.
    if (next !== null && Object.hasOwn(prototype as object, 'constructor')) return false;
    prototype = next;
  }
  return true;
}

/** Whether a value is of one of these classes, in any frame: each frame has its own. */
export const isOf =
  (...classes: string[]) =>
  (value: unknown) =>
    classes.includes(Object.prototype.toString.call(value).slice('[object '.length, -1));

export function requireObject(
  value: unknown,
  argument: string,
  expected = 'an object of options',
): asserts value is object {
  if (!isPlain(value)) fail('type', argument, describe(value), expected);
}

export function flag(value: unknown, fallback: boolean, argument: string): boolean {
  if (value === undefined) return fallback;
  if (typeof value !== 'boolean') fail('type', argument, describe(value), 'true or false');
  return value;
}

export function real(value: unknown, fallback: number, argument: string): number {
  if (value === undefined) return fallback;
  if (typeof value !== 'number') fail('type', argument, describe(value), 'a number');
  return value;
}

/** A whole number between two inclusive bounds, -0 as 0; required if there is no fallback. */
export function whole(
  value: unknown,
  fallback: number | undefined,
  argument: string,
  least: number,
  most = largestWhole,
): number {
  if (value === undefined && fallback === undefined) {
    fail('missing', argument, 'nothing', 'a whole number');
  }
  const number = real(value, fallback ?? NaN, argument);
  if (!Number.isInteger(number) || number < least || number > most) {
    fail('range', argument, describe(number), `a whole number from ${least} to ${most}`);
  }
  return number + 0;
}

/** One of these texts. */
export function choice<T extends string>(
  value: unknown,
  argument: string,
  accepted: readonly T[],
): T {
  if (!accepted.includes(value as T)) {
    fail('range', argument, describe(value), accepted.join(', '));
  }
  return value as T;
}

/** Throws if there are more elements than memory could ever hold. */
export function requireArea(rows: number, columns: number, argument: string): void {
  if (rows * columns >= 2 ** 29) {
    fail('overflow', argument, `${rows} × ${columns}`, 'fewer than 2^29 elements');
  }
}
