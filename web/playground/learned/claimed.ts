import { OPENINGS } from '../../learned/openings.js';
import { scopeKey } from '../../trace/scopes.js';
import type { PlaygroundState } from '../state.js';
import type { PlaygroundStore } from '../store.js';

/**
 * Whether the head is shown that a trained model's claim is about: that of the step that the model opens on. A model of the
 * user's own has no claim about a head.
 */
export function showsClaimed(store: PlaygroundStore): boolean {
  const { current, state } = store;
  const { parameters, lang, head } = state;
  if (!current || parameters === 'random') return false;
  if (parameters === 'own') return current.scope.part?.endsWith('attention') ?? false;
  const opening = OPENINGS[lang][parameters];
  const claimed = store.step(opening.step);
  if (!claimed || scopeKey(claimed) !== scopeKey(current)) return false;
  // What comes before its weights says nothing about where it looks yet.
  if (current.role !== claimed.role && current.role !== 'output') return false;
  const at = claimed.axes.indexOf('head');
  return at < 0 || opening.cell[at] === head;
}

/** The same of the state that a page opens on, before there is a trace. */
export function opensOnClaim({ parameters, lang, step, head }: PlaygroundState): boolean {
  if (parameters === 'random') return false;
  if (parameters === 'own') return step.includes('attention.');
  const opening = OPENINGS[lang][parameters];
  return step === opening.step && head === opening.cell[1];
}
