// Reads options by the table of their function: every name is known, every value is what its entry says.

import { describe, fail } from '../errors.js';
import { nearest } from './nearest.js';
import type { Option, Read, Table } from './option.js';
import { choice, flag, real, requireObject, whole } from './values.js';

/**
 * The options, each read once: a getter may return another value next time, and `...` does not copy options of a
 * prototype. What is not given is undefined, and `required` ones may be missing. `argument` names the object in errors,
 * and `prefix` stands before the names of its options.
 */
export function readGiven<Options extends object, Of extends Table>(
  table: Of,
  given: Options,
  argument = 'options',
  prefix = '',
): Partial<Read<Options, Of>> {
  requireObject(given, argument);
  const values = given as Readonly<Record<string, unknown>>;
  requireKnown(table, values, prefix);
  const read: Record<string, unknown> = {};
  for (const [name, option] of Object.entries(table)) {
    read[name] = valueOf(option, name, values, prefix);
  }
  return read as Partial<Read<Options, Of>>;
}

/** The same, with the defaults of what is not given. */
export function readOptions<Options extends object, Of extends Table>(
  table: Of,
  given: Options,
  argument?: string,
  prefix = '',
): Read<Options, Of> {
  return withDefaults<Options, Of>(table, readGiven(table, given, argument, prefix), prefix);
}

/** The defaults of a table in place of what is undefined. */
export function withDefaults<Options extends object, Of extends Table>(
  table: Of,
  read: object,
  prefix = '',
): Read<Options, Of> {
  const all: Record<string, unknown> = { ...read };
  for (const [name, option] of Object.entries(table)) {
    if (all[name] !== undefined) continue;
    if ('required' in option) fail('missing', prefix + name, 'nothing', acceptedOf(option));
    if ('default' in option) all[name] = option.default;
  }
  return all as Read<Options, Of>;
}

/** The place of a choice in the list that its table has, as the core counts it. */
export function placeIn<Value extends string>(
  { of }: { of: readonly Value[] },
  value: Value,
): number {
  return of.indexOf(value);
}

/** Throws if one of these is given, as nothing would read it. */
export function refuse(options: object, names: readonly string[], why: string): void {
  const given = names.find((name) => options[name as keyof typeof options] !== undefined);
  if (given) fail('conflict', given, 'given', `nothing: ${why}`);
}

function requireKnown(
  table: Table,
  given: Readonly<Record<string, unknown>>,
  prefix: string,
): void {
  // Those of a prototype, too.
  for (const name in given) {
    if (Object.hasOwn(table, name)) continue;
    const names = Object.entries(table).flatMap(([each, { also }]) => (also ? [each, also] : each));
    if (names.includes(name) || given[name] === undefined) continue;
    const near = nearest(name, names);
    const expected = near ?? `one of ${names.join(', ')}`;
    fail('option', prefix + name.slice(0, 40), 'no such option', expected);
  }
}

function valueOf(
  option: Option,
  name: string,
  given: Readonly<Record<string, unknown>>,
  prefix: string,
): unknown {
  const { also } = option;
  const value = given[name];
  const other = also === undefined ? undefined : given[also];
  if (also === undefined || other === undefined) {
    return checked(option, value, prefix + (option.argument ?? name));
  }
  if (value !== undefined && !Object.is(value, other)) {
    const actual = `${describe(value)}, and ${also} ${describe(other)}`;
    fail('conflict', prefix + name, actual, 'one of them: they are the same option');
  }
  return checked(option, other, prefix + also);
}

function checked(option: Option, value: unknown, argument: string): unknown {
  if (value === undefined) return undefined;
  switch (option.kind) {
    case 'flag':
      return flag(value, false, argument);
    case 'whole':
      return whole(value, undefined, argument, option.least, option.most);
    case 'real':
      return fitting(option, real(value, NaN, argument), argument);
    case 'choice':
      return choice(value, argument, option.of);
    case 'text':
      if (typeof value !== 'string')
        fail(option.code ?? 'type', argument, describe(value), option.accepted);
      return value;
    case 'callback':
      if (typeof value !== 'function') fail('type', argument, describe(value), 'a function');
      return value;
    case 'hosted':
      if (!option.is(value)) fail('type', argument, describe(value), option.accepted);
      return value;
    case 'given':
      return value;
  }
}

function fitting(
  { fits, code = 'range', accepted = '' }: Extract<Option, { kind: 'real' }>,
  value: number,
  argument: string,
): number {
  if (fits && !fits(value)) fail(code, argument, describe(value), accepted);
  return value;
}

/** Of an option that is missing. */
const acceptedOf = (option: Option): string =>
  option.kind === 'choice' ? option.of.join(', ') : 'a whole number';
