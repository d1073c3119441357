import { html, nothing, type TemplateResult } from 'lit';
import type { Step } from '../../engine/types/index.js';
import { rowsOff, sumsToOne } from '../../figures/layout/row-sums.js';
import { rowsOf } from '../../figures/layout/rows.js';
import { fill } from '../../trace/names.js';
import type { TraceStore } from '../../trace/store.js';

/** Whether a leaf's numbers are the user's own, and the button that makes edited ones that. */
export function renderOwn(
  store: TraceStore,
  step: Step,
  make: () => void,
): TemplateResult | typeof nothing {
  const words = store.t.ui;
  const origin = store.ownOrigin(step);
  const isEdited = step.edits > 0 && store.canBeOwn(step);
  if (!origin && !isEdited) return nothing;
  const edits = fill(words.edited, { n: step.edits });
  return html`<p class="notes own">
    ${origin ? html`<span>${words.origins[origin]}</span>` : nothing}
    ${isEdited ? html`<span>${edits}</span>` : nothing}
    ${isEdited ? html`<button type="button" class="tool" @click=${make}>${words.makeOwn}</button>` : nothing}
  </p>`;
}

/** A badge in the title of what depends on random parameters; the workbench's settings have one of their own. */
export function renderRandom(store: TraceStore, step: Step): TemplateResult | typeof nothing {
  if (!store.isUntrained(step)) return nothing;
  const whole = fill(store.t.proof.untrained, { seed: store.state.seed });
  return html`<span class="random" title=${whole}>${store.t.models.random}</span>`;
}

/** Said where it happens: rows that see no key, and rows of weights that do not sum to 1. */
export function renderNotes(store: TraceStore, step: Step): TemplateResult | typeof nothing {
  if (!sumsToOne(step)) return nothing;
  const words = store.t.proof;
  const { batch, head } = store.state;
  const rows = rowsOf(store, step, { batch, head }, words.every);
  const { off, silent } = rowsOff(store, rows);
  const note = (text: string, rows: readonly string[]): TemplateResult | typeof nothing =>
    rows.length > 0
      ? html`<span class="warning">${fill(text, { n: rows.join(words.comma) })}</span>`
      : nothing;
  if (off.length + silent.length === 0) return nothing;
  return html`<p class="notes">
    ${note(words.fullyMasked, silent)} ${note(store.t.ui.rowSumOff, off)}
  </p>`;
}
