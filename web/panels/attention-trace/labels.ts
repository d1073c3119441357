import { describe, fail } from '../../engine/errors.js';
import type { Step } from '../../engine/types/index.js';
import { axisNames } from '../../trace/axes.js';
import type { Labels } from '../../trace/word-labels.js';

/** The tokens of one sentence, or of each sentence of a batch. */
export type GivenTokens = readonly string[] | readonly (readonly string[])[];

/** The axes of queries, and of keys. */
const SIDES = [
  { argument: 'tokens', axes: ['query', 'token'] },
  { argument: 'keyTokens', axes: ['key', 'memory_token'] },
] as const;

export interface GivenLabels {
  /** Of the queries; of the keys, too, where those have none. */
  tokens?: GivenTokens | undefined;
  keyTokens?: GivenTokens | undefined;
}

/** Labels by the names of axes: given numbers say nothing of sentences. */
export function labelsOf({ tokens, keyTokens = tokens }: GivenLabels): Labels {
  return (step, axis, batch) => {
    const name = axisNames(step)[axis];
    const side = SIDES.findIndex(({ axes }) => (axes as readonly unknown[]).includes(name));
    const sentence = side < 0 ? undefined : sentenceIn(side === 0 ? tokens : keyTokens, batch);
    // Keys that queries' tokens were not meant for have numbers.
    return sentence?.length === step.shape[axis] ? [...sentence!] : undefined;
  };
}

/** Throws `size` naming `tokens` or `keyTokens`, unless there is one for each query, and for each key. */
export function checkLabels(steps: readonly Step[], labels: GivenLabels): void {
  for (const { argument, axes } of SIDES) {
    const given = labels[argument];
    const [axis] = axes;
    const step = steps.find((one) => one.axes.includes(axis));
    if (!given || !step) continue;
    if (!isTokens(given))
      fail('type', argument, describe(given), 'a list of texts, or one for each sentence');
    const count = step.shape[step.axes.indexOf(axis)];
    const batches = step.axes[0] === 'batch' ? step.shape[0]! : 1;
    for (const batch of Array.from({ length: batches }, (_, i) => i)) {
      const { length } = sentenceIn(given, batch) ?? [];
      if (length !== count)
        fail('size', argument, `${length ?? 0} tokens`, `${count}: one for each ${axis}`);
    }
  }
}

const isTexts = (given: unknown): boolean =>
  Array.isArray(given) && given.every((token) => typeof token === 'string');

const isTokens = (given: unknown): boolean =>
  isTexts(given) || (Array.isArray(given) && given.length > 0 && given.every(isTexts));

function sentenceIn(given: GivenTokens | undefined, batch: number): readonly string[] | undefined {
  const [first] = given ?? [];
  return Array.isArray(first)
    ? (given as readonly (readonly string[])[])[batch]
    : (given as readonly string[] | undefined);
}
