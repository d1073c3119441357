import type { Step } from '../engine/types/index.js';
import { padded } from '../text/index.js';
import { axisNames } from './axes.js';
import { sentenceOf } from './scopes.js';

/** The tokens of every sentence. */
export interface Tokens {
  sentences: string[][];
  /** Empty in self-attention. */
  memory: string[][];
}

/** Labels along an axis of a step: its words; undefined if plain numbers are best. */
export type Labels = (step: Step, axis: number, batch: number) => string[] | undefined;

/** Labels for a trace whose queries are words of one sentence, and whose keys are words of that one or a second one. */
export function wordLabels(tokens: Tokens, vocabulary: string[]): Labels {
  const words = { target: tokens.sentences, source: tokens.memory };
  return (step, axis, batch) => {
    if (axisNames(step)[axis] === 'vocabulary') return vocabulary;
    const sentence = sentenceOf(step, axis);
    return sentence && padded(words[sentence], batch);
  };
}

/** Labels of each axis of a cell's step. */
export type AxisLabels = readonly (readonly string[] | undefined)[];

/**
 * The cell of the same words after a sentence has changed: along each axis that has labels, the nearest place of the same
 * word; where that is gone, what now stands in its place.
 */
export function cellOfSameWords(
  index: readonly number[],
  before: AxisLabels,
  after: AxisLabels,
): number[] {
  return index.map((at, axis) => {
    const word = before[axis]?.[at];
    const words = after[axis];
    if (word === undefined || !words || words[at] === word) return at;
    const places = words.flatMap((one, place) => (one === word ? [place] : []));
    const [nearest] = places.sort((a, b) => Math.abs(a - at) - Math.abs(b - at));
    return nearest ?? Math.min(at, words.length - 1);
  });
}
