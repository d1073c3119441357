import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { Computed } from '../../engine/types/computed.js';
import type { HeadWeights } from '../../figures/weights.js';
import { headColourCss } from '../../styles/head-colours.js';
import { fill } from '../../trace/names.js';
import { rounded } from '../../trace/numbers.js';
import type { CellRef, TraceStore } from '../../trace/store.js';
import { queryText, renderQuery } from './query.js';
import type { WeightsView } from './view.js';

/** The sentence as text: for the chosen query, each head's weights shade the words that it attends to. */
export function renderTextView(view: WeightsView): TemplateResult {
  const { model, store, shown } = view;
  const words = store.t.weights;
  const query = view.focus?.side === 'query' ? view.focus.index : 0;
  const at = Math.min(query, model.queries.length - 1);
  return html`<div class="text-view">
    <p class="choose">${words.chooseQuery} ${model.written.length > 0 ? words.written : nothing}</p>
    <p class="sentence" @pointerleave=${() => view.hover(undefined)}>
      ${model.queries.map(
        (_, index) =>
          html`<button
            type="button"
            class=${index === at ? 'word on' : 'word'}
            aria-pressed=${index === at}
            @pointerenter=${(event: PointerEvent) => {
              if (event.pointerType !== 'touch') view.hover({ side: 'query', index });
            }}
            @click=${() => view.choose({ side: 'query', index })}
          >
            ${renderQuery(model, index)}
          </button>`,
      )}
    </p>
    <p class="choose">${fill(words.looksAt, { token: queryText(model, at) })}</p>
    ${shown.map((head) => renderLine(view, head, at))}
    ${shown.length === 0 ? html`<p class="soft">${words.noHeads}</p>` : nothing}
  </div>`;
}

/** One head's line, rendered again only if its numbers, its query or its chosen word have changed. */
function renderLine(view: WeightsView, head: HeadWeights, query: number): unknown {
  const { model, store } = view;
  const decimals = Math.max(2, store.state.decimals);
  const { active } = store;
  const chosen = model.keys.findIndex((_, key) => isCell(active, head.cell(query, key)));
  const shown = [head.data, head.name, query, decimals, chosen, model.keys.join(' ')];
  return html`<div
    class="text-line"
    role="group"
    aria-label=${head.name || nothing}
    .style="--head:${headColourCss(head.head)}"
  >
    ${guard(
      shown,
      () =>
        html`${head.name ? html`<span class="head-name"><i></i>${head.name}</span>` : nothing}
          <p class="sentence shaded">
            ${model.keys.map((token, key) =>
              renderWord(store, token, head.cell(query, key), head.weight(query, key), {
                on: key === chosen,
                decimals,
              }),
            )}
          </p>`,
    )}
  </div>`;
}

function isCell(active: CellRef | undefined, cell: CellRef): boolean {
  return active?.path === cell.path && active.index.join() === cell.index.join();
}

function renderWord(
  store: TraceStore,
  token: string,
  cell: CellRef,
  weight: Computed,
  { on, decimals }: { on: boolean; decimals: number },
): TemplateResult {
  return html`<button
    type="button"
    class=${on ? 'word on' : 'word'}
    .style="--fill:${weight}"
    data-path=${cell.path}
    data-index=${cell.index.join()}
    data-value=${String(weight)}
    @click=${() => store.keep(cell)}
    @pointerenter=${(event: PointerEvent) => {
      if (event.pointerType !== 'touch') store.preview(cell);
    }}
    @pointerleave=${() => store.preview(undefined)}
    @focus=${() => store.preview(cell)}
    @blur=${() => store.preview(undefined)}
  >
    <span>${token}</span><small>${rounded(weight, decimals)}</small>
  </button>`;
}
