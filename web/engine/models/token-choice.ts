import type { Read } from '../options/option.js';
import type { choice } from '../options/tables.js';
import { whole } from '../options/values.js';
import type { ChoiceOptions } from '../types/index.js';

/** How a token is chosen, as the core reads it. */
export type TokenChoice = ReturnType<typeof choiceOf>;

/** Throws if it keeps more than these candidates. */
export function choiceOf(options: Read<ChoiceOptions, typeof choice>, candidates: number) {
  const { temperature, topK, doSample, seed } = options;
  const kept = topK === undefined ? 0 : whole(topK, undefined, 'topK', 1, candidates);
  return { temperature, topK: kept, doSample, seed };
}
