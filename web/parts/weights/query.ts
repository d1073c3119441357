import { html, type TemplateResult } from 'lit';
import type { WeightsModel } from '../../figures/weights.js';
import { joined, WRITES } from '../../trace/written.js';

/** The words of a query: the one that is read, and softer the one that a decoder writes. */
export function renderQuery({ queries, written }: WeightsModel, at: number): TemplateResult {
  const answer = written[at];
  if (!answer) return html`${queries[at]}`;
  return html`<span class="both">
    <span>${queries[at]}</span>
    <i>${WRITES}</i>
    <span class="written">${answer}</span>
  </span>`;
}

/** The same as plain text. */
export function queryText({ queries, written }: WeightsModel, at: number): string {
  return joined(queries[at] ?? '', written[at]);
}
