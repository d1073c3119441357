import { html, type TemplateResult } from 'lit';
import { tabByKey } from '../../kit/input/keys.js';
import type { TraceStore } from '../../trace/store.js';
import { WEIGHTS_VIEWS, type WeightsViewName } from '../../trace/view-state.js';

/** The name of a view's tab. */
export const viewTab = (view: WeightsViewName): string => `view-${view}`;

/**
 * The choice between the views of attention weights, which stand in the element of this id; `focus` is given the name of
 * the tab that the keys chose.
 */
export function renderViewTabs(
  store: TraceStore,
  panel: string,
  focus: (tab: string) => void,
): TemplateResult {
  const words = store.t.proof;
  const onKey = (event: KeyboardEvent): void => {
    const view = tabByKey(event, WEIGHTS_VIEWS, store.weightsView);
    if (!view) return;
    store.updateView({ weightsView: view });
    focus(viewTab(view));
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
          id=${viewTab(view)}
          aria-controls=${panel}
          aria-selected=${view === store.weightsView}
          tabindex=${view === store.weightsView ? 0 : -1}
          @click=${() => store.updateView({ weightsView: view })}
        >
          ${words.views[view]}
        </button>`,
    )}
  </div>`;
}
