import { html, nothing, type TemplateResult } from 'lit';
import type { Computed } from '../../engine/types/computed.js';
import type {
  MaximumExplanation,
  NormaliseExplanation,
  SumExplanation,
} from '../../engine/types/index.js';
import { fill } from '../../trace/names.js';
import { asTerm, precise, runningSums, shortest, toldApart } from '../../trace/numbers.js';
import { ruleWords } from './rule-words.js';
import {
  bracketed,
  facts,
  lineOf,
  operand,
  signed,
  termAxis,
  termNames,
  terms,
  varying,
  type ProofContext,
} from './terms.js';

// Rules of cells that are computed from a whole row.

/** Every number of the row, its distance from the mean, and the line that normalises this cell. */
export function renderNormalise(context: ProofContext, rule: NormaliseExplanation): TemplateResult {
  const words = ruleWords(context);
  const { operands, mean, variance, weight, bias } = rule;
  const own = operands[rule.position]!;
  const names = termNames(context, operands);
  const n = operands.length;
  const writtenMean = (value: Computed): string => asTerm(value, ...rule.differences);
  const columns = [
    termAxis(context, operands),
    'x',
    `x − ${words.meanShort}`,
    `(x − ${words.meanShort})²`,
  ];
  const rows = operands.map(
    (cell, i) =>
      html`<tr class=${i === rule.position ? 'own' : ''}>
        <th scope="row">${names[i]}</th>
        <td>${operand(context, cell, (value) => asTerm(value, rule.differences[i]!))}</td>
        <td>${precise(rule.differences[i]!)}</td>
        <td class="product">${precise(rule.squares[i]!)}</td>
      </tr>`,
  );
  return html`${lineOf(context, operands)} ${terms(context, columns, rows)}
    ${facts([
      [`${words.mean} = Σ x / n`, `${precise(rule.sum)} / ${n} = ${writtenMean(mean)}`],
      [
        `${words.variance} = Σ (x − ${words.meanShort})² / n`,
        `${precise(rule.sumOfSquares)} / ${n} = ${precise(variance)}`,
      ],
      ['ε', shortest(rule.epsilon)],
    ])}
    <p class="line equation">
      (x − ${words.meanShort}) / √(${words.varianceShort} +
      ε)${weight ? ' · γ' : ''}${bias ? ' + β' : ''}
    </p>
    <p class="line equation">
      = (${operand(context, own, (value) => asTerm(value, rule.differences[rule.position]!))} −
      ${signed(mean, writtenMean)}) / √(${precise(variance)} +
      ${shortest(rule.epsilon)})${weight ? html` × ${bracketed(context, weight)}` : nothing}${
        bias ? html` + ${bracketed(context, bias)}` : nothing
      }
      = <b>${precise(rule.result)}</b>
    </p>
    <p class="soft">${words.whyEpsilon}</p>`;
}

/** How each operand becomes a term. */
function termOf(context: ProofContext, of: SumExplanation['of']): string {
  const { meanShort } = ruleWords(context);
  return {
    plain: 'x',
    mean: 'x / n',
    variance: `(x − ${meanShort})² / n`,
    entropy: '−x · ln x',
    softmax_gradient: 'x · (1 − x)',
    cross_entropy: '−x / n',
    smoothed: 'x · −q / n',
  }[of];
}

/** Each operand, its term, and the running total. */
export function renderSum(context: ProofContext, rule: SumExplanation): TemplateResult {
  const words = ruleWords(context);
  const { of, operands } = rule;
  const plain = of === 'plain';
  const n = operands.length;
  const sentence = html`<p>${fill(words.sums[of], { n })}</p>`;
  if (n === 0) return sentence;
  // Each label picks its own candidate, so position and candidate both label a term.
  const labelled = of === 'cross_entropy' || of === 'smoothed';
  const last = operands[0]!.index.length - 1;
  const both = [...new Set([...varying(operands), last - 1, last])].sort((a, b) => a - b);
  const names = termNames(context, operands, labelled ? both : undefined);
  const columns = [
    labelled ? words.placeOfLabel : termAxis(context, operands),
    'x',
    ...(plain ? [] : [termOf(context, of)]),
    `Σ ${words.runningSum}`,
  ];
  const written = runningSums(rule.terms, rule.sums);
  const rows = operands.map((cell, i) => {
    return html`<tr>
      <th scope="row">${names[i]}</th>
      <td>${operand(context, cell, plain ? () => written.terms[i]! : precise)}</td>
      ${plain ? nothing : html`<td class="product">${written.terms[i]}</td>`}
      <td class="sum">${written.sums[i]}</td>
    </tr>`;
  });
  return html`${sentence} ${labelled ? nothing : lineOf(context, operands)}
    ${terms(context, columns, rows)}
    ${facts([
      ['n', String(n)],
      ...(of === 'variance' ? [[words.mean, precise(rule.mean)] as const] : []),
    ])}
    <p class="line">${fill(words.sumOfTerms, { n })} <b>${precise(rule.result)}</b></p>`;
}

/** The operands, with the largest marked. */
export function renderMaximum(context: ProofContext, rule: MaximumExplanation): TemplateResult {
  const words = ruleWords(context);
  const names = termNames(context, rule.operands);
  const write = toldApart(rule.operands.map(({ value }) => value));
  const rows = rule.operands.map((cell, i) => {
    const largest = i === rule.position;
    return html`<tr class=${largest ? 'own' : ''}>
      <th scope="row">${names[i]}</th>
      <td>${operand(context, cell, write)}</td>
      <td class="verdict">${largest ? words.largest : ''}</td>
    </tr>`;
  });
  return html`<p>${fill(words.maximumRule, { n: rule.operands.length })}</p>
    ${lineOf(context, rule.operands)}
    ${terms(context, [termAxis(context, rule.operands), 'x', ''], rows)}
    <p class="line equation">max = <b>${write(rule.result)}</b></p>`;
}
