// What a task of a lesson waits for: comparisons of what the engine recorded, and of what is set and shown. A condition reads
// `argmax(weights, it) = bread`, or compares with another place: `cell(q, it, 0) ≈ cell(k, it, 0)`; several are joined by `and`.

import type { Computed } from '../../engine/types/computed.js';
import { largestOf } from '../../trace/cells.js';
import { exact } from '../../trace/numbers.js';
import type { TraceStore } from '../../trace/store.js';
import { ifThere, LessonError } from './error.js';
import { isNear, typedNumber, typedRow } from './numbers.js';
import {
  axesBut,
  cellNamed,
  columnSum,
  indexOf,
  rowNamed,
  rowSum,
  stepNamed,
  valueAt,
} from './place.js';

/** What a condition is about: the trace of a figure, what is set there, and what it has measured. */
export interface Subject {
  store: TraceStore;
  /** A setting by the name of the element's attribute, as text; undefined if it has none of that name. */
  setting(name: string): string | undefined;
  /** What a panel tells of itself by its property `results`; undefined until it is measured. */
  result(name: string): string | number | boolean | undefined;
}

type Operator = '=' | '!=' | '<' | '<=' | '>' | '>=' | '≈';
type Read = Computed | string | boolean | Computed[] | undefined;

interface Kind {
  /** How it is written, for a message. */
  form: string;
  /** How many arguments it takes at least, and at most. */
  takes: readonly [least: number, most: number];
  read(subject: Subject, args: readonly string[]): Read;
}

/** The first argument, and the rest as one place. */
const split = ([of = '', ...at]: readonly string[]): [of: string, at: string] => [
  of,
  at.join(', '),
];

/** The conditions that there are. */
export const KINDS = {
  setting: {
    form: 'setting(NAME) = VALUE',
    takes: [1, 1],
    read: (subject, [name = '']) => {
      const value = subject.setting(name);
      if (value === undefined) throw new LessonError('setting', { name });
      return value;
    },
  },
  cell: {
    form: 'cell(STEP, PLACE) ≈ NUMBER',
    takes: [1, 8],
    read: ({ store }, args) => valueAt(store, cellNamed(store, ...split(args))),
  },
  row: {
    form: 'row(STEP, PLACE) ≈ NUMBER, NUMBER, …',
    takes: [1, 8],
    read: ({ store }, args) => rowNamed(store, ...split(args)).values,
  },
  sum: {
    form: 'sum(STEP, PLACE) ≈ NUMBER',
    takes: [1, 8],
    read: ({ store }, args) => rowSum(store, ...split(args)),
  },
  columnsum: {
    form: 'columnsum(STEP, PLACE) ≈ NUMBER',
    takes: [1, 8],
    read: ({ store }, args) => columnSum(store, ...split(args)),
  },
  shape: {
    form: 'shape(STEP) = NUMBER, NUMBER, …',
    takes: [1, 1],
    read: ({ store }, [of = '']) => stepNamed(store, of).shape,
  },
  copies: {
    form: 'copies(STEP)',
    takes: [1, 1],
    read: ({ store }, [of = '']) => !stepNamed(store, of).aliases,
  },
  argmax: {
    form: 'argmax(STEP, PLACE) = WORD',
    takes: [1, 8],
    read: ({ store }, args) => {
      const { values, words } = rowNamed(store, ...split(args));
      const at = largestOf(values);
      return words?.[at] ?? String(at);
    },
  },
  answer: {
    form: 'answer(WORD) = WORD',
    takes: [1, 1],
    read: ({ store }, [word = '']) => answerAt(store, word),
  },
  symmetric: {
    form: 'symmetric(STEP)',
    takes: [1, 1],
    read: ({ store }, [of = '']) => isSymmetric(store, of),
  },
  shown: {
    form: 'shown(STEP)',
    takes: [1, 1],
    read: ({ store }, [of = '']) => stepNamed(store, of).path === store.current?.path,
  },
  chosen: {
    form: 'chosen(STEP, PLACE)',
    takes: [1, 8],
    read: ({ store }, args) => isChosen(store, ...split(args)),
  },
  edits: {
    form: 'edits() <= NUMBER',
    takes: [0, 0],
    read: ({ store }) => store.state.edits.length,
  },
  result: {
    form: 'result(NAME) > NUMBER',
    takes: [1, 1],
    read: (subject, [name = '']) => subject.result(name),
  },
} as const satisfies Record<string, Kind>;

type KindName = keyof typeof KINDS;
const kinds: Readonly<Record<string, Kind>> = KINDS;

/** What is read, and of what. */
interface Reading {
  kind: Kind;
  args: readonly string[];
}

interface Condition extends Reading {
  operator: Operator | undefined;
  /** A word or numbers, or what is read elsewhere. */
  wanted: string | Reading;
}

const FORM = /^(\w+)\s*\(([^()]*)\)\s*(?:(!=|<=|>=|=|<|>|≈|~)\s*(.+))?$/;
const READING = /^\w+\s*\([^()]*\)$/;

/** Reads a condition; what is wrong with it is thrown as a `LessonError`. */
export function parseCondition(text: string): readonly Condition[] {
  return text.split(/\s+and\s+/).map((part) => {
    const found = FORM.exec(part.trim());
    const [, name = '', inner = '', sign, wanted = ''] = found ?? [];
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (!found || !kind) {
      const accepted = (Object.keys(KINDS) as KindName[]).map((one) => KINDS[one].form).join('; ');
      throw new LessonError('condition', { condition: part.trim(), accepted });
    }
    const args = inner
      .split(/[,，]/)
      .map((arg) => arg.trim())
      .filter((arg) => arg !== '');
    const [least, most] = kind.takes;
    if (args.length < least || args.length > most) {
      throw new LessonError('condition', { condition: part.trim(), accepted: kind.form });
    }
    const operator = (sign === '~' ? '≈' : sign) as Operator | undefined;
    const other = wanted.trim();
    return {
      kind,
      args,
      operator,
      wanted: READING.test(other) ? parseCondition(other)[0]! : other,
    };
  });
}

/** Whether a condition holds now. */
export const holds = (conditions: readonly Condition[], subject: Subject): boolean =>
  conditions.every((condition) => holdsOne(condition, subject));

/** The same in a figure that a learner may have changed: what is no longer in it does not hold. */
export const holdsStill = (conditions: readonly Condition[], subject: Subject): boolean =>
  ifThere(() => holds(conditions, subject)) ?? false;

function holdsOne({ kind, args, operator, wanted: given }: Condition, subject: Subject): boolean {
  const value = kind.read(subject, args);
  const wanted =
    typeof given === 'string' ? given : writtenOf(given.kind.read(subject, given.args));
  if (value === undefined || wanted === undefined) return false;
  if (Array.isArray(value)) return isRow(value, typedRow(wanted));
  if (typeof value === 'boolean') return (wanted === 'false') !== value;
  const number: Computed = typeof value === 'string' ? typedNumber(value) : value;
  if (Number.isNaN(number)) return (value === wanted) !== (operator === '!=');
  return compare(number, operator ?? '=', typedNumber(wanted));
}

/** What was read, as somebody would write it who compares with it. */
function writtenOf(value: Read): string | undefined {
  if (Array.isArray(value)) return value.map((one) => exact(one)).join(' ');
  return typeof value === 'number' ? exact(value) : value?.toString();
}

const isRow = (row: readonly Computed[], wanted: readonly number[]): boolean =>
  row.length === wanted.length && row.every((value, i) => isNear(value, wanted[i]!));

function compare(value: Computed, operator: Operator, wanted: number): boolean {
  switch (operator) {
    case '=':
      return isNear(value, wanted, 0);
    case '!=':
      return !isNear(value, wanted, 0);
    case '≈':
      return isNear(value, wanted);
    case '<':
      return value < wanted;
    case '<=':
      return value <= wanted;
    case '>':
      return value > wanted;
    case '>=':
      return value >= wanted;
  }
}

/** What a model answers at a word, in words; undefined in a trace without an answer. */
function answerAt(store: TraceStore, word: string): string | undefined {
  const step = store.steps.find(({ op, gradient }) => op === 'argmax' && !gradient);
  if (!step) return undefined;
  const index = indexOf(store, step, word);
  return store.tokensOf(step, store.state.batch)[valueAt(store, { path: step.path, index })];
}

function isSymmetric(store: TraceStore, of: string): boolean {
  const step = stepNamed(store, of);
  const [rows = 0, columns = 0] = step.shape.slice(-2);
  const before = indexOf(store, step, '', [...step.shape.keys()].slice(0, -2));
  const at = (row: number, column: number): Computed =>
    valueAt(store, { path: step.path, index: [...before, row, column] });
  const places = Array.from({ length: rows }, (_, i) => i);
  return (
    rows === columns &&
    places.every((row) => places.every((column) => at(row, column) === at(column, row)))
  );
}

/** Whether a cell is chosen: a place that names fewer axes than the step has is a row. */
function isChosen(store: TraceStore, of: string, at: string): boolean {
  const { kept } = store;
  const step = stepNamed(store, of);
  if (!kept || kept.path !== step.path) return false;
  const given = at.split(/[,，]/).filter((part) => part.trim() !== '').length;
  const isCell = given >= 2 || step.shape.length < 2;
  const axes = isCell ? undefined : axesBut(step, 1);
  return indexOf(store, step, at, axes).every((place, axis) => place === kept.index[axis]);
}
