import { html, nothing, type TemplateResult } from 'lit';
import { fill } from '../../i18n/fill.js';
import type { TraceStore } from '../../trace/store.js';

/** A button that undoes all edits; shown only if there are any. */
export function renderTakeBack(store: TraceStore): TemplateResult | typeof nothing {
  const n = store.state.edits.length;
  if (n === 0) return nothing;
  return html`<button type="button" class="take-back" @click=${() => store.reset()}>
    ${fill(store.t.ui.resetEdits, { n })}
  </button>`;
}
