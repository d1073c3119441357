import { html, type TemplateResult } from 'lit';
import type { Computed } from '../../engine/types/computed.js';
import { fill } from '../../i18n/fill.js';
import { prose } from '../../kit/formulas/tex.js';
import { brief } from '../../trace/numbers.js';
import { histogramsOf } from './charts.js';
import { renderHistogram } from './histogram.js';
import { firstOf, renderNumber } from './numbers.js';
import { pathIn, QUERIES } from './study.js';
import type { StudyView } from './view.js';

/** The scores of both halves on one axis, and their mean and variance. */
export function renderDistribution(view: StudyView, held: Computed | undefined): TemplateResult {
  const { t, store, open } = view;
  const { dK, keys } = store.options;
  const total = QUERIES * keys;
  return html`<section>
    <h2>${prose(t.distributionTitle)}</h2>
    <p class="explains">${prose(fill(t.distributionText, { total, queries: QUERIES, keys }))}</p>
    <div class="pair">
      ${histogramsOf(store, held).map(({ half, counted, tallest }) => {
        const variance = pathIn(half, 'variance');
        const mean = pathIn(half, 'mean');
        const values = { dK, mean: brief(firstOf(store, mean)), half: t[half] };
        return html`<div class="half ${half}">
          <h3><i class="sign"></i>${t[half]} ${prose(t.scores[half])}</h3>
          ${renderHistogram(view, half, counted, {
            total,
            tallest,
            name: fill(t.histogram, { ...values, variance: brief(firstOf(store, variance)) }),
          })}
          <dl class="facts">
            <div>
              <dt>${t.mean}</dt>
              <dd>
                ${renderNumber(store, { path: mean, index: [0, 0] }, firstOf(store, mean), {
                  name: `${t[half]} ${t.mean}`,
                  open,
                })}
              </dd>
            </div>
            <div>
              <dt>${t.variance}</dt>
              <dd>
                ${renderNumber(store, { path: variance, index: [0, 0] }, firstOf(store, variance), {
                  name: `${t[half]} ${t.variance}`,
                  open,
                })}
                <span class="soft">${prose(fill(t.expected[half], { dK }))}</span>
              </dd>
            </div>
          </dl>
        </div>`;
      })}
    </div>
  </section>`;
}
