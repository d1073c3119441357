import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Step } from '../../engine/types/index.js';
import { weightsModel, type WeightsModel } from '../../figures/weights.js';
import { define } from '../../kit/element/define.js';
import { isPlain } from '../../kit/input/keys.js';
import { StoreElement } from '../../kit/element/store-element.js';
import { inItsTurn } from '../../kit/element/turns.js';
import { headColourCss } from '../../styles/head-colours.js';
import type { TraceStore } from '../../trace/store.js';
import { renderHeadView } from './heads.js';
import { weightsStyles } from './styles.js';
import { renderTextView } from './text.js';
import type { Focus, WeightsView } from './view.js';

/** Attention weights as a matrix, as lines between two columns of tokens, and as text; one selection for all. */
export class ApWeights extends StoreElement {
  static override styles = weightsStyles;

  @property() path = '';
  @property({ type: Number }) room = 640;
  @state() private hovered: Focus | undefined;

  protected override scheduleUpdate(): void | Promise<unknown> {
    return inItsTurn(this, () => super.scheduleUpdate());
  }

  protected override render(): TemplateResult | typeof nothing {
    const { store } = this;
    const step = store?.step(this.path);
    if (!store || !step) return nothing;
    const model = weightsModel(store, step);
    return html`<div class="views role-${step.role}">${this.renderView(store, step, model)}</div>`;
  }

  protected renderView(store: TraceStore, step: Step, model: WeightsModel): TemplateResult {
    const hidden = store.state.hiddenHeads;
    const view: WeightsView = {
      store,
      model,
      shown: model.heads.filter((one) => !hidden.includes(one.head)),
      focus: this.hovered ?? store.state.focusToken ?? queryOf(store, step),
      room: this.room,
      hover: (focus) => (this.hovered = focus),
      choose: (focus) => this.choose(store, model, focus),
    };
    return html`${this.renderHeads(store, model)}
    ${store.weightsView === 'heads' ? renderHeadView(view) : renderTextView(view)}`;
  }

  private choose(store: TraceStore, model: WeightsModel, focus: Focus): void {
    const old = store.state.focusToken;
    const same = old?.side === focus?.side && old?.index === focus?.index;
    this.hovered = undefined;
    store.updateView({ focusToken: same ? null : focus });
    if (focus?.side === 'query' && !same) keepStrongest(store, model, focus.index);
  }

  /** To the chosen word, or the first. */
  override focus(): void {
    const words = [...this.renderRoot.querySelectorAll<HTMLElement>('.token, .word')];
    (words.find((word) => word.matches('.on')) ?? words[0])?.focus();
  }

  /** Which heads are shown. */
  protected renderHeads(store: TraceStore, model: WeightsModel): TemplateResult | typeof nothing {
    if (model.heads.length < 2) return nothing;
    const words = store.t.weights;
    return html`<div class="heads" role="group" aria-label=${words.heads}>
      ${model.heads.map(
        (one) =>
          html`<button
            type="button"
            class="tool head"
            .style="--head:${headColourCss(one.head)}"
            title=${words.headHint}
            aria-pressed=${!store.state.hiddenHeads.includes(one.head)}
            @click=${() => toggle(store, one.head)}
            @dblclick=${() => solo(store, model, one.head)}
            @keydown=${(event: KeyboardEvent) => {
              if (isPlain(event) && /^s$/i.test(event.key)) solo(store, model, one.head);
            }}
          >
            <i></i>${one.name}
          </button>`,
      )}
      <span class="soft">${words.headHint}</span>
    </div>`;
  }
}

/** What is said and proved is of the chosen word, and of the word that it looks at most, in the head shown. */
function keepStrongest(store: TraceStore, model: WeightsModel, query: number): void {
  const head = model.heads.find((one) => one.head === store.state.head) ?? model.heads[0]!;
  store.keepLargest(head.cell(query, 0));
}

/** The query of the kept cell. */
function queryOf({ kept }: TraceStore, step: Step): Focus {
  const axis = step.axes.indexOf('query');
  const at = kept?.path === step.path ? kept.index[axis] : undefined;
  return at === undefined ? null : { side: 'query', index: at };
}

function toggle(store: TraceStore, head: number): void {
  const { hiddenHeads } = store.state;
  const next = hiddenHeads.includes(head)
    ? hiddenHeads.filter((one) => one !== head)
    : [...hiddenHeads, head].sort((a, b) => a - b);
  store.updateView({ hiddenHeads: next });
}

/** Shows only one head; all of them if it is already the only one. */
function solo(store: TraceStore, model: WeightsModel, head: number): void {
  const others = model.heads.map((one) => one.head).filter((one) => one !== head);
  const { hiddenHeads } = store.state;
  const alone = hiddenHeads.length === others.length && !hiddenHeads.includes(head);
  store.updateView({ hiddenHeads: alone ? [] : others });
}

define('ap-weights', ApWeights);

declare global {
  interface HTMLElementTagNameMap {
    'ap-weights': ApWeights;
  }
}
