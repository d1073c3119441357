import type { Language } from '../../i18n/index.js';
import type { TraceStore } from '../../trace/store.js';
import { rules as en } from './texts/en-rules.js';
import { rules as zh } from './texts/zh-rules.js';

export type RuleWords = TraceStore['t']['proof'] & typeof en;

const rules: Readonly<Record<Language, typeof en>> = { en, zh };

/** The words of the proof with those of its rules. */
export function ruleWords({ store }: { store: TraceStore }): RuleWords {
  return { ...store.t.proof, ...rules[store.state.lang] };
}
