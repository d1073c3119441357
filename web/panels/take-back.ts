import { html, nothing, type TemplateResult } from 'lit';
import type { TraceStore } from '../elements/trace-store.js';
import { fill } from '../i18n/fill.js';

/** There once cells have been edited: shows the computed numbers again. */
export function renderTakeBack(store: TraceStore): TemplateResult | typeof nothing {
  const n = store.state.edits.length;
  if (n === 0) return nothing;
  return html`<button type="button" class="take-back" @click=${() => store.reset()}>
    ${fill(store.t.ui.resetEdits, { n })}
  </button>`;
}
