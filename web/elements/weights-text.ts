import { html, nothing, type TemplateResult } from 'lit';
import { headColourCss } from './head-colours.js';
import { rounded } from './numbers.js';
import { cellName, fill } from './speech.js';
import type { WeightsView } from './weights.js';
import type { HeadWeights } from './weights-model.js';

/** The sentence as text: choose a query, and each head's weights lie under the words it looks at. */
export function renderTextView(view: WeightsView): TemplateResult {
  const { model, store, shown } = view;
  const words = store.t.proof;
  const query = view.focus?.side === 'query' ? view.focus.index : 0;
  const at = Math.min(query, model.queries.length - 1);
  return html`<div class="text-view">
    <p class="choose">${words.chooseQuery}</p>
    <p class="sentence" @pointerleave=${() => view.hover(undefined)}>
      ${model.queries.map(
        (token, index) =>
          html`<button
            type="button"
            class=${index === at ? 'word on' : 'word'}
            aria-pressed=${index === at}
            @pointerenter=${(event: PointerEvent) => {
              if (event.pointerType !== 'touch') view.hover({ side: 'query', index });
            }}
            @click=${() => view.choose({ side: 'query', index })}
          >
            ${token}
          </button>`,
      )}
    </p>
    <p class="choose">${fill(words.looksAt, { token: model.queries[at] ?? '' })}</p>
    ${shown.map((head) => renderLine(view, head, at))}
    ${shown.length === 0 ? html`<p class="soft">${words.noHeads}</p>` : nothing}
  </div>`;
}

function renderLine(view: WeightsView, head: HeadWeights, query: number): TemplateResult {
  const { model, store } = view;
  const decimals = Math.max(2, store.state.decimals);
  return html`<div class="text-line" style="--head:${headColourCss(head.head)}">
    ${head.name ? html`<span class="head-name"><i></i>${head.name}</span>` : nothing}
    <p class="sentence shaded">
      ${model.keys.map((token, key) => {
        const weight = head.weight(query, key);
        const { path, index } = head.cell(query, key);
        const step = store.step(path);
        const on = store.active?.path === path && store.active.index.join() === index.join();
        return html`<button
          type="button"
          class=${on ? 'word on' : 'word'}
          style="--fill:${weight}"
          aria-label="${step ? cellName(store, step, index) : token}: ${rounded(weight, decimals)}"
          data-path=${path}
          data-index=${index.join()}
          data-value=${String(weight)}
          @click=${() => store.keep({ path, index })}
          @pointerenter=${(event: PointerEvent) => {
            if (event.pointerType !== 'touch') store.preview({ path, index });
          }}
          @pointerleave=${() => store.preview(undefined)}
          @focus=${() => store.preview({ path, index })}
          @blur=${() => store.preview(undefined)}
        >
          <span>${token}</span><small>${rounded(weight, decimals)}</small>
        </button>`;
      })}
    </p>
  </div>`;
}
