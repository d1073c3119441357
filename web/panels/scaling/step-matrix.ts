import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Step } from '../../engine/types/index.js';
import { remembered } from '../../engine/module/remembered.js';
import { renderTitle } from '../../kit/drawing/shape-title.js';
import { notation, prose } from '../../kit/formulas/tex.js';
import '../../parts/figure/tooled.js';
import { stepText, stepTitle } from '../../trace/names.js';
import { hueOf } from '../../trace/operations.js';
import type { TraceStore } from '../../trace/store.js';
import type { StudyView } from './view.js';

/** Where a step stands in the list. */
type Group = 'drawn' | 'unscaled' | 'scaled' | 'gradients';

function groupOf({ leaf, scope, gradient }: Step): Group {
  if (gradient) return 'gradients';
  if (leaf) return 'drawn';
  return scope.part === 'scaled' ? 'scaled' : 'unscaled';
}

/** The same list while the step stays, so that its figure is not drawn again. */
const alone = remembered<readonly string[]>();

/**
 * One step as a matrix whose cells can all be opened: of the study, or of one of its backward passes, `of`, which follow
 * the study's edits and have none of their own.
 */
export function renderStepMatrix(
  { t, store: study }: StudyView,
  of: TraceStore,
): TemplateResult | typeof nothing {
  const store = of.current ? of : study;
  const step = store.current;
  if (!step) return nothing;
  const options = (group: Group): TemplateResult[] =>
    store.steps
      .filter((each) => groupOf(each) === group)
      .map(
        (each) =>
          html`<option value=${each.path} .selected=${live(each === step)}>
            ${stepTitle(store, each)}
          </option>`,
      );
  return html`<section class="closer role-${hueOf(step)}">
    <h2>${t.closerTitle}</h2>
    <p>${t.closerText}</p>
    <label class="step">
      ${t.step}
      <select @change=${(event: Event) => store.goTo((event.target as HTMLSelectElement).value)}>
        <optgroup label=${t.drawn}>${options('drawn')}</optgroup>
        <optgroup label=${t.unscaled}>${options('unscaled')}</optgroup>
        <optgroup label=${t.scaled}>${options('scaled')}</optgroup>
        ${
          store === study
            ? nothing
            : html`<optgroup label=${t.gradients}>${options('gradients')}</optgroup>`
        }
      </select>
    </label>
    <h3>${renderTitle(store, step)}</h3>
    <p>${prose(stepText(store, step).text ?? '')}</p>
    <div class="tex">${notation(step.notation.formula)}</div>
    ${
      store === study
        ? html`<ap-tooled-figure .store=${store} .path=${step.path}></ap-tooled-figure>`
        : html`<ap-figure
            fixed
            .store=${store}
            .paths=${alone(step.path, () => [step.path])}
          ></ap-figure>`
    }
  </section>`;
}
