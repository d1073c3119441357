// Reads options by the table of their function: every name is known, every value is what its entry says.

import { describe, fail } from '../errors.js';
import { nearest } from './nearest.js';
import type { Option, Read, Table } from './option.js';
import { choice, flag, real, requireObject, whole } from './values.js';

/** An option with what is asked of it most often. */
interface Entry {
  name: string;
  option: Option;
  also: string | undefined;
  required: boolean;
}

interface Listing {
  entries: readonly Entry[];
  /** Every option as if it were not given: with its default, and without. */
  defaults: Readonly<Record<string, unknown>>;
  blank: Readonly<Record<string, unknown>>;
}

/** Of each table that was read: a small call takes less time than listing it anew. */
const listed = new WeakMap<Table, Listing>();

function listingOf(table: Table): Listing {
  let listing = listed.get(table);
  if (!listing) {
    const all = Object.entries(table);
    const valued = (value: (option: Option) => unknown) =>
      Object.fromEntries(all.map(([name, option]) => [name, value(option)]));
    listing = {
      entries: all.map(([name, option]) => ({
        name,
        option,
        also: option.also,
        required: 'required' in option,
      })),
      defaults: valued((option) => ('default' in option ? option.default : undefined)),
      blank: valued(() => undefined),
    };
    listed.set(table, listing);
  }
  return listing;
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
  return read(table, given, argument, prefix, false) as Partial<Read<Options, Of>>;
}

/** The same, with the defaults of what is not given. */
export function readOptions<Options extends object, Of extends Table>(
  table: Of,
  given: Options,
  argument = 'options',
  prefix = '',
): Read<Options, Of> {
  return read(table, given, argument, prefix, true) as Read<Options, Of>;
}

/** Errors are in the order of the table, whether a value is wrong or, in a `whole` reading, missing. */
function read(
  table: Table,
  given: object,
  argument: string,
  prefix: string,
  whole: boolean,
): Record<string, unknown> {
  const values = known(table, given, argument, prefix);
  const { entries, defaults, blank } = listingOf(table);
  const options = { ...(whole ? defaults : blank) };
  for (const { name, option, also, required } of entries) {
    const value = values[name];
    const other = also === undefined ? undefined : values[also];
    // null is no option, and is refused by whoever reads it.
    if (other !== undefined) options[name] = otherOf(option, name, value, other, prefix);
    else if (value !== undefined)
      options[name] = checked(option, value, prefix + (option.argument ?? name));
    else if (whole && required) missing(option, prefix + name);
  }
  return options;
}

/** The defaults of a table in place of what is undefined. */
export function withDefaults<Options extends object, Of extends Table>(
  table: Of,
  given: object,
): Read<Options, Of> {
  const read: Record<string, unknown> = { ...given };
  const { entries, defaults } = listingOf(table);
  for (const { name, option, required } of entries) {
    if (read[name] !== undefined) continue;
    if (required) missing(option, name);
    read[name] = defaults[name];
  }
  return read as Read<Options, Of>;
}

function missing(option: Option, argument: string): never {
  fail('missing', argument, 'nothing', acceptedOf(option));
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
  const { entries } = listingOf(table);
  const names = entries.flatMap(({ name, also }) => (also ? [name, also] : name));
  if (names.includes(name) || values[name] === undefined) return;
  const expected = nearest(name, names) ?? `one of ${names.join(', ')}`;
  fail('option', prefix + name.slice(0, 40), 'no such option', expected);
}

/** The value of an option that is given by PyTorch's other name. */
function otherOf(
  option: Option,
  name: string,
  value: unknown,
  other: unknown,
  prefix: string,
): unknown {
  const also = option.also ?? name;
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
