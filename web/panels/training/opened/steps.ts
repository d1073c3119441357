import { html, nothing, type TemplateResult } from 'lit';
import { remembered } from '../../../engine/remembered.js';
import { renderTitle } from '../../../kit/shape-title.js';
import { notation, prose } from '../../../kit/tex.js';
import '../../../parts/figure/figure.js';
import { blockTitle } from '../../../trace/blocks.js';
import { stepText, stepTitle } from '../../../trace/names.js';
import { hueOf } from '../../../trace/operations.js';
import type { Texts } from '../texts/en.js';
import type { UpdateStore } from './update-store.js';

/** The same list while the step stays, so that its figure is not drawn again. */
const alone = remembered<readonly string[]>();

/** All steps of an update, in order: one of them in large. */
export function renderSteps(t: Texts, store: UpdateStore): TemplateResult | typeof nothing {
  const { current, blocks, stops } = store;
  if (!current) return nothing;
  const at = stops.findIndex((stop) => stop.includes(current));
  return html`<section class="all-steps role-${hueOf(current)}" aria-label=${t.allSteps}>
    <h3>${t.allSteps}</h3>
    <div class="fields">
      ${renderParts(t, store)}
      <button type="button" ?disabled=${at === 0} @click=${() => store.previous()}>
        ← ${t.previous}
      </button>
      <button type="button" ?disabled=${at === stops.length - 1} @click=${() => store.next()}>
        ${t.next} →
      </button>
      <select
        name="step"
        aria-label=${t.step}
        @change=${(event: Event) => store.goTo((event.target as HTMLSelectElement).value)}
      >
        ${blocks.map(
          (block) =>
            html`<optgroup label=${blockTitle(store.t, block)}>
              ${block.steps.map(
                (step) =>
                  html`<option value=${step.path} .selected=${step === current}>
                    ${stepTitle(store, step)}
                  </option>`,
              )}
            </optgroup>`,
        )}
      </select>
    </div>
    <h4>${renderTitle(store, current)}</h4>
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
  return html`<span class="turn" role="group" aria-label=${t.allSteps}>
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
