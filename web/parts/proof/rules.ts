import { html, type TemplateResult } from 'lit';
import type {
  Explanation,
  LeafExplanation,
  RotationExplanation,
  SelectExplanation,
  SinusoidExplanation,
  Step,
  VisibilityExplanation,
  CachedExplanation,
} from '../../engine/types/index.js';
import { fill } from '../../trace/names.js';
import { precise } from '../../trace/numbers.js';
import { isNumber } from '../../trace/operations.js';
import { renderChain } from './chain.js';
import { renderChoice } from './choice.js';
import { renderDropout, renderElementwise, renderFunction } from './elementwise.js';
import { renderMaximum, renderNormalise, renderSum } from './rows.js';
import { ruleWords, type RuleWords } from './rule-words.js';
import { renderDot, renderSoftmax } from './tables.js';
import { list, type ProofContext, nameOf } from './terms.js';
import { axisNames } from '../../trace/axes.js';

/** The complete arithmetic of one cell, by its rule. */
export function renderRule(context: ProofContext, rule: Explanation): TemplateResult {
  const words = ruleWords(context);
  switch (rule.rule) {
    case 'dot':
      return renderDot(context, rule);
    case 'softmax':
      return renderSoftmax(context, rule);
    case 'copy':
      return html`<p>${words.copyRule}</p>
        ${list(context, [rule.source])}`;
    case 'select':
      return renderSelect(context, rule);
    case 'elementwise':
      return renderElementwise(context, rule);
    case 'dropout':
      return renderDropout(context, rule);
    case 'sinusoid':
      return renderSinusoid(context, rule);
    case 'rotation':
      return renderRotation(context, rule);
    case 'causal':
    case 'padding':
      return renderVisibility(context, rule);
    case 'leaf':
      return renderLeaf(context, rule);
    case 'cached':
      return renderCached(context, rule);
    case 'normalise':
      return renderNormalise(context, rule);
    case 'function':
      return renderFunction(context, rule);
    case 'sum':
      return renderSum(context, rule);
    case 'maximum':
      return renderMaximum(context, rule);
    case 'choice':
      return renderChoice(context, rule);
    case 'chain':
      return renderChain(context, rule);
  }
}

function renderSelect(context: ProofContext, rule: SelectExplanation): TemplateResult {
  return html`<p>${fill(ruleWords(context).selectRule, { id: rule.id.value })}</p>
    ${list(context, [rule.id, rule.source])}`;
}

function renderSinusoid(context: ProofContext, rule: SinusoidExplanation): TemplateResult {
  const words = ruleWords(context);
  return html`<p class="line equation">
      ${rule.function}(${rule.position} / 10000<sup>2·${rule.pair}/${rule.dModel}</sup>) =
      ${rule.function}(${precise(rule.angle)}) = <b>${precise(rule.result)}</b>
    </p>
    <dl class="facts">
      <dt>${words.position}</dt>
      <dd>${rule.position}</dd>
      <dt>${words.columnPair}</dt>
      <dd>${rule.pair}</dd>
      <dt>${words.angle}</dt>
      <dd>${precise(rule.angle)}</dd>
    </dl>`;
}

function renderRotation(context: ProofContext, rule: RotationExplanation): TemplateResult {
  const words = ruleWords(context);
  const [own, other] = rule.operands;
  return html`<p>${words.rotationRule}</p>
    ${list(context, rule.operands)}
    <p class="line equation">
      ${precise(own?.value ?? 0)} · ${precise(rule.cosine)} + ${precise(other?.value ?? 0)} ·
      ${precise(rule.sine)} = <b>${precise(rule.result)}</b>
    </p>
    <dl class="facts">
      <dt>${words.position}</dt>
      <dd>${rule.position}</dd>
      <dt>${words.columnPair}</dt>
      <dd>${rule.pair}</dd>
      <dt>${words.angle}</dt>
      <dd>${precise(rule.angle)}</dd>
    </dl>`;
}

function renderLeaf({ store }: ProofContext, rule: LeafExplanation): TemplateResult {
  const words = ruleWords({ store });
  const step = store.step(rule.step);
  const own = step && store.ownOrigin(step);
  const origin = own ?? rule.origin;
  const text = step && !own ? leafText(words, step, rule.origin) : words[`leaf_${origin}`];
  return html`<p>${fill(text, { seed: store.state.seed })}</p>`;
}

/** Where the numbers of a leaf come from. */
function leafText(words: RuleWords, step: Step, origin: LeafExplanation['origin']): string {
  if (isNumber(step)) return words.leaf_number;
  const isParameter = step.source === 'parameter' && origin === 'given';
  return isParameter ? words.leaf_learned : words[`leaf_${origin}`];
}

/** An offset may lead beyond the first key, and beyond the last. */
function causalText(context: ProofContext, { step, limit }: VisibilityExplanation): string {
  const words = ruleWords(context);
  const keys = context.store.step(step)?.shape.at(-1) ?? Infinity;
  if (limit < 0) return words.causalNone;
  return limit < keys ? words.causalRule : words.causalAll;
}

function renderVisibility(context: ProofContext, rule: VisibilityExplanation): TemplateResult {
  const words = ruleWords(context);
  const text = rule.rule === 'causal' ? causalText(context, rule) : words.paddingRule;
  return html`<p>${fill(text, { limit: rule.limit })}</p>
    <p class="line">${rule.visible ? words.visible : words.hidden}</p>`;
}

/** When and how a cached number was computed: its operands are in a trace that is not shown. */
function renderCached(context: ProofContext, rule: CachedExplanation): TemplateResult {
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
