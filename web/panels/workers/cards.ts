import { html, type TemplateResult } from 'lit';
import { fill } from '../../i18n/fill.js';
import { prose } from '../../kit/tex.js';
import type { Holding } from './holdings.js';
import { renderSwatch, sumExtent, workerStyle, type View } from './view.js';

export type Shown = 'scores' | 'weights';

/** What each worker computes from the parts that it holds. */
export function renderCards(view: View, shown: Shown, show: (what: Shown) => void): TemplateResult {
  const { t, holdings } = view;
  const choice = (what: Shown): TemplateResult =>
    html`<button type="button" aria-pressed=${what === shown} @click=${() => show(what)}>
      ${t[what]}
    </button>`;
  return html`<section>
    <h2>${t.computeTitle}</h2>
    <p>${prose(t.computeText)}</p>
    <div class="choice" role="group" aria-label=${t.show}>
      ${choice('scores')} ${choice('weights')}
    </div>
    <div class="cards ${holdings.length === 1 ? 'one' : ''}">
      ${holdings.map((holding) => renderCard(view, holding, shown))}
    </div>
  </section>`;
}

function renderCard(view: View, holding: Holding, shown: Shown): TemplateResult {
  const { t, store, holdings, room } = view;
  const { worker, heads, path, partial } = holding;
  const across = holdings.length === 1 || room < 640 ? 1 : 2;
  const width = Math.floor(room / across) - 32;
  const [first, count] = heads;
  const own = shown === 'weights' ? 'weights' : 'scaled_scores';
  const name = shown === 'weights' ? t.headWeights : t.headScores;
  return html`<article class="card" data-worker=${worker} .style=${workerStyle(worker).style}>
    <h3>${renderSwatch(worker)} ${fill(t.worker, { n: worker + 1 })}</h3>
    <div class="heads">
      ${Array.from(
        { length: count },
        (_, head) =>
          html`<ap-number-grid
            .store=${store}
            .path=${path(own)}
            .extent=${store.extent(...holdings.map((each) => each.path(own)))}
            .slice=${{ batch: 0, head }}
            .name=${fill(name, { n: first + head + 1 })}
            .room=${Math.min(width, 340)}
          ></ap-number-grid>`,
      )}
    </div>
    <div class="partial">
      <ap-number-grid
        .store=${store}
        .path=${partial}
        .name=${holdings.length === 1 ? t.wholeOutput : t.partial}
        .extent=${sumExtent(view)}
        .room=${Math.min(width, 720)}
      ></ap-number-grid>
    </div>
  </article>`;
}
