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

/** The words that a chosen place stands for, along each axis that has labels, and where they were. */
export interface WordsOfPlace {
  words: readonly (string | undefined)[];
  index: readonly number[];
}

export const wordsOfPlace = (index: readonly number[], labels: AxisLabels): WordsOfPlace => ({
  index,
  words: index.map((at, axis) => labels[axis]?.[at]),
});

/**
 * The place of the same words after a sentence has changed: along each axis that has labels, the nearest place of the same
 * word; where that is gone, what now stands in its place.
 */
export function placeOfWords({ words, index }: WordsOfPlace, after: AxisLabels): number[] {
  return index.map((at, axis) => {
    const word = words[axis];
    const present = after[axis];
    if (word === undefined || !present || present[at] === word) return at;
    const places = present.flatMap((one, place) => (one === word ? [place] : []));
    const [nearest] = places.sort((a, b) => Math.abs(a - at) - Math.abs(b - at));
    return nearest ?? Math.min(at, present.length - 1);
  });
}

/**
 * Remembers the words of a chosen place while the sentence lacks some of them: whoever types a sentence anew takes them away
 * for a moment, and has not chosen another.
 */
export class RememberedWords {
  private missing: { chosen: unknown; words: WordsOfPlace } | undefined;

  /** The words of what is chosen, before a change. */
  of(chosen: unknown, index: readonly number[], labels: AxisLabels): WordsOfPlace {
    const { missing } = this;
    return missing && missing.chosen === chosen ? missing.words : wordsOfPlace(index, labels);
  }

  /** After it, with what is chosen now. */
  keep(chosen: unknown, words: WordsOfPlace, labels: AxisLabels): void {
    const lacks = words.words.some(
      (word, axis) => word !== undefined && labels[axis]?.includes(word) === false,
    );
    this.missing = lacks ? { chosen, words } : undefined;
  }
}
