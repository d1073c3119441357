import type { Step } from '../engine/types.js';
import { padded } from '../text/index.js';
import { axisNames } from './matrix-layout.js';
import type { Sides } from './transformer-options.js';
import type { Labels } from './word-labels.js';

/** Whose words a step of a Transformer runs over, along the axis that asks, and along the one that is asked. */
function wordsOf(path: string): { asks: keyof Sides; asked: keyof Sides } {
  const asks = /^(source|encoder)\b/.test(path) ? 'source' : 'target';
  const across = /\.cross_attention\.|\.memory_\w+$/.test(path);
  return { asks, asked: across ? 'source' : asks };
}

/** Of a Transformer's trace: the path says which sentence a row or a key belongs to. */
export function transformerLabels(sides: Sides, vocabulary: string[]): Labels {
  return (step, axis, batch) => {
    const { asks, asked } = wordsOf(step.path);
    const words = (side: keyof Sides): string[] | undefined => {
      const names = padded(sides[side] ?? [], batch);
      // A table of all positions, or a mask that is the same for all, has rows of its own.
      return names.length === step.shape[axis] ? names : undefined;
    };
    switch (axisNames(step)[axis]) {
      case 'token':
      case 'query':
        return words(asks);
      case 'memory_token':
        return words('source');
      case 'key':
        return words(asked);
      case 'vocabulary':
        return vocabulary;
      default:
        return undefined;
    }
  };
}

/**
 * The followed source word and the followed target word are kept apart; within one sentence so are the word that asks
 * and the word that is asked. undefined = as the axis is called.
 */
export function transformerFollows(step: Step, axis: number): string | undefined {
  const { asks, asked } = wordsOf(step.path);
  switch (axisNames(step)[axis]) {
    case 'token':
    case 'query':
      return asks;
    case 'memory_token':
      return 'source';
    case 'key':
      return asks === asked ? `${asked}_key` : asked;
    default:
      return undefined;
  }
}
