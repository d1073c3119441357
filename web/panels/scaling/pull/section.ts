import { html, nothing, type TemplateResult } from 'lit';
import type { Extent } from '../../../engine/types/index.js';
import type { Computed } from '../../../engine/types/computed.js';
import { fill } from '../../../i18n/fill.js';
import { renderScale } from '../../../kit/drawing/scale-legend.js';
import { notation, prose } from '../../../kit/formulas/tex.js';
import type { Use } from '../../../parts/figure/actions.js';
import '../../../parts/figure/slice.js';
import '../../../parts/problem.js';
import { makeScale } from '../../../styles/colour-scales.js';
import { brief } from '../../../trace/numbers.js';
import { gradientOf, hueOf } from '../../../trace/operations.js';
import type { CellRef } from '../../../trace/store.js';
import { visit } from '../../../trace/visit.js';
import { renderNumber, renderRounded } from '../numbers.js';
import { HALVES, pathIn, type Half } from '../study.js';
import type { StudyView } from '../view.js';
import type { Found, GradientRow } from './passes.js';
import type { PullStore } from './store.js';

/** Of a pull of 1, less than this is said to be almost nothing. */
const LEAST = 0.001;
/** Weights, and the gradient of 1 that comes in. */
const SHARES: Extent = { low: 0, high: 1, reach: 1 };

/** What is chosen in it: the field of the key, and why a key was refused. */
export interface PullInputs {
  field: TemplateResult;
  refused: TemplateResult;
  /** Opens a cell of one of the passes. */
  open(store: PullStore, cell: CellRef): void;
}

/** The gradient of one weight on its way back to the scores, with and without scaling. */
export function renderPull(
  view: StudyView,
  found: Found | undefined,
  { field, refused, open }: PullInputs,
): TemplateResult {
  const { t } = view;
  return html`<section class="pull ${found ? '' : 'busy'}" aria-labelledby="pull-title">
    <h2 id="pull-title">${t.pullTitle}</h2>
    <p class="explains">${prose(t.pullText)}</p>
    <div class="fields">${field}</div>
    ${refused}
    ${found ? renderFound(view, found, open) : html`<p class="soft" role="status">${t.pullBusy}</p>`}
  </section>`;
}

function renderFound(view: StudyView, found: Found, open: PullInputs['open']): TemplateResult {
  const { t, store } = view;
  const { stores, rows, read, scores, extent } = found;
  const strip = (
    of: PullStore,
    path: string,
    rest: Partial<Strip>,
  ): TemplateResult | typeof nothing =>
    renderStrip(view, { store: of, path, rows, extent: SHARES, ...rest });
  const gradient = (row: GradientRow): TemplateResult | typeof nothing =>
    strip(row.store, row.path, { extent, largest: { row, open } });
  return html`${HALVES.map((half) => html`<ap-problem .store=${stores[half]}></ap-problem>`)}
    ${renderResult(view, found)}
    <ol class="stages" @ap-use=${onUse}>
      <li>
        <h3>${t.stages.weights}</h3>
        ${HALVES.map((half) => strip(stores[half], pathIn(half, 'weights'), { hasScale: half === 'scaled' }))}
      </li>
      <li>
        <h3>${prose(t.stages.upstream)}</h3>
        ${HALVES.map((half) => strip(stores[half], gradientOf(pathIn(half, 'weights')), {}))}
      </li>
      <li>
        <h3>${t.stages.read}</h3>
        ${HALVES.map((half) => gradient(read[half]))}
      </li>
      <li>
        <h3>${prose(t.stages.scores)}</h3>
        <p class="soft half unscaled"><i class="sign"></i>${prose(t.sameStep)}</p>
        ${gradient(scores.scaled)}
        <div class="legend">
          <span class="soft">${t.pullLegend}</span>
          ${renderScale(makeScale('diverging', extent, store.scheme), brief)}
        </div>
      </li>
    </ol>
    <p class="soft">${prose(t.pullNote)}</p>`;
}

/** A chosen cell's step is also the one that is shown in large. */
function onUse({ detail }: CustomEvent<Use | null>): void {
  const { store, kept } = detail ?? {};
  if (kept && store?.kept) visit(store, store.kept);
}

/** What is seen, in one sentence with the numbers; and what that means, where it is clear. */
function renderResult({ t }: StudyView, { pull, read, scores }: Found): TemplateResult {
  const { query, key } = pull;
  const numbers: Record<string, Computed> = {
    unscaled: scores.unscaled.extent.reach,
    scaled: scores.scaled.extent.reach,
  };
  const parts = fill(t.pullResult, { query, key }).split(/\{(\w+)\}/);
  const passes = (half: Half): boolean => read[half].extent.reach >= LEAST;
  const meaning = passes('unscaled') ? t.notVanished : t.vanished;
  return html`<div role="status">
    <p class="result">
      ${parts.map((part) => {
        const value = numbers[part];
        return value === undefined
          ? prose(part)
          : html`<b data-of=${part} data-value=${String(value)}>${renderRounded(value)}</b>`;
      })}
    </p>
    ${passes('scaled') ? html`<p>${prose(meaning)}</p>` : nothing}
  </div>`;
}

interface Strip {
  store: PullStore;
  path: string;
  rows: Found['rows'];
  extent: Extent;
  /** Whether the scale stands below it where there are no digits: below the last of those that share it. */
  hasScale?: boolean;
  /** The number of the row that is farthest from 0. */
  largest?: { row: GradientRow; open: PullInputs['open'] };
}

/** One row of a step, and the formula of a gradient that was computed. */
function renderStrip(
  { t }: StudyView,
  { store, path, rows, extent, hasScale = false, largest }: Strip,
): TemplateResult | typeof nothing {
  const step = store.step(path);
  if (!step) return nothing;
  return html`<div class="strip half ${store.half}">
    <p class="of">
      <span><i class="sign"></i>${t[store.half]}</span>
      <span class="inline role-${hueOf(step)}"
        >${notation(largest ? step.notation.formula : step.notation.symbol)}</span
      >
      ${
        largest
          ? html`<span class="largest"
              ><span class="soft">${t.largest}</span> ${renderNumber(
                store,
                largest.row.cell,
                largest.row.value,
                {
                  name: `${t[store.half]} ${t.largest}`,
                  open: (cell) => largest.open(store, cell),
                },
              )}</span
            >`
          : nothing
      }
    </p>
    <ap-slice
      fixed
      untitled
      ?unscaled=${!hasScale}
      .store=${store}
      .path=${path}
      .rows=${rows}
      .extent=${extent}
    ></ap-slice>
  </div>`;
}
