import { html, nothing, type TemplateResult } from 'lit';
import { fill } from '../../i18n/fill.js';
import { renderScale } from '../../kit/drawing/scale-legend.js';
import { notation, prose } from '../../kit/formulas/tex.js';
import { makeScale, type Extent } from '../../styles/colour-scales.js';
import { wholeCount, type Part } from './worker-parts.js';
import { fromTo, renderSwatch, workerStyle, type View } from './view.js';

/** Between four matrices, and beside the last. */
const GAPS = 60;
const LARGEST = 6;

/** The four matrices, and on each the bands that the workers hold. */
export function renderBands(view: View): TemplateResult {
  const { holdings } = view;
  const columns = (['w_q', 'w_k', 'w_v'] as const).map((path) =>
    renderMatrix(
      view,
      path,
      holdings.map((one) => one.columns[path]),
      'columns',
    ),
  );
  const rows = holdings.map((one) => one.rows);
  return html`<section class="matrices">
    ${columns} ${renderMatrix(view, 'w_o', rows, 'rows')}
    ${renderScale(makeScale('diverging', matrixExtent(view), view.store.scheme))}
  </section>`;
}

/** The same in words and numbers. */
export function renderHoldings({ t, store, holdings }: View): TemplateResult {
  const all = wholeCount(store);
  return html`<section class="hold">
    <h2>${t.holdTitle}</h2>
    <p>${prose(t.holdText)}</p>
    ${holdings.length === 1 ? html`<p>${t.holdOne}</p>` : nothing}
    <ul class="holdings">
      ${holdings.map(({ worker, heads, columns, rows, held }) => {
        const values = {
          name: fill(t.worker, { n: worker + 1 }),
          heads: fromTo(t, heads, 1),
          columns: fromTo(t, columns.w_q, 0),
          rows: fromTo(t, rows, 0),
          n: held,
          all,
        };
        return html`<li data-held=${held}>
          ${renderSwatch(worker)}<span>${prose(fill(t.holding, values))}</span>
        </li>`;
      })}
    </ul>
    ${store.step('b_q') ? html`<p>${prose(t.holdBias)}</p>` : nothing}
    <p>${prose(t.computeText)}</p>
  </section>`;
}

const matrixExtent = ({ store }: View): Extent => store.extent('w_q', 'w_k', 'w_v', 'w_o');

function renderMatrix(
  view: View,
  path: 'w_q' | 'w_k' | 'w_v' | 'w_o',
  parts: readonly Part[],
  cut: 'columns' | 'rows',
): TemplateResult {
  const { t, store, room } = view;
  const step = store.step(path)!;
  const [rows = 1, columns = 1] = step.shape;
  const share = Math.floor((room - GAPS) / 4);
  const cell = Math.max(3, Math.min(LARGEST, Math.floor(share / columns)));
  const name = { w_q: t.wQ, w_k: t.wK, w_v: t.wV, w_o: t.wO }[path];
  return html`<figure
    class="matrix role-${step.role}"
    title=${name}
    data-matrix=${path}
    .style="--cell:${cell}px;--rows:${rows};--columns:${columns}"
  >
    <figcaption>
      <span class="symbol">${notation(step.notation.symbol)}</span>
      <span class="soft">${cut === 'columns' ? t.byColumns : t.byRows}</span>
    </figcaption>
    <div class="held ${cut}">
      <ap-slice
        fixed
        .store=${store}
        .path=${path}
        .name=${name}
        .side=${cell}
        .extent=${matrixExtent(view)}
      ></ap-slice>
      ${parts.map(([first, count], worker) => {
        const { style, pattern } = workerStyle(worker);
        const band = `${style};--from:${first};--count:${count}`;
        return html`<i class="frame-of ${pattern}" .style=${band}></i>
          <span
            class="band ${pattern}"
            .style=${band}
            data-worker=${worker}
            data-first=${first}
            data-count=${count}
            title=${fill(t.worker, { n: worker + 1 })}
            ><b>${worker + 1}</b></span
          >`;
      })}
    </div>
  </figure>`;
}
