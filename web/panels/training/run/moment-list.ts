import { html, nothing, type TemplateResult } from 'lit';
import { fill } from '../../../i18n/fill.js';
import { MOST_MOMENTS, type Moment } from './moments.js';
import type { TrainView } from '../view.js';
import { loss } from '../words.js';

/** The kept moments: training goes on from each of them as if it had not stopped. */
export function renderMoments(
  { t, run }: TrainView,
  rewind: (moment: Moment) => Promise<void>,
): TemplateResult {
  const { now } = run;
  return html`<div class="moments" role="group" aria-label=${t.moments}>
    <span class="soft">${t.moments}</span>
    <ol>
      ${run.moments.all.map(
        (moment) =>
          html`<li>
            <button
              type="button"
              class="number ${moment.pinned ? 'pinned' : ''}"
              aria-pressed=${!run.training && moment.update === now?.update}
              aria-label=${fill(t.momentName, {
                n: moment.update,
                loss: loss(moment.evaluation.loss),
              })}
              @click=${() => rewind(moment)}
            >
              ${moment.update}
            </button>
          </li>`,
      )}
    </ol>
    ${
      now && !run.training
        ? html`<button
            type="button"
            class="pin"
            aria-pressed=${now.pinned}
            title=${fill(t.pinText, { most: MOST_MOMENTS })}
            @click=${() => run.pin(now, !now.pinned)}
          >
            ${fill(now.pinned ? t.unpin : t.pin, { n: now.update })}
          </button>`
        : nothing
    }
  </div>`;
}
