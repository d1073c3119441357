import { html, nothing, type TemplateResult } from 'lit';
import type { Step } from '../../engine/types.js';
import { renderTitle } from '../../kit/shape-title.js';
import { notation, prose } from '../../kit/tex.js';
import '../../parts/figure/tooled.js';
import { stepText, stepTitle } from '../../trace/names.js';
import type { StudyView } from './view.js';
import { hueOf } from '../../trace/operations.js';

/** One step of the study as a matrix whose cells can all be opened. */
export function renderCloser({ t, store }: StudyView): TemplateResult | typeof nothing {
  const step = store.current;
  if (!step) return nothing;
  const leaves = store.steps.filter(({ leaf }) => leaf);
  const scaled = store.steps.filter(({ scope }) => scope.part === 'scaled');
  const rest = store.steps.filter((each) => !leaves.includes(each) && !scaled.includes(each));
  const options = (steps: readonly Step[]): TemplateResult[] =>
    steps.map(
      (each) =>
        html`<option value=${each.path} .selected=${each === step}>
          ${stepTitle(store, each)}
        </option>`,
    );
  return html`<section class="closer role-${hueOf(step)}">
    <h2>${t.closerTitle}</h2>
    <p>${t.closerText}</p>
    <label class="step">
      ${t.step}
      <select @change=${(event: Event) => store.goTo((event.target as HTMLSelectElement).value)}>
        <optgroup label=${t.drawn}>${options(leaves)}</optgroup>
        <optgroup label=${t.unscaled}>${options(rest)}</optgroup>
        <optgroup label=${t.scaled}>${options(scaled)}</optgroup>
      </select>
    </label>
    <h3>${renderTitle(store, step)}</h3>
    <p>${prose(stepText(store, step).text)}</p>
    <div class="tex">${notation(step.notation.formula)}</div>
    <ap-tooled-figure .store=${store} .path=${step.path}></ap-tooled-figure>
  </section>`;
}
