import type { Step } from '../engine/types.js';
import { padded } from '../text/index.js';
import { axisNames } from './matrix-layout.js';
import { sentenceOf } from './scopes.js';
import type { Sides } from './transformer-options.js';
import type { Labels } from './word-labels.js';

/** Of a Transformer's trace: a step says which sentence its rows and its keys belong to. */
export function transformerLabels(sides: Sides, vocabulary: string[]): Labels {
  return (step, axis, batch) => {
    if (axisNames(step)[axis] === 'vocabulary') return vocabulary;
    const sentence = sentenceOf(step, axis);
    if (!sentence) return undefined;
    const names = padded(sides[sentence] ?? [], batch);
    // A table of all positions, or a mask that is the same for all, has rows of its own.
    return names.length === step.shape[axis] ? names : undefined;
  };
}

/**
 * The followed source word and the followed target word are kept apart; within one sentence so are the word that asks
 * and the word that is asked. undefined = as the axis is called.
 */
export function transformerFollows(step: Step, axis: number): string | undefined {
  const { sentence, keySentence = sentence } = step.scope;
  const within = axisNames(step)[axis] === 'key' && keySentence === sentence;
  const followed = sentenceOf(step, axis);
  return within ? `${followed}_key` : followed;
}
