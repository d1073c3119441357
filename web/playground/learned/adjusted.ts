import type { LearnedName } from '../../learned/names.js';
import { openingOf } from '../first-visit.js';
import { hasMemory, type Patch, type PlaygroundState } from '../state.js';
import { unknownWords } from '../words-read.js';
import { contradicts, fixedBy } from './fixed.js';
import type { LearnedModels } from '../../parts/learned/models.js';

/**
 * A change with what follows from it: a trained model brings sentences that it knows, unless it knows the present ones;
 * whatever it cannot be is asked of random parameters.
 */
export function adjusted(
  submitted: Readonly<PlaygroundState>,
  changes: Patch,
  models: LearnedModels,
): Patch {
  const { parameters } = changes;
  if (parameters === 'random') return changes;
  if (parameters !== undefined) {
    if (changes.sentences || knowsAll(submitted, parameters, models)) return changes;
    return { ...opened(submitted, parameters), ...changes };
  }
  if (submitted.parameters === 'random') return changes;
  const asksOtherwise = contradicts(changes, models.of(submitted.parameters));
  return asksOtherwise ? { ...changes, parameters: 'random' } : changes;
}

/** What a trained model is opened on. */
export function opened({ lang, model }: Readonly<PlaygroundState>, parameters: LearnedName): Patch {
  const opening = openingOf({ lang, model, parameters });
  return {
    ...opening,
    tokens: opening.sentences.map(() => null),
    memoryTokens: opening.memory.map(() => null),
    cellStep: '',
    head: opening.cell?.length === 4 ? opening.cell[1]! : 0,
    batch: 0,
    edits: [],
    downhill: [],
    given: [],
    fault: 'none',
  };
}

/** Of that, what it opens on with sentences of somebody's own: the step, and the head. */
export function openedOn(
  state: Readonly<PlaygroundState>,
  parameters: LearnedName,
  hasSentences: boolean,
): Patch {
  const whole = opened(state, parameters);
  if (!hasSentences) return whole;
  const { step, cellStep, head } = whole;
  return step === undefined ? {} : { step, cellStep, head };
}

function knowsAll(
  submitted: Readonly<PlaygroundState>,
  parameters: LearnedName,
  models: LearnedModels,
): boolean {
  const learned = models.of(parameters)!;
  const state = { ...submitted, ...fixedBy(learned) };
  const alike = hasMemory(state) === hasMemory(submitted);
  return alike && unknownWords(state, learned).length === 0;
}
