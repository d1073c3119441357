import type { Step } from '../engine/types/index.js';
import { padded } from '../text/index.js';
import { axisNames } from './axes.js';
import { sentenceOf } from './scopes.js';
import type { Labels } from './word-labels.js';

/** The input of encoder and decoder: one list of tokens per sentence of the batch. */
export interface Sides {
  source?: string[][];
  target?: string[][];
}

/**
 * Labels for a Transformer's trace: each step tells which sentence its rows and its keys belong to. The source may have
 * tokens and a table of its own.
 */
export function transformerLabels(
  sides: Sides,
  vocabulary: readonly string[],
  sourceVocabulary: readonly string[] = vocabulary,
): Labels {
  return (step, axis, batch) => {
    if (axisNames(step)[axis] === 'vocabulary') {
      return [...(isSourceTable(step) ? sourceVocabulary : vocabulary)];
    }
    const sentence = sentenceOf(step, axis);
    if (!sentence) return undefined;
    const names = padded(sides[sentence] ?? [], batch);
    // A table of all positions, or a mask that is equal for all, does not run over words.
    return names.length === step.shape[axis] ? names : undefined;
  };
}

const isSourceTable = ({ role, scope }: Step): boolean =>
  role === 'token' && scope.sentence === 'source';

/**
 * The followed source word and target word are separate; so are, within one sentence, the followed query and key.
 * undefined = by the axis's name.
 */
export function transformerFollows(step: Step, axis: number): string | undefined {
  const { sentence, keySentence = sentence } = step.scope;
  const within = axisNames(step)[axis] === 'key' && keySentence === sentence;
  const followed = sentenceOf(step, axis);
  return within ? `${followed}_key` : followed;
}
