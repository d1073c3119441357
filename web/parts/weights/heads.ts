import { html, nothing, svg, type TemplateResult } from 'lit';
import type { Computed } from '../../engine/types/computed.js';
import { FAINTEST, largestShown, pathsOf, ROW, strength } from '../../figures/lines.js';
import type { HeadWeights } from '../../figures/weights.js';
import { headColourCss } from '../../styles/head-colours.js';
import { fill } from '../../trace/names.js';
import { rounded } from '../../trace/numbers.js';
import { queryText, renderQuery } from './query.js';
import type { WeightsView } from './view.js';

const STRIP = 10; // width of one head's strip beside a token
/** The least room for words, and for words with a number beside them. */
const WORD = 76;
const NUMBERED = 118;

/** Two columns of tokens; each weight is a line, as strong as its ratio to the largest one shown. */
export function renderHeadView(view: WeightsView): TemplateResult {
  const { model, shown, store } = view;
  const words = store.t.weights;
  const keys = clamp(view.room * 0.26, shown.length === 1 ? NUMBERED : WORD, 190);
  const both = model.written.length > 0;
  const queries = both ? clamp(view.room * 0.36, 112, 250) : clamp(view.room * 0.26, WORD, 190);
  const strips = Math.max(shown.length, 1) * STRIP;
  const middle = clamp(view.room - keys - queries - 2 * strips, 60, 420);
  const rows = Math.max(model.queries.length, model.keys.length);
  const largest = largestShown(view);
  return html`<div class="head-view">
    <div
      class="columns"
      .style="--queries:${queries}px;--keys:${keys}px;--strips:${strips}px;--middle:${middle}px;--row:${ROW}px"
      @pointerleave=${() => view.hover(undefined)}
    >
      ${renderSide(view, 'query', model.queries, largest)} ${renderStrips(view, 'query', largest)}
      <svg width=${middle} height=${rows * ROW} aria-hidden="true">
        ${shown.map((head) => renderLines(view, head, middle, largest))}
      </svg>
      ${renderStrips(view, 'key', largest)} ${renderSide(view, 'key', model.keys, largest)}
    </div>
    <p class="soft">
      ${fill(words.lines, {
        largest: rounded(largest, Math.max(2, store.state.decimals)),
        percent: FAINTEST * 100,
      })}
      ${both ? words.written : nothing}
    </p>
  </div>`;
}

function renderSide(
  view: WeightsView,
  side: 'query' | 'key',
  tokens: readonly string[],
  largest: Computed,
): TemplateResult {
  return html`<div class="side ${side}">
    <span class="end">${view.store.t.axes[side]}</span>
    ${tokens.map((token, index) => {
      const on = view.focus?.side === side && view.focus.index === index;
      const isQuery = side === 'query';
      return html`<button
        type="button"
        class=${on ? 'token on' : 'token'}
        aria-pressed=${on}
        title=${isQuery ? queryText(view.model, index) : token}
        @pointerenter=${(event: PointerEvent) => {
          if (event.pointerType !== 'touch') view.hover({ side, index });
        }}
        @focus=${() => view.hover({ side, index })}
        @blur=${() => view.hover(undefined)}
        @click=${() => view.choose({ side, index })}
      >
        ${isQuery ? renderQuery(view.model, index) : token}${weightAt(view, side, index, largest)}
      </button>`;
    })}
  </div>`;
}

/** Beside what the chosen word looks at, in the one head that is shown: the number of each line. */
function weightAt(
  { focus, shown, store }: WeightsView,
  side: 'query' | 'key',
  index: number,
  largest: Computed,
): TemplateResult | typeof nothing {
  const [head] = shown;
  if (side !== 'key' || focus?.side !== 'query' || !head || shown.length > 1) return nothing;
  const weight = head.weight(focus.index, index);
  if (!(strength(weight, largest) >= FAINTEST)) return nothing;
  return html`<small>${rounded(weight, Math.max(2, store.state.decimals))}</small>`;
}

/** On the side opposite the focused token, each token has one strip per head, filled by its weight. */
function renderStrips(view: WeightsView, side: 'query' | 'key', largest: Computed): TemplateResult {
  const { focus, shown, model, store } = view;
  const count = side === 'query' ? model.queries.length : model.keys.length;
  const far = focus !== null && focus.side !== side;
  const rows = far ? Array.from({ length: count }, (_, i) => i) : [];
  return html`<div class="strips">
    ${rows.map((row) => {
      const [query, key] = focus!.side === 'query' ? [focus!.index, row] : [row, focus!.index];
      return html`<span class="strip-row" .style="--r:${row}">
        ${shown.map((head) => {
          const weight = head.weight(query, key);
          const { path, index } = head.cell(query, key);
          return html`<button
            type="button"
            tabindex="-1"
            class="strip"
            title="${head.name} ${rounded(weight, Math.max(2, store.state.decimals))}"
            .style="--head:${headColourCss(head.head)};--fill:${strength(weight, largest)}"
            data-path=${path}
            data-index=${index.join()}
            data-value=${String(weight)}
            @click=${() => store.keep({ path, index })}
          ></button>`;
        })}
      </span>`;
    })}
  </div>`;
}

function renderLines(
  view: WeightsView,
  head: HeadWeights,
  width: number,
  largest: Computed,
): TemplateResult {
  return svg`<g .style="--head:${headColourCss(head.head)}" data-head=${head.head}>${pathsOf(
    view,
    head,
    width,
    largest,
  ).map(({ d, opacity }) => svg`<path d=${d} opacity=${opacity} />`)}</g>`;
}

function clamp(value: number, low: number, high: number): number {
  return Math.round(value < low ? low : value > high ? high : value);
}
