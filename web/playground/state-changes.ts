import type { Notice, Problem } from '../trace/problem.js';
import type { Tokens } from '../trace/word-labels.js';
import { openingOf } from './first-visit.js';
import { fixedBy } from './learned/fixed.js';
import type { LearnedModels } from '../parts/learned/models.js';
import { changesModel, hasMemory, type Patch, type PlaygroundState } from './state.js';
import { canMake } from './settings/faults.js';
import { stillGiven, unfitVectors } from './own-numbers.js';
import { hasMask, withMask } from './settings/masks.js';
import { faultSituation, hasPaddedKeys } from './trace-options.js';
import { findProblem } from './validation.js';
import { tokensOf } from './words-read.js';

/** A consistent state, its tokens, and notices of what was adjusted; or why it is inconsistent. */
export interface Prepared {
  state: PlaygroundState;
  tokens: Tokens;
  notices: Notice[];
  problem: Problem | undefined;
  /** Whether edits, and numbers of the user's own, are those of before: then rows of a table belong to the words of then. */
  carries: { edits: boolean; given: boolean };
}

/** Applies a change, and adjusts what depends on it; `models` are the trained ones that are there. */
export function prepare(before: PlaygroundState, patch: Patch, models?: LearnedModels): Prepared {
  const wished = { ...before, ...patch };
  const learned = models?.of(wished.parameters);
  let state = matchTexts({ ...wished, ...(learned && fixedBy(learned)) });
  const tokens = tokensOf(state, learned);
  const notices: Notice[] = [];
  const problem = findProblem(state, tokens, learned);
  const carries = { edits: !('edits' in patch), given: !('given' in patch) };
  if (problem) return { state, tokens, notices, problem, carries };

  const unfit = unfitVectors(before, patch, state, tokens);
  if (Object.keys(unfit).length > 0) {
    state = { ...state, ...unfit };
    notices.push({ code: 'vectorsDropped', values: {} });
  }
  const given = stillGiven(before, patch, state, tokens);
  const lost = state.given.length - given.length;
  if (lost > 0) {
    state = { ...state, given };
    notices.push({ code: 'givenDropped', values: { n: lost } });
  }
  const mask = 'mask' in patch ? undefined : maskForPadding(before, state, tokens);
  if (mask) {
    state = { ...state, mask };
    notices.push({ code: 'paddingAdded', values: {} });
  }
  const outdated = state.downhill === before.downhill && changesModel(before, state);
  if (outdated && state.downhill.length > 0) {
    notices.push({ code: 'downhillDropped', values: { n: state.downhill.length } });
    state = { ...state, downhill: [] };
  }
  if (!canMake(state.fault, faultSituation(state, tokens))) {
    state = { ...state, fault: 'none' };
    notices.push({ code: 'faultDropped', values: {} });
  }
  return { state, tokens, notices, problem, carries };
}

/** Makes as many second sentences and lists of hand-made tokens as there are sentences. */
function matchTexts(state: PlaygroundState): PlaygroundState {
  const count = state.sentences.length;
  const filled = <T>(list: readonly T[], length: number, filler: T): T[] =>
    list.length === length ? (list as T[]) : Array.from({ length }, (_, i) => list[i] ?? filler);
  const second = hasMemory(state) ? count : state.memory.length;
  return {
    ...state,
    tokens: filled(state.tokens, count, null),
    memory: filled(state.memory, second, openingOf({ ...state, model: 'attention' }).memory[0]!),
    memoryTokens: filled(state.memoryTokens, second, null),
  };
}

/** The mask for sentences that have just become unequal in length: it then hides padding too. */
function maskForPadding(
  before: PlaygroundState,
  state: PlaygroundState,
  tokens: Tokens,
): PlaygroundState['mask'] | undefined {
  if (!hasPaddedKeys(state, tokens) || hasPaddedKeys(before, tokensOf(before))) return undefined;
  return hasMask(state, 'padding') ? undefined : withMask(state.mask, 'padding', true);
}

/** Whether queries attend to padding as if it were words; the page points this out. */
export function seesPadding(state: PlaygroundState, tokens: Tokens): boolean {
  return !hasMask(state, 'padding') && hasPaddedKeys(state, tokens);
}
