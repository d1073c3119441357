// A trace as a Python program that runs by itself. The page fetches this folder late; the npm API attaches it to traces.

import { describe, fail } from '../errors.js';
import { choice, flag, readOnce, requireObject } from '../options.js';
import type { Program, ProgramOptions, Step, Tensor } from '../types.js';
import { grouped, titleOf } from './groups.js';
import { languages, type Language } from './languages.js';
import { Listing, type Entry } from './listing.js';
import { notebookOf, type Section } from './notebook.js';
import { npz } from './npz.js';
import { base64Expression, isShort, shortExpression, type Recorded } from './numbers.js';
import type { ProgramSource } from './source.js';

export { Listing, languages, titleOf };
export type { Entry, ProgramSource };

/** More bytes of data go into a file beside the program. */
const mostInside = 4e6;

/** A record with its numbers, read once. */
type Loaded = Recorded & { tensor: Tensor };

/** The program of a trace, up to a step. */
export function programOf(trace: ProgramSource, given: ProgramOptions): Program {
  const { steps, language, format, dataFile, alone } = readOptions(trace, given);
  const composer = new Composer(trace, language, dataFile);
  const [introduction, sections] = alone
    ? composer.alone(steps.at(-1) as Step)
    : composer.walk(steps);
  const notebook = format === 'ipynb';
  const source = notebook ? notebookOf(introduction, sections) : scriptOf(introduction, sections);
  const { file } = composer;
  return file ? { source, data: npz(file) } : { source };
}

const optionNames = ['language', 'upTo', 'alone', 'format', 'dataFile'] as const;

function readOptions(trace: ProgramSource, given: ProgramOptions) {
  requireObject(given, 'options');
  const options = readOnce(given, optionNames);
  if (options.language === undefined) fail('missing', 'language', 'nothing', 'torch, numpy');
  const language = languages[choice(options.language, 'torch', 'language', ['torch', 'numpy'])];
  const format = choice(options.format, 'py', 'format', ['py', 'ipynb']);
  const alone = flag(options.alone, false, 'alone');
  const { upTo, dataFile = 'walk.npz' } = options;
  if (typeof dataFile !== 'string') fail('type', 'dataFile', describe(dataFile), "a file's name");
  if (alone && upTo === undefined) fail('missing', 'upTo', 'nothing', 'the path of the step');
  const all = trace.steps;
  const last = upTo === undefined ? all.length - 1 : all.findIndex(({ path }) => path === upTo);
  if (last < 0) fail('step', 'upTo', describe(upTo), "the path of one of the trace's steps");
  return { steps: all.slice(0, last + 1), language, format, dataFile, alone };
}

/** Puts a program together. */
class Composer {
  /** The tensors of the file beside it, if it needs one. */
  file: [string, Tensor][] | undefined;
  readonly #trace: ProgramSource;
  readonly #language: Language;
  readonly #listing: Listing;
  readonly #dataFile: string;

  constructor(trace: ProgramSource, language: Language, dataFile: string) {
    this.#trace = trace;
    this.#language = language;
    this.#listing = new Listing(trace, language);
    this.#dataFile = dataFile;
  }

  walk(steps: readonly Step[]): [introduction: string[], sections: Section[]] {
    const entries = steps.map((step) => this.#listing.entry(step));
    const records = entries.flatMap(({ value, beside }) => [...(value ? [value] : []), ...beside]);
    const computed = entries.filter(({ value }) => !value);
    const known = new Map<string, number>();
    const groups = grouped(computed, ({ step }) => titleOf(step.scope)).map(({ title, items }) => ({
      title,
      lines: items.flatMap((entry) => linesOf(entry, known)),
    }));
    const first = `A walk through attention in ${this.#language.name}`;
    return this.#sections(first, entries, records, groups);
  }

  /** One step: what it reads is the record of the others. */
  alone(step: Step): [introduction: string[], sections: Section[]] {
    const entry = this.#listing.entry(step);
    const operands = [...new Set(step.inputs)].map((path) =>
      this.#listing.operand(this.#listing.step(path) as Step),
    );
    const records = [...operands, ...(entry.value ? [entry.value] : []), ...entry.beside];
    const groups = entry.value
      ? []
      : [{ title: titleOf(step.scope), lines: linesOf(entry, new Map<string, number>()) }];
    return this.#sections(`${step.path} in ${this.#language.name}`, [entry], records, groups);
  }

  #sections(
    first: string,
    entries: readonly Entry[],
    records: readonly Recorded[],
    groups: readonly Section[],
  ): [introduction: string[], sections: Section[]] {
    const last = entries.at(-1) as Entry;
    const expected = { ...this.#listing.operand(last.step), name: 'expected', integers: false };
    const loaded = [...records, expected].map((record) => ({ ...record, tensor: record.read() }));
    const large = loaded.filter(({ tensor }) => !isShort(tensor));
    const bytes = large.reduce((sum, { tensor }) => sum + tensor.data.byteLength, 0);
    if (bytes > mostInside) this.file = large.map(({ name, tensor }) => [name, tensor]);
    const assigned = loaded.map((record) => this.#assigned(record));
    // Data are edited as soon as they are there.
    const edits = entries.flatMap((entry) => (entry.value ? entry.edits : []));
    const data = [...assigned.slice(0, -1), ...edits];
    const sections = [
      ...(data.length > 0 ? [{ title: 'Recorded numbers', lines: data }] : []),
      ...groups,
      { title: 'Check', lines: [assigned.at(-1) as string, ...this.#check(last)] },
    ];
    const head = { title: 'Modules', lines: this.#head(sections) };
    return [introductionOf(first, last, this.file && this.#dataFile), [head, ...sections]];
  }

  #assigned({ name, integers, tensor }: Loaded): string {
    const language = this.#language;
    if (isShort(tensor)) return `${name} = ${shortExpression(tensor, integers, language)}`;
    const read = this.file ? language.stored(quoted(name)) : base64Expression(tensor);
    return `${name} = ${integers ? language.integersOf(read) : read}`;
  }

  #check({ name, step }: Entry): string[] {
    const found = this.#trace.compare(this.#trace as never).find(({ path }) => path === step.path);
    const explained = (found?.tolerance ?? 0).toPrecision(2);
    const text = `${name}: off by at most {off:.2g}; rounding explains up to ${explained}`;
    return [...this.#language.distance(name), `print(f'${text}')`];
  }

  /** Imports and the reader of data, as far as the lines need them. */
  #head(sections: readonly Section[]): string[] {
    const { imports, reader, openStored } = this.#language;
    const opened = this.file ? [openStored(quoted(this.#dataFile))] : [];
    const text = [...sections.flatMap(({ lines }) => lines), ...opened].join('\n');
    const helper = /\bdata\(/.test(text) ? reader : [];
    const body = [text, ...helper].join('\n');
    const needed = imports.filter(([name]) => new RegExp(`\\b${name}\\.`).test(body));
    const quiet =
      this.#language.template === 'numpy'
        ? ["np.seterr(all='ignore')  # -inf and NaN are meant"]
        : [];
    return [
      ...needed.map(([, line]) => line),
      ...quiet,
      ...(helper.length > 0 ? ['', ...helper, ''] : []),
      ...opened,
    ];
  }
}

/** The definitions of constants that are not known yet, a step's line, its edits. */
function linesOf({ line, edits, constants }: Entry, known: Map<string, number>): string[] {
  const fresh = [...constants].filter(([name, value]) => known.get(name) !== value);
  for (const [name, value] of fresh) known.set(name, value);
  const names = fresh.map(([name]) => name).join(', ');
  const values = fresh.map(([, value]) => value).join(', ');
  return [...(names ? [`${names} = ${values}`] : []), line, ...edits];
}

function introductionOf(first: string, last: Entry, file: string | undefined): string[] {
  return [
    first,
    `Every line is a step of a recorded trace, with its shape beside it; the last is ${last.step.path}.`,
    'All numbers are float32. At the end the result is compared with the recorded one.',
    ...(file ? [`The recorded numbers are in ${file}, which stands beside this program.`] : []),
  ];
}

function scriptOf(introduction: readonly string[], sections: readonly Section[]): string {
  const [head, ...rest] = sections as [Section, ...Section[]];
  const parts = [
    introduction.map((line) => `# ${line}`),
    head.lines,
    ...rest.map(({ title, lines }) => [`# ${title}`, ...lines]),
  ];
  return `${parts.map((lines) => lines.join('\n').trimEnd()).join('\n\n')}\n`;
}

/** A Python text. */
function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&').replace(/\n/g, '\\n')}'`;
}
