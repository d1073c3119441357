import { html, type TemplateResult } from 'lit';
import type { ChoiceExplanation } from '../../engine/types/index.js';
import { fill } from '../../trace/names.js';
import { shortest, toldApart } from '../../trace/numbers.js';
import { ruleWords } from './rule-words.js';
import { lineOf, operand, termAxis, termNames, terms, type ProofContext } from './terms.js';

const ways = { argmax: renderLargest, top_k: renderRanks, sample: renderDraw };

/** The candidate chosen from a row, and why. */
export function renderChoice(context: ProofContext, rule: ChoiceExplanation): TemplateResult {
  return html`${lineOf(context, rule.operands)} ${ways[rule.way](context, rule)}`;
}

function renderLargest(context: ProofContext, rule: ChoiceExplanation): TemplateResult {
  const words = ruleWords(context);
  const names = termNames(context, rule.operands);
  const write = toldApart(rule.operands.map(({ value }) => value));
  const rows = rule.operands.map((cell, i) => {
    const chosen = i === rule.position;
    return html`<tr class=${chosen ? 'own' : ''}>
      <th scope="row">${names[i]}</th>
      <td>${i}</td>
      <td>${operand(context, cell, write)}</td>
      <td class="verdict">${chosen ? words.largest : ''}</td>
    </tr>`;
  });
  const values = {
    n: rule.operands.length,
    place: rule.position,
    name: names[rule.position] ?? '',
    value: write(rule.operands[rule.position]?.value ?? NaN),
  };
  return html`<p class="line">${fill(words.argmaxRule, values)}</p>
    ${terms(context, [termAxis(context, rule.operands), words.number, 'x', ''], rows)}
    <p class="soft">${words.firstOfEquals}</p>`;
}

/** Sorted from largest to smallest, so that the k that are kept are on top. */
function renderRanks(context: ProofContext, rule: ChoiceExplanation): TemplateResult {
  const words = ruleWords(context);
  const names = termNames(context, rule.operands);
  const write = toldApart(rule.operands.map(({ value }) => value));
  const rows = rule.order.map((place, i) => {
    const kept = i < rule.count;
    const own = place === rule.position ? 'own' : '';
    return html`<tr class=${i === rule.count - 1 ? `${own} cut` : own}>
      <th scope="row">${names[place]}</th>
      <td>${i + 1}</td>
      <td>${operand(context, rule.operands[place]!, write)}</td>
      <td class="verdict">${kept ? words.kept : '−∞'}</td>
    </tr>`;
  });
  const values = {
    rank: rule.rank,
    n: rule.operands.length,
    k: rule.count,
  };
  return html`<p class="line">${fill(rule.kept ? words.topKept : words.topLeft, values)}</p>
    ${terms(context, [termAxis(context, rule.operands), words.rank, 'x', `k = ${rule.count}`], rows)}
    <p class="soft">${words.firstOfEquals}</p>`;
}

/** Running sums divide [0, total) into intervals; the draw falls into one of them. */
function renderDraw(context: ProofContext, rule: ChoiceExplanation): TemplateResult {
  const words = ruleWords(context);
  const names = termNames(context, rule.operands);
  const sum = rule.sums[rule.sums.length - 1] ?? 0;
  const write = toldApart([...rule.sums, rule.target]);
  const target = write(rule.target);
  const rows = rule.operands.map((cell, i) => {
    const chosen = i === rule.position;
    return html`<tr class=${chosen ? 'own' : ''}>
      <th scope="row">${names[i]}</th>
      <td>${operand(context, cell)}</td>
      <td class="sum">${write(rule.sums[i]!)}</td>
      <td class="verdict">${chosen ? `> ${target}` : ''}</td>
    </tr>`;
  });
  const columns = [termAxis(context, rule.operands), 'p', `Σ ${words.runningSum}`, words.drawn];
  return html`<p class="line equation">${shortest(rule.draw)} × ${write(sum)} = <b>${target}</b></p>
    <p class="line">
      ${fill(words.sampleRule, { place: rule.position, name: names[rule.position] ?? '' })}
    </p>
    ${terms(context, columns, rows)}
    <p class="soft">${words.sampleKey}</p>`;
}
