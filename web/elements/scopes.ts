import type { Sentence, Step } from '../engine/types.js';
import { axisNames } from './matrix-layout.js';

/**
 * Equal for steps that stand in one place: in the same attention, whichever head they belong to, or among the norms
 * and sums of one layer. In one place, and one head of it, no two steps share a name.
 */
export function scopeKey({ scope }: Step): string {
  const { sentence, stack, layer, part, tile, worker } = scope;
  // Two sentences have word vectors each; elsewhere the sentence does not part what stands together, as masks do.
  const words = part === 'words' ? sentence : '';
  return [stack, layer, part, words, tile?.join('.'), worker].join(' ');
}

/** Equal for the steps that do the same in each head. */
export function siblingKey(step: Step): string {
  return `${scopeKey(step)} ${step.name}`;
}

/** Where heads have steps of their own: by what is the same in all heads, the step of each, in order. */
export function siblingsByKey(steps: readonly Step[]): Map<string, Step[]> {
  const found = new Map<string, Step[]>();
  for (const step of steps) {
    const { head } = step.scope;
    if (head === undefined) continue;
    const key = siblingKey(step);
    const siblings = found.get(key) ?? [];
    siblings[head] = step;
    found.set(key, siblings);
  }
  return found;
}

/**
 * Whose words an axis of a step runs over; undefined where it does not run over words. A table of positions that both
 * sentences read goes with the target.
 */
export function sentenceOf(step: Step, axis: number): Sentence | undefined {
  const { sentence = 'target', keySentence = sentence } = step.scope;
  switch (axisNames(step)[axis]) {
    case 'token':
    case 'memory_token':
    case 'query':
      return sentence;
    case 'key':
      return keySentence;
    default:
      return undefined;
  }
}
