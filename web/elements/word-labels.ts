import type { Step } from '../engine/types.js';
import { padded } from '../text/index.js';
import { axisNames } from './matrix-layout.js';

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
  const cross = tokens.memory.length > 0;
  return (step, axis, batch) => {
    switch (axisNames(step)[axis]) {
      case 'token':
      case 'query':
        return padded(tokens.sentences, batch);
      case 'memory_token':
        return padded(tokens.memory, batch);
      case 'key':
        return padded(cross ? tokens.memory : tokens.sentences, batch);
      case 'vocabulary':
        return vocabulary;
      default:
        return undefined;
    }
  };
}
