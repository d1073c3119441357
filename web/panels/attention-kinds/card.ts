import { html, type TemplateResult } from 'lit';
import type { Step } from '../../engine/types/index.js';
import { renderShape } from '../../kit/drawing/shape-title.js';
import { notation, plain } from '../../kit/formulas/tex.js';
import type { ApSlice } from '../../parts/figure/slice.js';
import '../../parts/figure/slice.js';
import '../../parts/weights/weights.js';
import { stepTitle } from '../../trace/names.js';
import type { Feed, Kind } from './kinds.js';
import type { KindsView } from './view.js';
import { renderWords } from './words.js';
import type { Lit } from '../../figures/alone.js';
import { matrixLayout } from '../../trace/layout.js';
import { sideOf, type Word } from './pair.js';

/** The rows and columns of the highlighted words in the matrix of a step. */
function litIn(step: Step, words: readonly Word[], strong: boolean): Lit {
  const { rows, columns, rowAxes, columnAxes } = matrixLayout(step, {});
  const along = (axis: number | undefined, count: number): number[] =>
    words
      .filter(({ side, index }) => side === sideOf(step, axis ?? -1) && index < count)
      .map(({ index }) => index);
  return { rows: along(rowAxes[0], rows), columns: along(columnAxes[0], columns), strong };
}

/** Of so many keys at most, scores and mask have room side by side. */
const FEW = 6;
const GAP = 12;
/** The part of the room that scores have beside a mask, which has short numbers and no row labels. */
const SCORES = 0.62;

/** One kind of attention, from the sources of Q, K and V to its weights. Cards have the same rows. */
export function renderCard(view: KindsView, kind: Kind): TemplateResult {
  const { t, store, room } = view;
  const { name, masks, scores, weights, context, walk } = kind;
  const { weightsView } = store;
  const isBeside = (scores.shape.at(-1) ?? 0) <= FEW;
  const wide = isBeside ? Math.floor((room - GAP) * SCORES) : room;
  return html`<article class="card" data-kind=${name} aria-labelledby="kind-${name}">
    <header>
      <h2 id="kind-${name}">${t.kinds[name].title}</h2>
      <p>${t.kinds[name].text}</p>
    </header>
    <div role="group" aria-label=${t.origin}>
      ${kind.feeds.map((feed) => renderFeed(view, feed))}
    </div>
    <div>${renderWords(view, name)}</div>
    <div class="before" role="group" aria-label=${t.scores}>
      ${renderMatrix(view, scores, { room: wide, short: true })}
      ${
        masks.length === 0
          ? html`<p class="none">${t.noMask}</p>`
          : masks.map((mask) =>
              renderMatrix(view, mask, {
                room: isBeside ? room - GAP - wide : room,
                short: true,
                unlabelled: isBeside,
              }),
            )
      }
    </div>
    <div class="role-weights" role="group" aria-label=${t.weights}>
      ${
        weightsView === 'matrix'
          ? renderMatrix(view, weights, { room })
          : html`<ap-weights .store=${store} .path=${weights.path} .room=${room}></ap-weights>`
      }
    </div>
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
    <button
      type="button"
      class="from role-${step.role}"
      title=${stepTitle(store, step)}
      @click=${() => show(step)}
    >
      <b>${t.origins[origin]}</b>
      ${notation(step.notation.symbol)}
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

function renderMatrix(
  { store, lit, isAsked }: KindsView,
  step: Step,
  { room, short = false, unlabelled = false }: Partial<ApSlice>,
): TemplateResult {
  return html`<ap-slice
    .store=${store}
    .path=${step.path}
    .room=${room}
    .lit=${litIn(step, lit, isAsked)}
    ?short=${short}
    ?unlabelled=${unlabelled}
  ></ap-slice>`;
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
