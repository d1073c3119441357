// Puts the lines of a program together: modules, data, steps, check.

import type { Step, Tensor } from '../types/index.js';
import { definitionLine } from './excerpt.js';
import { grouped, titleOf } from './groups.js';
import type { Language } from './languages.js';
import { Listing, type Entry } from './listing.js';
import type { Section } from './notebook.js';
import { base64Expression, isShort, shortExpression, type Recorded } from './numbers.js';
import type { ProgramSource } from './source.js';

/** More bytes of data go into a file beside the program. */
const mostInside = 4e6;

/** A program in parts. */
export interface Parts {
  introduction: readonly string[];
  sections: readonly Section[];
  /** The tensors of the file beside it, if it needs one. */
  file: readonly (readonly [name: string, tensor: Tensor])[] | undefined;
}

/** Work that can be interrupted wherever it yields. */
type Work<Result> = Generator<undefined, Result>;

export class Composer {
  readonly #language: Language;
  readonly #listing: Listing;
  readonly #dataFile: string;

  constructor(trace: ProgramSource, language: Language, dataFile: string) {
    this.#language = language;
    this.#listing = new Listing(trace, language);
    this.#dataFile = dataFile;
  }

  *walk(steps: readonly Step[]): Work<Parts> {
    const entries: Entry[] = [];
    for (const step of steps) {
      entries.push(this.#listing.entry(step));
      yield;
    }
    const records = entries.flatMap(({ value, beside }) => [...(value ? [value] : []), ...beside]);
    const computed = entries.filter(({ value }) => !value);
    const known = new Map<string, number>();
    const groups: Section[] = [];
    for (const { title, items } of grouped(computed, ({ step }) => titleOf(step.scope))) {
      groups.push({ title, lines: items.flatMap((entry) => this.#lines(entry, known)) });
      yield;
    }
    const title = `A walk through attention in ${this.#language.name}`;
    return yield* this.#parts(title, entries, records, groups);
  }

  /** One step: what it reads is the record of the others. */
  *alone(step: Step): Work<Parts> {
    const entry = this.#listing.entry(step);
    const operands = [...new Set(step.inputs)].map((path) =>
      this.#listing.operand(this.#listing.step(path) as Step),
    );
    const records = [...operands, ...(entry.value ? [entry.value] : []), ...entry.beside];
    const title = titleOf(step.scope);
    const groups = entry.value ? [] : [{ title, lines: this.#lines(entry, new Map()) }];
    return yield* this.#parts(`${step.path} in ${this.#language.name}`, [entry], records, groups);
  }

  /** The definitions of constants that are not known yet, a step's line, its edits. */
  #lines({ step, line, edits }: Entry, known: Map<string, number>): string[] {
    const constants = definitionLine(this.#listing.constants(step), known);
    return [...(constants ? [constants] : []), line, ...edits];
  }

  *#parts(
    title: string,
    entries: readonly Entry[],
    records: readonly Recorded[],
    groups: readonly Section[],
  ): Work<Parts> {
    const last = entries.at(-1) as Entry;
    const expected = { ...this.#listing.operand(last.step), name: 'expected', integers: false };
    const numbers = [];
    for (const record of [...records, expected]) {
      const tensor = record.read();
      numbers.push({ ...record, tensor, isShort: isShort(tensor) });
      yield;
    }
    const large = numbers.filter(({ isShort }) => !isShort);
    const bytes = large.reduce((sum, { tensor }) => sum + tensor.data.byteLength, 0);
    const inFile = bytes > mostInside;
    const assigned: string[] = [];
    for (const { name, integers, tensor, isShort } of numbers) {
      assigned.push(`${name} = ${this.#expression(name, tensor, integers, isShort, inFile)}`);
      yield;
    }
    // Data are edited as soon as they are there.
    const edits = entries.flatMap((entry) => (entry.value ? entry.edits : []));
    const data = [...assigned.slice(0, -1), ...edits];
    const sections = [
      ...(data.length > 0 ? [{ title: 'Recorded numbers', lines: data }] : []),
      ...groups,
      { title: 'Check', lines: [...assigned.slice(-1), ...this.#check(last)] },
    ];
    yield;
    const modules = { title: 'Modules', lines: this.#modules(sections, inFile) };
    return {
      introduction: introductionOf(title, last, inFile ? this.#dataFile : undefined),
      sections: [modules, ...sections],
      file: inFile ? large.map(({ name, tensor }) => [name, tensor]) : undefined,
    };
  }

  #expression(
    name: string,
    tensor: Tensor,
    integers: boolean,
    isShort: boolean,
    inFile: boolean,
  ): string {
    const language = this.#language;
    if (isShort) return shortExpression(tensor, integers, language);
    const read = inFile ? language.stored(quoted(name)) : base64Expression(tensor);
    return integers ? language.integersOf(read) : read;
  }

  #check({ name }: Entry): string[] {
    const text = `${name}: off by at most {off:.2g}, of numbers up to {size:.2g}`;
    return [...this.#language.distance(name), `print(f'${text}')`];
  }

  /** Imports and the reader of data, as far as the lines need them. */
  #modules(sections: readonly Section[], inFile: boolean): string[] {
    const { imports, reader, openStored, quiet } = this.#language;
    const opened = inFile ? [openStored(quoted(this.#dataFile))] : [];
    // The digits of data name nothing.
    const lines = sections.flatMap(({ lines }) => lines).map((line) => line.split("'''")[0] ?? '');
    const readsData = lines.some((line) => line.includes('data('));
    const helper = readsData ? reader : [];
    const text = [...lines, ...opened, ...helper].join('\n');
    const needed = imports.filter(([name]) => new RegExp(`\\b${name}\\.`).test(text));
    return [
      ...needed.map(([, line]) => line),
      ...quiet,
      ...(readsData ? ['', ...helper, ''] : []),
      ...opened,
    ];
  }
}

function introductionOf(title: string, last: Entry, file: string | undefined): string[] {
  return [
    title,
    `Every line is a step of a recorded trace, with its shape beside it; the last is ${last.step.path}.`,
    'All numbers are float32. At the end the result is compared with the recorded one.',
    ...(file ? [`The recorded numbers are in ${file}, which stands beside this program.`] : []),
  ];
}

/** A Python text. */
function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&').replace(/\n/g, '\\n')}'`;
}
