import { html, nothing, type TemplateResult } from 'lit';
import type { Difference } from '../../engine/types.js';
import { fill } from '../../i18n/fill.js';
import { axisNames } from '../../trace/axes.js';
import { tiny } from '../../trace/numbers.js';
import { countOf } from './holdings.js';
import { sumExtent, type View } from './view.js';

/** The sum of the partial products beside a single worker's output, and what has to be sent for it. */
export function renderSum(view: View, { maxDifference, tolerance }: Difference): TemplateResult {
  const { t, store, alone, holdings, room } = view;
  const text = maxDifference === 0 ? t.equal : maxDifference <= tolerance ? t.compare : t.apart;
  const values = { difference: tiny(maxDifference), tolerance: tiny(tolerance) };
  return html`<section class="total">
      <h2>${t.sumTitle}</h2>
      ${holdings.length > 1 ? html`<p>${t.sumText}</p>` : nothing}
      <div class="outputs">
        <ap-number-grid
          class="sum"
          .store=${store}
          .path=${'output'}
          .name=${holdings.length === 1 ? t.wholeOutput : t.sum}
          .extent=${sumExtent(view)}
          .room=${room}
        ></ap-number-grid>
        <ap-number-grid
          class="alone"
          .store=${alone}
          .path=${'output'}
          .name=${t.alone}
          .extent=${sumExtent(view)}
          .room=${room}
        ></ap-number-grid>
      </div>
      <p data-difference=${maxDifference} data-tolerance=${tolerance}>${fill(text, values)}</p>
    </section>
    <section class="send">
      <h2>${t.sendTitle}</h2>
      <p>${sending(view)}</p>
    </section>`;
}

/** What has to be sent, read from the shape of the partial products. */
function sending({ t, store, holdings }: View): string {
  const step = store.step(holdings[0]!.partial);
  if (!step || holdings.length === 1) return t.sendOne;
  const names = axisNames(step).map((axis) => (axis ? store.t.axes[axis] : ''));
  const shape = `[${step.shape.map((size, i) => `${names[i]} ${size}`).join(', ')}]`;
  return fill(t.sendText, { shape, count: countOf(step.shape) });
}
