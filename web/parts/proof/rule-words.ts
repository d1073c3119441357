import type { TraceStore } from '../../trace/store.js';

export type RuleWords = TraceStore['t']['proof'] & TraceStore['t']['rules'];

/** The words of the proof with those of its rules. */
export function ruleWords({ store }: { store: TraceStore }): RuleWords {
  return { ...store.t.proof, ...store.t.rules };
}
