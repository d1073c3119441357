// The steps of a trace as lines of a program, each with the data that it reads and the edits that follow it.

import { assignment } from '../notation/index.js';
import type { Numbers } from '../types/computed.js';
import { fillCode } from '../notation/template.js';
import { codeValue, isThere } from '../notation/values.js';
import type { Edit, Step } from '../types/index.js';
import { constantsOf } from './constants.js';
import { isRecorded, keptCells, meetsEmpty } from './facts.js';
import type { Language } from './languages.js';
import { Names } from './names.js';
import { floatText, shapeTuple, type Recorded } from './numbers.js';
import type { ProgramSource } from './source.js';

/** One step in a program. */
export interface Entry {
  step: Step;
  /** Its variable. */
  name: string;
  /** The record that is its value, if nothing computes it. */
  value?: Recorded;
  /** Other records that its lines read. */
  beside: readonly Recorded[];
  /** The line that computes it, with its shape as a comment; '' if it is recorded. */
  line: string;
  /** Lines that set its edited cells. */
  edits: readonly string[];
}

/** More edits than these are set at once. */
const mostSingleEdits = 16;

/** Writes the steps of one trace in one language. */
export class Listing {
  readonly names: Names;
  readonly #trace: ProgramSource;
  readonly #language: Language;
  readonly #steps: ReadonlyMap<string, Step>;
  readonly #edits: ReadonlyMap<string, readonly Edit[]>;

  constructor(trace: ProgramSource, language: Language) {
    this.#trace = trace;
    this.#language = language;
    this.#steps = new Map(trace.steps.map((step) => [step.path, step]));
    this.names = new Names([...this.#steps.keys()]);
    this.#edits = lastEdits(trace.edits);
  }

  step(path: string): Step | undefined {
    return this.#steps.get(path);
  }

  /** The constants that the line of a step names; reads no numbers. */
  constants(step: Step): ReadonlyMap<string, number> {
    if (isRecorded(step)) return new Map();
    const situation = this.#situation(step);
    const holds = (name: string) => name !== 'empty' && situation.holds(name);
    const template = step.templates[this.#language.template];
    const [statement = ''] = fillCode(template, { ...situation, holds }, () => '').split('  # ');
    return constantsOf(step, statement);
  }

  entry(step: Step): Entry {
    const name = this.names.of(step.path);
    const edits = this.#edits.get(step.path) ?? [];
    if (isRecorded(step)) {
      const value = this.#recorded(step, edits);
      return { step, name, value, line: '', ...this.#edited(step, edits) };
    }
    const beside: Recorded[] = [];
    const template = step.templates[this.#language.template];
    const code = fillCode(template, this.#situation(step), (place) => {
      if (place !== 'kept' && place !== 'drawn') return this.#place(step, place);
      const record = this.#besides(step, place);
      beside.push(record);
      return record.name;
    });
    const line = assignment(name, template, code);
    const [statement = ''] = line.split('  # ');
    const edited = this.#edited(step, edits, statement);
    return {
      step,
      name,
      line: withShape(line, step.shape),
      beside: [...beside, ...edited.beside],
      edits: edited.edits,
    };
  }

  /** What a step reads, as it was recorded, its edits included. */
  operand(step: Step): Recorded {
    const integers = hasIntegers(step, this.#trace.tensor(step.path).data);
    const read = () => this.#trace.tensor(step.path);
    return { name: this.names.of(step.path), shape: step.shape, integers, read };
  }

  #situation(step: Step) {
    return {
      inputs: step.inputs.length,
      holds: (name: string) => {
        if (/^\d+$/.test(name)) return Number(name) < step.inputs.length;
        return name === 'empty' ? meetsEmpty(this.#trace, step) : isThere(step, name);
      },
    };
  }

  #place(step: Step, place: string): string {
    const { inputs, shape } = step;
    if (/^\d+$/.test(place)) return this.names.of(inputs[Number(place)] ?? '');
    if (place === 'out') return this.names.of(step.path);
    if (place === 'last') return this.names.of(inputs.at(-1) ?? '');
    if (place === 'beforeLast') return this.names.of(inputs.at(-2) ?? '');
    if (place === 'shape') return shape.join(', ');
    if (place === 'd') return String(shape.at(-1) ?? 1);
    return codeValue(step, place);
  }

  #recorded(step: Step, edits: readonly Edit[]): Recorded {
    const trace = this.#trace;
    const read = () => (edits.length > 0 ? trace.baseline(step.path) : trace.tensor(step.path));
    const integers =
      step.role === 'token' &&
      hasIntegers(step, this.#trace.tensor(step.path).data) &&
      hasIntegers(step, read().data);
    return { name: this.names.of(step.path), shape: step.shape, integers, read };
  }

  #besides(step: Step, place: 'kept' | 'drawn'): Recorded {
    const name = this.names.beside(step.path, place);
    const drawn = place === 'drawn';
    const read = () => (drawn ? this.#trace.tensor(step.path) : keptCells(this.#trace, step));
    return { name, shape: step.shape, integers: drawn, read };
  }

  /** An edit leaves the operands as they were, so a result that may share their memory is copied first. */
  #edited(step: Step, edits: readonly Edit[], line = ''): Pick<Entry, 'edits' | 'beside'> {
    if (edits.length === 0) return { edits: [], beside: [] };
    const name = this.names.of(step.path);
    if (edits.length > mostSingleEdits) return this.#manyEdits(step, edits);
    // `y = x`: a step that has nothing to do.
    const isInput = step.inputs.some((input) => line === `${name} = ${this.names.of(input)}`);
    const shares = step.aliases || step.op === 'contiguous' || isInput;
    const copy = shares ? [`${name} = ${this.#language.copyOf(name)}`] : [];
    const integers = hasIntegers(step, this.#trace.tensor(step.path).data);
    const lines = edits.map(({ index, value }) => {
      const cell = index.length > 0 ? index.join(', ') : '...';
      return `${name}[${cell}] = ${integers ? value : floatText(value, this.#language)}  # edited`;
    });
    return { edits: [...copy, ...lines], beside: [] };
  }

  #manyEdits(step: Step, edits: readonly Edit[]): Pick<Entry, 'edits' | 'beside'> {
    const { shape } = step;
    const [name, mask] = [this.names.of(step.path), this.names.beside(step.path, 'is_edited')];
    const values = { ...this.operand(step), name: this.names.beside(step.path, 'edits') };
    const read = () => {
      const data = new Float32Array(shape.reduce((count, size) => count * size, 1));
      for (const { index } of edits) {
        data[index.reduce((position, at, axis) => position * (shape[axis] ?? 1) + at, 0)] = 1;
      }
      return { ...this.#trace.tensor(step.path), data };
    };
    const line = `${name} = ${this.#language.choose(mask, values.name, name)}  # edited`;
    return { edits: [line], beside: [{ name: mask, shape, integers: false, read }, values] };
  }
}

/** The last edit of each cell, by path. */
function lastEdits(edits: readonly Edit[]): Map<string, readonly Edit[]> {
  const byPath = new Map<string, Map<string, Edit>>();
  for (const edit of edits) {
    const cells = byPath.get(edit.path) ?? new Map<string, Edit>();
    byPath.set(edit.path, cells.set(edit.index.join(), edit));
  }
  return new Map([...byPath].map(([path, cells]) => [path, [...cells.values()]]));
}

/** Ids and numbers of tokens are integers, which index a table. */
function hasIntegers({ role }: Step, data: Numbers): boolean {
  return role === 'token' && data.every((value) => Number.isInteger(value));
}

/** The shape stands before a line's own comment. */
function withShape(line: string, shape: readonly number[]): string {
  const [statement = '', ...comments] = line.split('  # ');
  return `${statement}  # ${[shapeTuple(shape), ...comments].join('; ')}`;
}
