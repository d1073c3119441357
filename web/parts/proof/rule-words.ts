import { rules } from '../../i18n/rules.js';
import type { TraceStore } from '../../trace/store.js';

export type RuleWords = TraceStore['t']['proof'] & (typeof rules)['en'];

/** The words of the proof with those of the rules that come late. */
export function ruleWords({ store }: { store: TraceStore }): RuleWords {
  return { ...store.t.proof, ...rules[store.state.lang] };
}
