import { html, nothing, type TemplateResult } from 'lit';
import type { Histogram } from '../../engine/types/index.js';
import type { Computed } from '../../engine/types/computed.js';
import { fill } from '../../i18n/fill.js';
import '../../kit/drawing/chart.js';
import { rounded } from '../../trace/numbers.js';
import { histogramChart } from './charts.js';
import type { Half } from './study.js';
import type { StudyView } from './view.js';

/** Bars; both halves share the axis and the height of the tallest bar. */
export function renderHistogram(
  { t, store }: StudyView,
  half: Half,
  counted: Histogram,
  { total, tallest, name }: { total: number; tallest: Computed; name: string },
): TemplateResult {
  const { counts, edges, outside } = counted;
  const edge = (at: number): string => rounded(edges[at]!, 2);
  const data = histogramChart(half, counted, tallest);
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
