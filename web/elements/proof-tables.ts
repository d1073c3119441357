import { html, nothing, type TemplateResult } from 'lit';
import type { DotExplanation, SoftmaxExplanation } from '../engine/types.js';
import { precise } from './numbers.js';
import { lineName, operand, termAxis, termNames, type ProofContext } from './proof-parts.js';
import { fill } from './speech.js';

/** Every product and the running sum, one row a term, however many there are. */
export function renderDot(context: ProofContext, rule: DotExplanation): TemplateResult {
  const words = context.store.t.proof;
  const names = termNames(context, rule.left);
  const last = rule.sums[rule.sums.length - 1] ?? 0;
  return html`<p class="pair">
      <span class=${roleOf(context, rule.left[0]?.step)}>${lineName(context, rule.left)}</span>
      <span aria-hidden="true">·</span>
      <span class=${roleOf(context, rule.right[0]?.step)}>${lineName(context, rule.right)}</span>
    </p>
    <div class="terms" tabindex="0" role="region" aria-label=${words.terms}>
      <table class="dot">
        <thead>
          <tr>
            <th scope="col">${termAxis(context, rule.left)}</th>
            <th scope="col">${words.left}</th>
            <th scope="col">× ${words.right}</th>
            <th scope="col">= ${words.product}</th>
            <th scope="col">Σ ${words.runningSum}</th>
          </tr>
        </thead>
        <tbody>
          ${rule.left.map(
            (left, i) =>
              html`<tr>
                <th scope="row">${names[i]}</th>
                <td>${operand(context, left)}</td>
                <td>${operand(context, rule.right[i]!)}</td>
                <td class="product">${precise(rule.products[i]!)}</td>
                <td class="sum">${precise(rule.sums[i]!)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <p class="line">
      ${fill(words.sumOf, { n: rule.products.length })} <b>${precise(last)}</b>${
        rule.bias
          ? html` + ${operand(context, rule.bias)} <span class="soft">${words.bias}</span>`
          : nothing
      }
    </p>`;
}

/** Maximum, exponentials and their sum; the row of this cell is marked. */
export function renderSoftmax(context: ProofContext, rule: SoftmaxExplanation): TemplateResult {
  const words = context.store.t.proof;
  if (rule.fullyMasked)
    return html`<p class="line">${words.silentRow}</p>
      ${renderScores(context, rule)}`;
  const own = rule.operands[rule.position];
  return html`<p class="line equation">
      exp(${own ? operand(context, own) : nothing} − ${signed(rule.maximum)}) / ${precise(rule.sum)}
      = ${precise(rule.exponentials[rule.position] ?? 0)} / ${precise(rule.sum)} =
      <b>${precise(rule.result)}</b>
    </p>
    ${renderScores(context, rule)}
    <dl class="facts">
      <dt>${words.maximum}</dt>
      <dd>${precise(rule.maximum)}</dd>
      <dt>${words.sumOfExponentials}</dt>
      <dd>${precise(rule.sum)}</dd>
    </dl>
    <p class="soft">${words.whyMaximum}</p>`;
}

function renderScores(context: ProofContext, rule: SoftmaxExplanation): TemplateResult {
  const words = context.store.t.proof;
  const names = termNames(context, rule.operands);
  return html`<p class="pair">
      <span class=${roleOf(context, rule.operands[0]?.step)}
        >${lineName(context, rule.operands)}</span
      >
    </p>
    <div class="terms" tabindex="0" role="region" aria-label=${words.terms}>
      <table>
        <thead>
          <tr>
            <th scope="col">${termAxis(context, rule.operands)}</th>
            <th scope="col">x</th>
            <th scope="col">exp(x − ${words.maximumShort})</th>
          </tr>
        </thead>
        <tbody>
          ${rule.operands.map(
            (cell, i) =>
              html`<tr class=${i === rule.position ? 'own' : ''}>
                <th scope="row">${names[i]}</th>
                <td>${operand(context, cell)}</td>
                <td>${precise(rule.exponentials[i] ?? 0)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}

function signed(value: number): string {
  return value < 0 ? `(${precise(value)})` : precise(value);
}

function roleOf(context: ProofContext, path: string | undefined): string {
  const step = path === undefined ? undefined : context.store.step(path);
  return `of role-${step?.role ?? 'input'}`;
}
