import { endToken, paddingToken } from '../engine/models/tokens.js';
import type { Computed } from '../engine/types/computed.js';
import type { Step, Tensor } from '../engine/types/index.js';
import { axisNames } from './axes.js';
import { largestOf, rowOf } from './cells.js';
import { standsForTokens } from './operations.js';
import { sentenceOf } from './scopes.js';

/** Between what a decoder's row reads and what it writes: `今天 ⇒ 汤姆`. */
export const WRITES = ' ⇒ ';

/** What a row is called that writes a word, or none. */
export function joined(read: string, written = ''): string {
  return written === '' ? read : read + WRITES + written;
}

/** A forward pass with its numbers. */
interface Pass {
  readonly steps: readonly Step[];
  tensor(path: string): Tensor;
  /** The words that an axis runs over. */
  labels(step: Step, axis: number, batch: number): readonly string[] | undefined;
  isUntrained(step: Step): boolean;
}

/**
 * Whether an axis runs over words that a decoder writes: rows from its first step to its probabilities. Word vectors and keys
 * are only read, and predicted tokens stand for themselves.
 */
export function isWritten(step: Step, axis: number): boolean {
  return (
    sentenceOf(step, axis) === 'target' &&
    axisNames(step)[axis] !== 'key' &&
    step.scope.part !== 'words' &&
    step.source !== 'parameter' &&
    !standsForTokens(step)
  );
}

/**
 * What the decoder writes at each place of a sentence: what it answers there. Where a loss asks for a word, or an answer would
 * be random, it is the word asked for, the next one given. '' where nothing is.
 */
export function writtenWords(pass: Pass, batch: number): string[] {
  const own = pass.steps.filter(({ scope, gradient }) => !gradient && scope.sentence === 'target');
  const of = (kind: string): Step | undefined => own.find((step) => step.kind === kind);
  const [ids, logits, labels, chosen] = ['ids', 'logits', 'labels', 'next_token'].map(of);
  const read = ids && pass.labels(ids, 1, batch);
  if (!read || !logits) return [];
  const known = pass.labels(logits, logits.shape.length - 1, batch) ?? [];
  const words = read.filter((word) => word !== paddingToken);
  const next = [...words.slice(1), known.includes(endToken) ? endToken : ''];
  const wordAt = (id: Computed): string => known[id] ?? '';
  if (labels) return Array.from(rowOf(pass.tensor(labels.path), [batch, 0]), wordAt);
  if (chosen) return [...next.slice(0, -1), wordAt(pass.tensor(chosen.path).data[batch]!)];
  if (pass.isUntrained(logits)) return next;
  const numbers = pass.tensor(logits.path);
  return words.map((_, place) => wordAt(largestOf(rowOf(numbers, [batch, place, 0]))));
}
