import { html, nothing, type TemplateResult } from 'lit';
import { fill } from '../../i18n/fill.js';
import { rounded } from '../../trace/numbers.js';
import type { Texts } from './texts/en.js';

const BINS = 41;

/** How many numbers fall into each bin of an axis from −reach to reach. */
export interface Counts {
  bins: number[];
  /** The numbers beyond either end. */
  outside: number;
  total: number;
}

export function count(values: ArrayLike<number>, reach: number): Counts {
  const bins = new Array<number>(BINS).fill(0);
  let outside = 0;
  for (let i = 0; i < values.length; i += 1) {
    const at = Math.floor(((values[i]! + reach) / (2 * reach)) * BINS);
    // The largest number is the end of the axis, and belongs to the last bin.
    if (values[i] === reach) bins[BINS - 1]! += 1;
    else if (at >= 0 && at < BINS) bins[at]! += 1;
    else outside += 1;
  }
  return { bins, outside, total: values.length };
}

/** The largest distance from 0. */
export function reachOf(values: ArrayLike<number>): number {
  let reach = 0;
  for (let i = 0; i < values.length; i += 1) reach = Math.max(reach, Math.abs(values[i]!));
  return reach || 1;
}

export function highest({ bins }: Counts): number {
  return Math.max(1, ...bins);
}

/** Bars; both halves share the axis and the height of the tallest bar. */
export function renderHistogram(
  t: Texts,
  counts: Counts,
  { reach, tallest, name }: { reach: number; tallest: number; name: string },
): TemplateResult {
  const { bins, outside, total } = counts;
  const edge = (at: number): string => rounded((at * 2 * reach) / BINS - reach, 2);
  return html`<div class="histogram" role="img" aria-label=${name}>
    <span class="most number">${tallest}</span>
    <div class="bars">
      ${bins.map(
        (n, i) =>
          html`<i
            .style="--share:${n / tallest}"
            data-count=${n}
            title=${fill(t.bin, { from: edge(i), to: edge(i + 1), n, total })}
          ></i>`,
      )}
    </div>
    <div class="ends number">
      <span>${rounded(-reach, 1)}</span><span>0</span><span>${rounded(reach, 1)}</span>
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
