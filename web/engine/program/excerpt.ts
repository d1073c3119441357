// A few lines of a program around one step, for a view of it: long data are left out.

import type { Step } from '../types/index.js';
import { isRecorded } from './facts.js';
import type { Language } from './languages.js';
import { Listing, type Entry } from './listing.js';
import { shapeTuple, shortExpression, type Recorded } from './numbers.js';
import type { ProgramSource } from './source.js';

/** The lines of one step. */
export interface ExcerptPart {
  path: string;
  lines: readonly string[];
}

/** Longer data are shown as dots. */
const longestShown = 8;

/** The order of a program: recorded numbers first. */
export class Excerpts {
  readonly #listing: Listing;
  readonly #language: Language;
  readonly #order: readonly Step[];
  /** By path: the constants that the program has to define before this step. */
  readonly #fresh = new Map<string, string>();

  constructor(trace: ProgramSource, language: Language) {
    const { steps } = trace;
    this.#language = language;
    this.#listing = new Listing(trace, language);
    this.#order = [...steps.filter(isRecorded), ...steps.filter((step) => !isRecorded(step))];
    const known = new Map<string, number>();
    for (const step of this.#order) {
      const line = definitionLine(this.#listing.constants(step), known);
      if (line) this.#fresh.set(step.path, line);
    }
  }

  /** The step with `before` steps before it and `after` steps after it. */
  around(path: string, before: number, after: number): ExcerptPart[] {
    const at = this.#order.findIndex((step) => step.path === path);
    if (at < 0) return [];
    return this.#order
      .slice(Math.max(0, at - before), at + after + 1)
      .map((step) => ({ path: step.path, lines: this.#lines(this.#listing.entry(step)) }));
  }

  #lines({ step, value, line, edits }: Entry): string[] {
    const constants = this.#fresh.get(step.path);
    const own = value ? `${value.name} = ${this.#shown(value)}` : line;
    return [...(constants ? [constants] : []), own, ...edits];
  }

  #shown(record: Recorded): string {
    const count = record.shape.reduce((product, size) => product * size, 1);
    if (count > longestShown) return `data(${shapeTuple(record.shape)}, '…')`;
    return shortExpression(record.read(), record.integers, this.#language);
  }
}

/** The line that defines those constants that are not known yet, '' if there are none. */
export function definitionLine(
  constants: ReadonlyMap<string, number>,
  known: Map<string, number>,
): string {
  const fresh = [...constants].filter(([name, value]) => known.get(name) !== value);
  for (const [name, value] of fresh) known.set(name, value);
  if (fresh.length === 0) return '';
  const names = fresh.map(([name]) => name).join(', ');
  return `${names} = ${fresh.map(([, value]) => value).join(', ')}`;
}
