import { html, nothing, type TemplateResult } from 'lit';
import type { Difference } from '../../engine/types/index.js';
import { fill } from '../../i18n/fill.js';
import { renderScale } from '../../kit/drawing/scale-legend.js';
import { notation } from '../../kit/formulas/tex.js';
import { makeScale } from '../../styles/colour-scales.js';
import { tiny } from '../../trace/numbers.js';
import type { WorkerParts } from './worker-parts.js';
import { renderSwatch, sumExtent, workerStyle, type View } from './view.js';

export type Shown = 'scores' | 'weights';

const CELL = 12;
/** The names of the workers, the gaps, and the share of the rest that the heads have at most. */
const NAMES = 84;
const GAPS = 40;
const SHARE = 0.45;
/** The labels of rows, and the least width of a cell. */
const LABELS = 64;
const LEAST = 8;

/**
 * What each worker computes from the parts that it holds, a row each, and below the partial products their sum, column
 * under column.
 */
export function renderCards(
  view: View,
  shown: Shown,
  show: (what: Shown) => void,
  difference: Difference,
): TemplateResult {
  const { t, store, holdings } = view;
  const choice = (what: Shown): TemplateResult =>
    html`<button type="button" aria-pressed=${what === shown} @click=${() => show(what)}>
      ${t[what]}
    </button>`;
  const output = store.step('output')!;
  const { heads, isStacked } = rooms(view);
  return html`<section class="workers ${isStacked ? 'stacked' : ''}" .style="--heads:${heads}px">
    <div class="head">
      <div class="choice" role="group" aria-label=${t.show}>
        ${choice('scores')} ${choice('weights')}
      </div>
      ${
        holdings.length > 1
          ? html`<span class="inline">${notation(output.notation.formula)}</span>`
          : nothing
      }
      ${renderScale(makeScale('diverging', sumExtent(view), store.scheme))}
    </div>
    ${holdings.map((holding) => renderCard(view, holding, shown))} ${renderTotal(view, difference)}
  </section>`;
}

/** Widths of the heads of one worker and of its product, which stand below each other where they do not fit side by side. */
function rooms({ store, holdings, room, isNarrow }: View): {
  heads: number;
  product: number;
  isStacked: boolean;
} {
  if (isNarrow) return { heads: room, product: room, isStacked: true };
  const [, queries = 1, columns = 1] = store.step('output')!.shape;
  const beside = Math.min(2, holdings[0]!.heads[1]);
  const rest = room - NAMES - GAPS;
  const heads = Math.min(Math.floor(rest * SHARE), rest - LABELS - columns * LEAST);
  if (heads >= beside * (LABELS + queries * LEAST)) {
    return { heads, product: rest - heads, isStacked: false };
  }
  return { heads: rest, product: rest, isStacked: true };
}

/** More columns than that would scroll: they are all in sight instead, column above column. */
const MOST_COLUMNS = 16;

function detailOf({ store }: View): 'auto' | 'fit' {
  return store.step('output')!.shape.at(-1)! > MOST_COLUMNS ? 'fit' : 'auto';
}

function renderCard(view: View, holding: WorkerParts, shown: Shown): TemplateResult {
  const { t, store, holdings } = view;
  const { worker, heads, path, partial } = holding;
  const [first, count] = heads;
  const { heads: room, product } = rooms(view);
  const own = shown === 'weights' ? 'weights' : 'scaled_scores';
  const name = shown === 'weights' ? t.headWeights : t.headScores;
  const extent = store.extent(...holdings.map((each) => each.path(own)));
  return html`<article class="card" data-worker=${worker} .style=${workerStyle(worker).style}>
    <h2>${renderSwatch(worker)} ${fill(t.worker, { n: worker + 1 })}</h2>
    <div class="heads">
      ${Array.from(
        { length: count },
        (_, head) =>
          html`<ap-slice
            fixed
            unscaled
            .store=${store}
            .path=${path(own)}
            .extent=${extent}
            .slice=${{ batch: 0, head }}
            .name=${fill(name, { n: first + head + 1 })}
            .room=${Math.floor((room - 16) / Math.min(2, count))}
            .tallest=${CELL}
          ></ap-slice>`,
      )}
    </div>
    <div class="partial">
      <ap-slice
        fixed
        unscaled
        .store=${store}
        .path=${partial}
        .name=${holdings.length === 1 ? t.wholeOutput : t.partial}
        .extent=${sumExtent(view)}
        .room=${product}
        .detail=${detailOf(view)}
        .tallest=${CELL}
      ></ap-slice>
    </div>
  </article>`;
}

/** The sum of the partial products, and beside it a single worker's output. */
function renderTotal(view: View, { maxDifference, tolerance }: Difference): TemplateResult {
  const { t, store, alone, holdings } = view;
  const { heads, product } = rooms(view);
  const text = maxDifference === 0 ? t.equal : maxDifference <= tolerance ? t.compare : t.apart;
  const values = { difference: tiny(maxDifference), tolerance: tiny(tolerance) };
  const grid = (kind: 'sum' | 'alone', name: string, room: number): TemplateResult =>
    html`<ap-slice
      class=${kind}
      fixed
      unscaled
      .store=${kind === 'sum' ? store : alone}
      .path=${'output'}
      .name=${name}
      .extent=${sumExtent(view)}
      .room=${room}
      .detail=${detailOf(view)}
      .tallest=${CELL}
    ></ap-slice>`;
  return html`<div class="total card">
    <h2>${t.sumTitle}</h2>
    ${grid('alone', t.alone, heads)}
    ${grid('sum', holdings.length === 1 ? t.wholeOutput : t.sum, product)}
    <p data-difference=${maxDifference} data-tolerance=${tolerance}>
      ${fill(text, values)} ${holdings.length > 1 ? t.sumText : nothing}
    </p>
  </div>`;
}
