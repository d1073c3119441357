import { describe, fail } from './errors.js';

export function requireObject(value: unknown, argument: string): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    fail('type', argument, describe(value), 'an object of options');
  }
}

/**
 * Reads each of these options once: a getter may return another value next time, and `...` does not copy options of
 * a prototype.
 */
export function readOnce<T extends object>(options: T, names: readonly (keyof T)[]): T {
  return Object.fromEntries(names.map((name) => [name, options[name]])) as T;
}

/** Throws if one of these is given, as nothing would read it. */
export function refuse(options: object, names: readonly string[], why: string): void {
  const given = names.find((name) => options[name as keyof typeof options] !== undefined);
  if (given) fail('conflict', given, 'given', `nothing: ${why}`);
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

/** Beyond these bounds, scores divided by it are not finite floats: src/attention_playground/attention/checks.hpp. */
export function temperatureOf(value: unknown): number {
  const temperature = real(value, 1, 'temperature');
  if (!(temperature >= 1e-30 && temperature <= 1e30)) {
    fail('range', 'temperature', describe(temperature), 'a number from 1e-30 to 1e30');
  }
  return temperature;
}

/** A whole number between two inclusive bounds; required if there is no fallback. */
export function whole(
  value: unknown,
  fallback: number | undefined,
  argument: string,
  least: number,
  most = 2 ** 31 - 1,
): number {
  if (value === undefined && fallback === undefined) {
    fail('missing', argument, 'nothing', 'a whole number');
  }
  const number = real(value, fallback ?? NaN, argument);
  if (!Number.isInteger(number) || number < least || number > most) {
    fail('range', argument, describe(number), `a whole number from ${least} to ${most}`);
  }
  return number;
}

/** Throws if there are more elements than memory could ever hold. */
export function requireArea(rows: number, columns: number, argument: string): void {
  if (rows * columns >= 2 ** 29) {
    fail('overflow', argument, `${rows} × ${columns}`, 'fewer than 2^29 elements');
  }
}

export function choice<T extends string>(
  value: unknown,
  fallback: T,
  argument: string,
  accepted: readonly T[],
): T {
  if (value === undefined) return fallback;
  if (!accepted.includes(value as T)) {
    fail('range', argument, describe(value), accepted.join(', '));
  }
  return value as T;
}

/** The options that every kind of attention takes, checked and with defaults. */
export function attentionSwitches(options: {
  isCausal?: unknown;
  causalOffset?: unknown;
  scale?: unknown;
  temperature?: unknown;
  dropoutP?: unknown;
  training?: unknown;
  seed?: unknown;
}) {
  const training = flag(options.training, false, 'training');
  const dropoutP = real(options.dropoutP, 0, 'dropoutP');
  if (!(dropoutP >= 0 && dropoutP < 1)) {
    fail('range', 'dropoutP', describe(dropoutP), 'a probability from 0 to below 1');
  }
  const { scale: given } = options;
  const scale = given === undefined ? undefined : real(given, 1, 'scale');
  // The core reads NaN as an omitted scale.
  if (Number.isNaN(scale)) fail('not_finite', 'scale', 'NaN', 'a finite number');
  return {
    isCausal: flag(options.isCausal, false, 'isCausal'),
    causalOffset: whole(options.causalOffset, 0, 'causalOffset', -(2 ** 30), 2 ** 30),
    scale,
    temperature: temperatureOf(options.temperature),
    dropoutP: training ? dropoutP : 0,
    // Only a fault reads it.
    idleDropoutP: training || dropoutP === 0 ? undefined : dropoutP,
    seed: whole(options.seed, 0, 'seed', 0, 2 ** 32 - 1),
  };
}
