import { html, nothing, type TemplateResult } from 'lit';
import type { Histogram } from '../../engine/types/index.js';
import { levelAxis } from '../../figures/chart/axis.js';
import type { ChartData } from '../../figures/chart/chart.js';
import type { Computed } from '../../engine/types/computed.js';
import { fill } from '../../i18n/fill.js';
import '../../kit/drawing/chart.js';
import { rounded } from '../../trace/numbers.js';
import { COLOURS, type Half } from './study.js';
import type { StudyView } from './view.js';

/** The number of bars. */
export const BINS = 41;

/** Bars; both halves share the axis and the height of the tallest bar. */
export function renderHistogram(
  { t, store }: StudyView,
  half: Half,
  { counts, edges, outside }: Histogram,
  { total, tallest, name }: { total: number; tallest: Computed; name: string },
): TemplateResult {
  const edge = (at: number): string => rounded(edges[at]!, 2);
  const data: ChartData = {
    count: BINS,
    axis: '',
    levels: levelAxis({ low: 0, high: tallest }),
    bars: { values: counts, colour: COLOURS[half] },
    ticks: [
      { at: -0.5, text: rounded(edges[0]!, 1) },
      { at: (BINS - 1) / 2, text: '0' },
      { at: BINS - 0.5, text: rounded(edges[BINS]!, 1) },
    ],
  };
  return html`<ap-chart
      class="histogram"
      .data=${data}
      .height=${148}
      .scheme=${store.scheme}
      .name=${name}
      .tell=${(at: number) =>
        fill(t.bin, { from: edge(at), to: edge(at + 1), n: counts[at]!, total })}
    ></ap-chart>
    ${
      outside > 0
        ? html`<p class="soft outside" data-outside=${outside}>
            ${fill(t.outside, { n: outside, total })}
          </p>`
        : nothing
    }`;
}
