import { html, type TemplateResult } from 'lit';
import type {
  Cell,
  DropoutExplanation,
  ElementwiseExplanation,
  Explanation,
  SelectExplanation,
  SinusoidExplanation,
  VisibilityExplanation,
} from '../engine/types.js';
import { precise, shortest } from './numbers.js';
import { operand, type ProofContext } from './proof-parts.js';
import { renderDot, renderSoftmax } from './proof-tables.js';
import { cellName, fill, stepTitle } from './speech.js';

/** The arithmetic behind one cell, wholly, by its rule. */
export function renderRule(context: ProofContext, rule: Explanation): TemplateResult {
  const words = context.store.t.proof;
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
    case 'causal':
    case 'padding':
      return renderVisibility(context, rule);
    case 'leaf':
      return html`<p>${fill(words[`leaf_${rule.origin}`], { seed: context.store.state.seed })}</p>`;
  }
}

/** Operands one below the other, each with the name of its place. */
function list(context: ProofContext, cells: readonly Cell[], sign = ''): TemplateResult {
  return html`<table class="list">
    <tbody>
      ${cells.map(
        (cell, i) =>
          html`<tr>
            <td class="signed">${i > 0 ? sign : ''}</td>
            <th scope="row">${nameOf(context, cell)}</th>
            <td>${operand(context, cell)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function nameOf(context: ProofContext, cell: Cell): string {
  const { store } = context;
  const step = store.step(cell.step);
  if (!step) return cell.step;
  return stepTitle(store, step) + store.t.proof.colon + cellName(store, step, cell.index);
}

function renderSelect(context: ProofContext, rule: SelectExplanation): TemplateResult {
  return html`<p>${fill(context.store.t.proof.selectRule, { id: rule.id.value })}</p>
    ${list(context, [rule.id, rule.source])}`;
}

function renderElementwise(context: ProofContext, rule: ElementwiseExplanation): TemplateResult {
  const sign = rule.operator === 'add' ? '+' : '×';
  return html`<p class="line equation">
      ${rule.operands.map((cell, i) => html`${i > 0 ? ` ${sign} ` : ''}${operand(context, cell)}`)}${rule.constants.map(
        (constant) => html` ${sign} <b>${precise(constant.value)}</b>`,
      )}
      = <b>${precise(rule.result)}</b>
    </p>
    ${list(context, rule.operands, sign)}
    <dl class="facts">
      ${rule.constants.map(
        (constant) =>
          html`<dt>${constantName(context, constant.name)}</dt>
            <dd>${precise(constant.value)}</dd>`,
      )}
    </dl>`;
}

function constantName(context: ProofContext, name: string): string {
  const names: Record<string, string | undefined> = context.store.t.proof.constants;
  return names[name] ?? name;
}

function renderDropout(context: ProofContext, rule: DropoutExplanation): TemplateResult {
  const words = context.store.t.proof;
  const values = { draw: shortest(rule.draw), p: shortest(rule.p), factor: shortest(rule.factor) };
  return html`<p>${fill(rule.kept ? words.dropoutKept : words.dropoutDropped, values)}</p>
    <p class="line equation">
      ${operand(context, rule.source)} × <b>${values.factor}</b> = <b>${precise(rule.result)}</b>
    </p>
    ${list(context, [rule.source])}
    <p class="soft">${words.dropoutKey}</p>`;
}

function renderSinusoid(context: ProofContext, rule: SinusoidExplanation): TemplateResult {
  const words = context.store.t.proof;
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

function renderVisibility(context: ProofContext, rule: VisibilityExplanation): TemplateResult {
  const words = context.store.t.proof;
  const text = rule.rule === 'causal' ? words.causalRule : words.paddingRule;
  return html`<p>${fill(text, { limit: rule.limit })}</p>
    <p class="line">${rule.visible ? words.visible : words.hidden}</p>`;
}
