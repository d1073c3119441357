// Reads options by the table of their function: every name is known, every value is what its entry says.

import { describe, fail } from '../errors.js';
import { nearest } from './nearest.js';
import type { Option, Read, Table } from './option.js';
import { choice, flag, real, requireObject, whole } from './values.js';

/** The entries of each table that was read: a small call takes less time than listing them anew. */
const listed = new WeakMap<Table, readonly [name: string, option: Option][]>();

function entriesOf(table: Table): readonly [name: string, option: Option][] {
  let entries = listed.get(table);
  if (!entries) {
    entries = Object.entries(table);
    listed.set(table, entries);
  }
  return entries;
}

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
  return read(table, given, argument, prefix, () => undefined) as Partial<Read<Options, Of>>;
}

/** The same, with the defaults of what is not given. */
export function readOptions<Options extends object, Of extends Table>(
  table: Of,
  given: Options,
  argument = 'options',
  prefix = '',
): Read<Options, Of> {
  return read(table, given, argument, prefix, absent) as Read<Options, Of>;
}

/** Errors are in the order of the table, whether a value is wrong or `missing` refuses that there is none. */
function read(
  table: Table,
  given: object,
  argument: string,
  prefix: string,
  missing: (option: Option, argument: string) => unknown,
): Record<string, unknown> {
  const values = known(table, given, argument, prefix);
  const options: Record<string, unknown> = {};
  for (const [name, option] of entriesOf(table)) {
    const value = valueOf(option, name, values, prefix);
    // null is no option, and is refused by whoever reads it.
    options[name] = value === undefined ? missing(option, prefix + name) : value;
  }
  return options;
}

/** The defaults of a table in place of what is undefined. */
export function withDefaults<Options extends object, Of extends Table>(
  table: Of,
  given: object,
): Read<Options, Of> {
  const read: Record<string, unknown> = { ...given };
  for (const [name, option] of entriesOf(table)) {
    if (read[name] === undefined) read[name] = absent(option, name);
  }
  return read as Read<Options, Of>;
}

/** What stands for an option that is not given. */
function absent(option: Option, argument: string): unknown {
  if ('default' in option) return option.default;
  if ('required' in option) fail('missing', argument, 'nothing', acceptedOf(option));
  return undefined;
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

/** Throws unless it is an object of options that the table knows. */
function known(
  table: Table,
  given: unknown,
  argument: string,
  prefix: string,
): Readonly<Record<string, unknown>> {
  requireObject(given, argument);
  const values = given as Readonly<Record<string, unknown>>;
  // Those of a prototype, too.
  for (const name in values) {
    if (!Object.hasOwn(table, name)) requireOther(table, values, name, prefix);
  }
  return values;
}

/** Throws unless it is PyTorch's other name of an option, or undefined. */
function requireOther(
  table: Table,
  values: Readonly<Record<string, unknown>>,
  name: string,
  prefix: string,
): void {
  const names = entriesOf(table).flatMap(([each, { also }]) => (also ? [each, also] : each));
  if (names.includes(name) || values[name] === undefined) return;
  const expected = nearest(name, names) ?? `one of ${names.join(', ')}`;
  fail('option', prefix + name.slice(0, 40), 'no such option', expected);
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
    if (value === undefined) return undefined;
    return checked(option, value, prefix + (option.argument ?? name));
  }
  if (value !== undefined && !Object.is(value, other)) {
    const actual = `${describe(value)}, and ${also} ${describe(other)}`;
    fail('conflict', prefix + name, actual, 'one of them: they are the same option');
  }
  return checked(option, other, prefix + also);
}

function checked(option: Option, value: unknown, argument: string): unknown {
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
