import type { Sentence, Step } from '../engine/types/index.js';
import { axisNames } from './axes.js';

/**
 * Equal for steps in one place: in the same attention, whichever head they belong to, or among the norms and sums of
 * one layer. Within one place, head and direction no two steps share a name, but for the shares of a gradient.
 */
export function scopeKey({ scope, gradient }: Pick<Step, 'scope' | 'gradient'>): string {
  const { sentence, stack, layer, part, tile, worker } = scope;
  // Each sentence has its own word vectors; elsewhere steps of both sentences, such as masks, are in one place.
  const words = part === 'words' ? sentence : '';
  const pass = gradient ? 'gradient' : '';
  return [stack, layer, part, words, tile?.join('.'), worker, pass].join(' ');
}

/** Equal for corresponding steps of all heads. */
export function siblingKey(step: Step): string {
  return `${scopeKey(step)} ${step.name} ${step.gradient?.share ? 'share' : ''}`;
}

/** For heads with steps of their own: the corresponding steps of all heads, in order, by `siblingKey`. */
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
 * The sentence whose words an axis runs over; undefined if it does not run over words. A table of positions that both
 * sentences read counts as the target's.
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
