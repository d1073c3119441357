import { html, nothing, type TemplateResult } from 'lit';
import type { DotExplanation, SoftmaxExplanation } from '../../engine/types/index.js';
import type { Computed } from '../../engine/types/computed.js';
import { fill } from '../../trace/names.js';
import { asExponent, asTerm, precise, runningSums } from '../../trace/numbers.js';
import {
  factorName,
  facts,
  line,
  lineOf,
  operand,
  products,
  signed,
  termAxis,
  termNames,
  terms,
  type ProofContext,
} from './terms.js';

/** Every product and the running sum, one row per term. */
export function renderDot(context: ProofContext, rule: DotExplanation): TemplateResult {
  const words = context.store.t.proof;
  const names = termNames(context, rule.left);
  const ofGradient = context.store.step(rule.step)?.gradient !== undefined;
  const written = runningSums(rule.products, rule.sums);
  const last = rule.sums[rule.sums.length - 1] ?? 0;
  const toResult = (value: Computed): string => asTerm(value, rule.result);
  const columns = [
    termAxis(context, rule.left),
    ofGradient ? factorName(context, rule.left) : words.left,
    `× ${ofGradient ? factorName(context, rule.right) : words.right}`,
    `= ${words.product}`,
    `Σ ${words.runningSum}`,
  ];
  const rows = rule.left.map((left, i) => ({
    name: names[i]!,
    factors: [left, rule.right[i]!] as const,
    product: written.terms[i]!,
    sum: written.sums[i]!,
  }));
  return html`<p class="pair">
      ${line(context, rule.left)}
      <span aria-hidden="true">·</span>
      ${line(context, rule.right)}
    </p>
    ${products(context, columns, rows)}
    <p class="line">
      ${fill(words.sumOf, { n: rule.products.length })}
      <b>${rule.bias ? toResult(last) : precise(last)}</b>${
        rule.bias
          ? html` + ${operand(context, rule.bias, toResult)}
              <span class="soft">${words.bias}</span>`
          : nothing
      }
    </p>`;
}

/** Maximum, exponentials and their sum; the row of this cell is marked. */
export function renderSoftmax(context: ProofContext, rule: SoftmaxExplanation): TemplateResult {
  const words = context.store.t.proof;
  if (rule.fullyMasked)
    return html`<p class="line">${rule.logarithm ? words.silentLogarithm : words.silentRow}</p>
      ${renderScores(context, rule)}`;
  return html`<p class="line equation">
      ${rule.logarithm ? logarithm(context, rule) : quotient(context, rule)} =
      <b>${precise(rule.result)}</b>
    </p>
    ${renderScores(context, rule)}
    ${facts([
      [words.maximum, asExponent(rule.maximum)],
      [words.sumOfExponentials, precise(rule.sum)],
    ])}
    <p class="soft">${rule.logarithm ? words.whyLogarithm : words.whyMaximum}</p>`;
}

function quotient(context: ProofContext, rule: SoftmaxExplanation): TemplateResult {
  const own = rule.operands[rule.position]!;
  const sum = precise(rule.sum);
  return html`exp(${operand(context, own, asExponent)} − ${signed(rule.maximum, asExponent)}) /
  ${sum} = ${precise(rule.exponentials[rule.position] ?? 0)} / ${sum}`;
}

function logarithm(context: ProofContext, rule: SoftmaxExplanation): TemplateResult {
  const own = rule.operands[rule.position]!;
  const toResult = (value: Computed): string => asTerm(value, rule.result);
  const maximum = signed(rule.maximum, toResult);
  return html`${operand(context, own, toResult)} − ${maximum} − ln ${precise(rule.sum)}`;
}

function renderScores(context: ProofContext, rule: SoftmaxExplanation): TemplateResult {
  const words = context.store.t.proof;
  const names = termNames(context, rule.operands);
  const columns = [termAxis(context, rule.operands), 'x', `exp(x − ${words.maximumShort})`];
  const rows = rule.operands.map(
    (cell, i) =>
      html`<tr class=${i === rule.position ? 'own' : ''}>
        <th scope="row">${names[i]}</th>
        <td>${operand(context, cell, asExponent)}</td>
        <td>${precise(rule.exponentials[i] ?? 0)}</td>
      </tr>`,
  );
  return html`${lineOf(context, rule.operands)} ${terms(context, columns, rows)}`;
}
