import { html, type TemplateResult } from 'lit';
import type { TraceStore } from '../../trace/store.js';
import { WEIGHTS_VIEWS } from '../../trace/view-state.js';

/** The choice between the views of attention weights; `focus` is given the name of the tab that the keys chose. */
export function renderViewTabs(store: TraceStore, focus: (tab: string) => void): TemplateResult {
  const words = store.t.proof;
  const onKey = (event: KeyboardEvent): void => {
    const move = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (move === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const at = WEIGHTS_VIEWS.indexOf(store.state.weightsView);
    const view = WEIGHTS_VIEWS[(at + move + WEIGHTS_VIEWS.length) % WEIGHTS_VIEWS.length]!;
    store.updateView({ weightsView: view });
    focus(`view-${view}`);
  };
  return html`<div
    class="switch"
    role="tablist"
    aria-label=${words.viewsOfWeights}
    @keydown=${onKey}
  >
    ${WEIGHTS_VIEWS.map(
      (view) =>
        html`<button
          type="button"
          class="tool"
          role="tab"
          id="view-${view}"
          aria-selected=${view === store.state.weightsView}
          tabindex=${view === store.state.weightsView ? 0 : -1}
          @click=${() => store.updateView({ weightsView: view })}
        >
          ${words.views[view]}
        </button>`,
    )}
  </div>`;
}
