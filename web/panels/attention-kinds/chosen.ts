import { html, nothing, type TemplateResult } from 'lit';
import { renderTitle } from '../../elements/shape-title.js';
import { stepText } from '../../elements/speech.js';
import { prose, tex } from '../../elements/tex.js';
import type { KindsView } from './attention-kinds.js';

/** The step of the chosen cell, large, and how the cell came about. */
export function renderChosen({ t, store }: KindsView): TemplateResult | typeof nothing {
  const step = (store.kept && store.step(store.kept.path)) ?? store.current;
  if (!step) return nothing;
  return html`<section class="chosen">
    <div class="role-${step.role}">
      <h2>${renderTitle(store, step)}</h2>
      <p class="soft number">${step.path}</p>
      <p>${prose(stepText(store, step).text)}</p>
      <div class="tex">${tex(step.formula)}</div>
      <ap-matrix .store=${store} .path=${step.path}></ap-matrix>
      <p class="soft">${t.chosenHint}</p>
    </div>
    <ap-proof .store=${store}></ap-proof>
  </section>`;
}
