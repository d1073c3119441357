import type { Step } from '../engine/types.js';
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
