import { html, type TemplateResult } from 'lit';
import type { CachedExplanation, Explanation } from '../../engine/types/index.js';
import { axisNames } from '../../trace/axes.js';
import { fill } from '../../trace/names.js';
import { precise } from '../../trace/numbers.js';
import { ruleWords } from './rule-words.js';
import { nameOf, type ProofContext } from './terms.js';

/** When and how a cached number was computed: its operands are in a trace that is not shown. */
export function renderCached(
  context: ProofContext,
  rule: CachedExplanation,
  renderRule: (context: ProofContext, rule: Explanation) => TemplateResult,
): TemplateResult {
  const { store } = context;
  const words = ruleWords(context);
  const step = store.step(rule.step);
  const names = step ? axisNames(step) : [];
  const batch = rule.index[names.indexOf('batch')] ?? store.state.batch;
  const token = step && store.labels(step, names.indexOf('key'), batch)?.[rule.token];
  const text = token === undefined ? words.cachedRule : words.cachedRuleOf;
  return html`<p>${fill(text, { n: rule.token, token: token ?? '' })}</p>
    <div class="origin">
      <p class="soft">
        ${words.cachedOrigin} ${nameOf(context, rule.origin)} = <b>${precise(rule.origin.value)}</b>
      </p>
      ${renderRule({ ...context, elsewhere: true }, rule.origin)}
    </div>`;
}
