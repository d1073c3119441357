import type { Step } from '../engine/types.js';
import { padded } from '../text/index.js';
import { axisNames } from './matrix-layout.js';
import { sentenceOf } from './scopes.js';

/** The tokens of every sentence. */
export interface Tokens {
  sentences: string[][];
  /** Empty in self-attention. */
  memory: string[][];
}

/** Names of the places along an axis of a step: its words; undefined where a plain number says it best. */
export type Labels = (step: Step, axis: number, batch: number) => string[] | undefined;

/** Of a trace in which all queries are words of one sentence, and all keys of that one or of a second one. */
export function wordLabels(tokens: Tokens, vocabulary: string[]): Labels {
  const words = { target: tokens.sentences, source: tokens.memory };
  return (step, axis, batch) => {
    if (axisNames(step)[axis] === 'vocabulary') return vocabulary;
    const sentence = sentenceOf(step, axis);
    return sentence && padded(words[sentence], batch);
  };
}
