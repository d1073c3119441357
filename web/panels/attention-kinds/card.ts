import { html, type TemplateResult } from 'lit';
import type { Step } from '../../engine/types.js';
import { renderShape, renderTitle } from '../../kit/shape-title.js';
import { notation, plain } from '../../kit/tex.js';
import '../../parts/matrix/matrix.js';
import '../../parts/weights/weights.js';
import { stepTitle } from '../../trace/names.js';
import type { Feed, Kind } from './kinds.js';
import type { KindsView } from './view.js';
import { renderWords } from './words.js';

/** One kind of attention, from the sources of Q, K and V to its weights. Cards have the same rows. */
export function renderCard(view: KindsView, kind: Kind): TemplateResult {
  const { t, store, room } = view;
  const { name, masks, scores, weights, context, walk } = kind;
  return html`<article class="card" data-kind=${name} aria-labelledby="kind-${name}">
    <header>
      <h2 id="kind-${name}">${t.kinds[name].title}</h2>
      <p>${t.kinds[name].text}</p>
    </header>
    <section>
      <h3>${t.origin}</h3>
      ${kind.feeds.map((feed) => renderFeed(view, feed))}
    </section>
    <section>${renderWords(view, name)}</section>
    <section>
      <h3>${t.mask}</h3>
      ${
        masks.length === 0
          ? html`<p class="none">${t.noMask}</p>`
          : masks.map((mask) => renderMatrix(view, mask))
      }
    </section>
    <section>
      <h3>${t.scores}</h3>
      ${renderMatrix(view, scores)}
    </section>
    <section class="role-weights">
      <h3>${t.weights}</h3>
      <p class="line">${renderTitle(store, weights)}</p>
      <div class="matrix" data-path=${weights.path}>
        <ap-weights .store=${store} .path=${weights.path} .room=${room}></ap-weights>
        <div class="bands" aria-hidden="true"></div>
      </div>
    </section>
    <section>
      <h3>${t.formula}</h3>
      <ul class="formulas">
        ${walk.map((step) => html`<li class="role-${step.role}">${renderFormula(view, step)}</li>`)}
      </ul>
      <p class="line">${t.output} ${renderShape(store, context)}</p>
    </section>
  </article>`;
}

/** The step that Q, K or V are projected from, with their letters. */
function renderFeed({ t, store, show }: KindsView, { step, origin, feeds }: Feed): TemplateResult {
  return html`<div
    class="feed"
    data-origin=${step.path}
    data-feeds=${feeds.map(({ kind }) => kind).join()}
  >
    <button type="button" class="from role-${step.role}" @click=${() => show(step)}>
      <b>${t.origins[origin]}</b>
      <span>${notation(step.notation.symbol)} ${renderShape(store, step)}</span>
    </button>
    <span class="arrow" aria-hidden="true">→</span>
    <span class="letters">
      ${feeds.map(
        (feed) =>
          html`<button
            type="button"
            class="letter role-${feed.role}"
            title=${stepTitle(store, feed)}
            aria-label="${stepTitle(store, feed)} ${plain(feed.notation.symbol)}"
            @click=${() => show(feed)}
          >
            ${notation(feed.notation.symbol)}
          </button>`,
      )}
    </span>
  </div>`;
}

function renderMatrix({ store, room }: KindsView, step: Step): TemplateResult {
  return html`<div class="matrix" data-path=${step.path}>
    <ap-matrix compact .store=${store} .path=${step.path} .room=${room}></ap-matrix>
    <div class="bands" aria-hidden="true"></div>
  </div>`;
}

function renderFormula({ store, show }: KindsView, step: Step): TemplateResult {
  return html`<button
    type="button"
    class="formula"
    title=${stepTitle(store, step)}
    @click=${() => show(step)}
  >
    ${notation(step.notation.formula)}
  </button>`;
}
