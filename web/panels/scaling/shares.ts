import { html, type TemplateResult } from 'lit';
import type { Numbers } from '../../engine/types/computed.js';
import { fill } from '../../i18n/fill.js';
import '../../kit/drawing/chart.js';
import { shortest } from '../../trace/numbers.js';
import { sharesChart } from './charts.js';
import { pathIn, type Half } from './study.js';
import type { StudyView } from './view.js';

/** The weights of one query as bars from 0 to 1; each opens its proof. */
export function renderShares(
  { t, store, open }: StudyView,
  half: Half,
  query: number,
  weights: Numbers,
): TemplateResult {
  const path = pathIn(half, 'weights');
  const { kept } = store;
  const at = kept?.path === path && kept.index[0] === query ? kept.index[1] : undefined;
  const data = sharesChart(half, weights, at);
  return html`<ap-chart
    class="shares"
    pick
    .data=${data}
    .height=${132}
    .scheme=${store.scheme}
    .name=${fill(t.shares, { query, half: t[half] })}
    .tell=${(key: number) => fill(t.share, { key, weight: shortest(weights[key]!) })}
    @ap-pick=${(event: CustomEvent<number>) => open({ path, index: [query, event.detail] })}
  ></ap-chart>`;
}
