import { html, type TemplateResult } from 'lit';
import type { ChainExplanation } from '../../engine/types/index.js';
import { fill } from '../../trace/names.js';
import { precise, runningSums } from '../../trace/numbers.js';
import { ruleWords } from './rule-words.js';
import { lineOf, list, products, termAxis, termNames, type ProofContext } from './terms.js';

// The arithmetic of gradients: upstream gradient times local derivative, term by term.

/** Every gradient that comes in, the derivative that it is multiplied by, and the running sum. */
export function renderChain(context: ProofContext, rule: ChainExplanation): TemplateResult {
  const words = ruleWords(context);
  const { upstream, operands } = rule;
  if (upstream.length === 0) return html`<p class="line">${words.nothingDepends}</p>`;
  const names = termNames(context, upstream);
  const written = runningSums(rule.products, rule.sums);
  const columns = [
    termAxis(context, upstream),
    words.upstream,
    `× ${words.derivative}`,
    `= ${words.product}`,
    `Σ ${words.runningSum}`,
  ];
  // Where each term has a cell of its own, the derivative was computed from it.
  const rows = upstream.map((cell, i) => ({
    name: names[i]!,
    factors: [cell, rule.derivatives[i]!] as const,
    product: written.terms[i]!,
    sum: written.sums[i]!,
    own: upstream.length > 1 && i === rule.position,
  }));
  return html`${lineOf(context, upstream)} ${products(context, columns, rows)}
    <p class="line">${fill(words.sumOf, { n: upstream.length })} <b>${precise(rule.result)}</b></p>
    ${
      operands.length > 0
        ? html`<p class="soft">${words.derivativesFrom}</p>
            ${list(context, operands)}`
        : ''
    }`;
}
