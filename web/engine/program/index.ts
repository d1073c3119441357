// A trace as a Python program that runs by itself.

import { describe, fail } from '../errors.js';
import { readOptions } from '../options/read.js';
import { program as table } from '../options/tables.js';
import { atOnce, inTurns } from '../turns.js';
import type { Program, ProgramOptions, Step } from '../types/index.js';
import { Composer, type Parts } from './compose.js';
import { Excerpts } from './excerpt.js';
import { languages } from './languages.js';
import { notebookOf, type Section } from './notebook.js';
import { npz } from './npz.js';
import type { ProgramSource } from './source.js';

export { Excerpts, languages };

/** The program of a trace, up to a step. */
export const programOf = (trace: ProgramSource, given: ProgramOptions): Program =>
  atOnce(writing(trace, given));

/** The same in turns of some milliseconds: `turn` resolves when the next one may begin. */
export const programInTurns = (
  trace: ProgramSource,
  given: ProgramOptions,
  turn: () => Promise<void>,
): Promise<Program> => inTurns(writing(trace, given), turn);

function* writing(trace: ProgramSource, given: ProgramOptions): Generator<undefined, Program> {
  const { steps, language, format, dataFile, alone } = chosen(trace, given);
  const composer = new Composer(trace, language, dataFile);
  yield;
  const work = alone ? composer.alone(steps.at(-1) as Step) : composer.walk(steps);
  const { introduction, sections, file }: Parts = yield* work;
  yield;
  const source = (format === 'ipynb' ? notebookOf : scriptOf)(introduction, sections);
  yield;
  return file ? { source, data: npz(file) } : { source };
}

function chosen(trace: ProgramSource, given: ProgramOptions) {
  const { language, upTo, alone, format, dataFile } = readOptions(table, given);
  if (alone && upTo === undefined) fail('missing', 'upTo', 'nothing', 'the path of the step');
  const all = trace.steps;
  const last = upTo === undefined ? all.length - 1 : all.findIndex(({ path }) => path === upTo);
  if (last < 0) fail('step', 'upTo', describe(upTo), "the path of one of the trace's steps");
  return {
    steps: all.slice(0, last + 1),
    language: languages[language],
    format,
    dataFile,
    alone,
  };
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
