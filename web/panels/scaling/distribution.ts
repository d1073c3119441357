import { html, type TemplateResult } from 'lit';
import { fill } from '../../i18n/fill.js';
import { brief } from '../../trace/numbers.js';
import { BINS, renderHistogram } from './histogram.js';
import { firstOf, renderNumber } from './numbers.js';
import { HALVES, pathIn, QUERIES, SCORE } from './study.js';
import type { StudyView } from './view.js';

/** The scores of both halves on one axis, and their mean and variance. */
export function renderDistribution(
  view: StudyView,
  held: number | undefined,
  hold: (reach: number | undefined) => void,
): TemplateResult {
  const { t, store, open } = view;
  const { dK, keys } = store.options;
  const widest = store.extent('scores').reach || 1;
  const reach = held ?? widest;
  const counted = HALVES.map((half) =>
    store.histogram(pathIn(half, 'scores'), { bins: BINS, reach }),
  );
  const tallest = counted.reduce((most, { largest }) => (largest > most ? largest : most), 1);
  return html`<section>
    <h2>${t.distributionTitle}</h2>
    <p>${fill(t.distributionText, { total: QUERIES * keys, queries: QUERIES, keys })}</p>
    <label class="hold">
      <input
        type="checkbox"
        .checked=${held !== undefined}
        @change=${(event: Event) =>
          hold((event.target as HTMLInputElement).checked ? widest : undefined)}
      />
      ${t.hold}
    </label>
    <div class="pair">
      ${HALVES.map((half, i) => {
        const variance = pathIn(half, 'variance');
        const mean = pathIn(half, 'mean');
        const values = { dK, mean: brief(firstOf(store, mean)), half: t[half] };
        return html`<div class="half ${half}">
          <h3><i class="sign"></i>${t[half]} <span class="number soft">${SCORE[half]}</span></h3>
          ${renderHistogram(t, counted[i]!, {
            total: QUERIES * keys,
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
                <span class="soft">${fill(t.expected[half], { dK })}</span>
              </dd>
            </div>
          </dl>
        </div>`;
      })}
    </div>
  </section>`;
}
