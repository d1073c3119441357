import { html, nothing, type TemplateResult } from 'lit';
import { remembered } from '../../../engine/module/remembered.js';
import { renderPlaceSelect } from '../../../kit/fields/select.js';
import { renderTitle } from '../../../kit/drawing/shape-title.js';
import { notation, prose } from '../../../kit/formulas/tex.js';
import '../../../parts/figure/figure.js';
import { stepText } from '../../../trace/names.js';
import { hueOf } from '../../../trace/operations.js';
import { renderStepSelect } from '../run/step-select.js';
import type { Texts } from '../texts/en.js';
import type { UpdateStore } from './update-store.js';

/** The same list while the step stays, so that its figure is not drawn again. */
const alone = remembered<readonly string[]>();

/** All steps of an update, in order: one of them in large. */
export function renderSteps(t: Texts, store: UpdateStore): TemplateResult | typeof nothing {
  const { current, blocks } = store;
  if (!current) return nothing;
  return html`<section class="all-steps role-${hueOf(current)}" aria-label=${t.allSteps}>
    <h3>${t.allSteps}</h3>
    <div class="fields">
      ${renderParts(t, store)}
      ${renderStepSelect('step', t.step, store, blocks, current.path, (path) => store.goTo(path))}
    </div>
    <div class="fields">${renderWalk(store)} ${renderPlaces(t, store)}</div>
    <h4>${renderTitle(store, current, { place: true })}</h4>
    <p>${prose(stepText(store, current).text ?? '')}</p>
    <div class="tex">${notation(current.notation.formula)}</div>
    <ap-figure
      fixed
      .store=${store}
      .paths=${alone(current.path, () => [current.path])}
      .height=${360}
    ></ap-figure>
  </section>`;
}

/** The three parts of an update, each from its first step. */
function renderParts(t: Texts, store: UpdateStore): TemplateResult {
  const { current, steps } = store;
  const part = !current?.gradient ? 'forward' : current.gradient.update ? 'update' : 'backward';
  const first = {
    forward: steps[0],
    backward: steps.find(({ gradient }) => gradient && !gradient.update),
    update: steps.find(({ gradient }) => gradient?.update),
  };
  return html`<span class="parts" role="group" aria-label=${t.allSteps}>
    ${(['forward', 'backward', 'update'] as const).map(
      (each) =>
        html`<button
          type="button"
          aria-pressed=${each === part}
          @click=${() => first[each] && store.goTo(first[each].path)}
        >
          ${t.parts[each]}
        </button>`,
    )}
  </span>`;
}

/** Previous, play, next, and how far one is. */
function renderWalk(store: UpdateStore): TemplateResult {
  const { current, stops, playing } = store;
  const words = store.t.ui;
  const at = stops.findIndex((stop) => stop.includes(current!));
  return html`<span class="walk">
      <button type="button" ?disabled=${at === 0} @click=${() => store.previous()}>
        <span aria-hidden="true">←</span> ${words.previous}
      </button>
      <button
        type="button"
        class="play"
        aria-pressed=${playing}
        @click=${() => store.play(!playing)}
      >
        <span aria-hidden="true">${playing ? '❚❚' : '▶'}</span>
        ${playing ? words.pause : words.play}
      </button>
      <button
        type="button"
        class="next"
        ?disabled=${at === stops.length - 1}
        @click=${() => store.next()}
      >
        ${words.next} <span aria-hidden="true">→</span>
      </button>
    </span>
    <span class="number soft">${at < 0 ? '–' : at + 1} / ${stops.length}</span>`;
}

/** Of which sentence of the batch, and of which head, the figure is. */
function renderPlaces(t: Texts, store: UpdateStore): TemplateResult {
  const { batches, heads } = store.count();
  const { batch, head } = store.state;
  return html`${renderPlaceSelect('figure-sentence', t.sentence, batches, batch, (at) => store.updateView({ batch: at }))}
  ${renderPlaceSelect('figure-head', t.head, heads, head, (at) => store.updateView({ head: at }))}`;
}
