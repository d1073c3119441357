import { html, nothing, type TemplateResult } from 'lit';
import { renderTitle } from '../../kit/drawing/shape-title.js';
import { notation, prose } from '../../kit/formulas/tex.js';
import '../../parts/figure/tooled.js';
import { stepText, stepTitle } from '../../trace/names.js';
import { activeText } from '../../trace/spoken.js';
import type { KindsView } from './view.js';

/** The step of the chosen cell in large, with the cell's proof. */
export function renderChosen(
  { t, store }: KindsView,
  come: () => void,
): TemplateResult | typeof nothing {
  const step = (store.kept && store.step(store.kept.path)) ?? store.current;
  if (!step) return nothing;
  return html`<button type="button" class="jump" @click=${come}>
      <span>${activeText(store) || stepTitle(store, step)}</span>
      <span class="act">${t.toProof} <span aria-hidden="true">↓</span></span>
    </button>
    <section class="chosen with-proof">
      <div class="step role-${step.role}" data-step=${step.path}>
        <h2>${renderTitle(store, step)}</h2>
        <p>${prose(stepText(store, step).text ?? '')}</p>
        <div class="tex">${notation(step.notation.formula)}</div>
        <ap-tooled-figure .store=${store} .path=${step.path}></ap-tooled-figure>
        <p class="soft">${t.chosenHint}</p>
      </div>
      <ap-proof-sheet .store=${store}></ap-proof-sheet>
    </section>`;
}
