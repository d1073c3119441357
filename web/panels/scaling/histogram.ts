import { html, nothing, type TemplateResult } from 'lit';
import type { Histogram } from '../../engine/types.js';
import { fill } from '../../i18n/fill.js';
import { rounded } from '../../trace/numbers.js';
import type { Texts } from './texts/en.js';

/** The number of bars. */
export const BINS = 41;

/** Bars; both halves share the axis and the height of the tallest bar. */
export function renderHistogram(
  t: Texts,
  { counts, edges, outside }: Histogram,
  { total, tallest, name }: { total: number; tallest: number; name: string },
): TemplateResult {
  const edge = (at: number): string => rounded(edges[at]!, 2);
  return html`<div class="histogram" role="img" aria-label=${name}>
    <span class="most number">${tallest}</span>
    <div class="bars">
      ${counts.map(
        (n, i) =>
          html`<i
            .style="--share:calc(${n} / ${tallest})"
            data-count=${n}
            title=${fill(t.bin, { from: edge(i), to: edge(i + 1), n, total })}
          ></i>`,
      )}
    </div>
    <div class="ends number">
      <span>${rounded(edges[0]!, 1)}</span><span>0</span><span>${rounded(edges[BINS]!, 1)}</span>
    </div>
    ${
      outside > 0
        ? html`<p class="soft outside" data-outside=${outside}>
            ${fill(t.outside, { n: outside, total })}
          </p>`
        : nothing
    }
  </div>`;
}
