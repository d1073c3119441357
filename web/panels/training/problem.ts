import { fill } from '../../i18n/fill.js';
import { problemOf, type Problem } from '../../trace/problem.js';
import type { Texts } from './texts/en.js';

/** What a person is told, in the language that the page then has. */
export type Sentence = (t: Texts) => string;

/** A refusal by the page itself, in its own words. */
export class Refusal extends Error {
  constructor(readonly sentence: Sentence) {
    super('refused by the page');
  }
}

/** What is said of anything that was thrown. */
export function sentenceOf(error: unknown): Sentence {
  if (error instanceof Refusal) return error.sentence;
  const problem = problemOf(error);
  return (t) => problemText(t, problem);
}

/** What went wrong, and what that means for the run. */
export function problemText(t: Texts, { code, argument, actual, expected }: Problem): string {
  const texts: Record<string, string | undefined> = t.problems;
  const names: Record<string, string | undefined> = t.argumentNames;
  const text = texts[code] ?? t.problems.refused;
  const [n = ''] = /\d+/.exec(actual) ?? [];
  return fill(text, { argument: names[argument] ?? argument, actual, expected, n });
}
