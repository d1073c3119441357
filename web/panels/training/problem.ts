import { fill } from '../../i18n/fill.js';
import type { Problem } from '../../trace/problem.js';
import type { Texts } from './texts/en.js';

/** What went wrong, and what that means for the run. */
export function problemText(t: Texts, { code, argument, actual, expected }: Problem): string {
  const texts: Record<string, string | undefined> = t.problems;
  const names: Record<string, string | undefined> = t.argumentNames;
  const text = texts[code] ?? t.problems.refused;
  const [n = ''] = /\d+/.exec(actual) ?? [];
  return fill(text, { argument: names[argument] ?? argument, actual, expected, n });
}
