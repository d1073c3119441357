import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Step } from '../../engine/types/index.js';
import { define } from '../../kit/element/define.js';
import { StoreElement } from '../../kit/element/store-element.js';
import { notation } from '../../kit/formulas/tex.js';
import { layoutOf, thumbnailSize, Thumbnails } from '../../kit/drawing/thumbnails.js';
import { afterFigures } from '../../kit/element/turns.js';
import { roleColours } from '../../styles/controls.js';
import { base } from '../../styles/index.js';
import { blockTitle, blockWith, type Block } from '../../trace/blocks.js';
import { blockLength, fill, originText, stepTitle } from '../../trace/names.js';
import { hueOf } from '../../trace/operations.js';
import { shapeText, spokenShape } from '../../trace/shapes.js';
import type { TraceStore } from '../../trace/store.js';
import { walkStyles } from './styles.js';

/** Every step as a small card, in the order of execution: symbol, name, shape and a picture of its numbers. */
export class ApWalk extends StoreElement {
  static override styles = [base, roleColours, walkStyles];

  /** Blocks that were opened or closed by hand since the current block last changed. */
  @state() private toggled: { around: string; ids: ReadonlySet<string> } | undefined;
  private readonly thumbnails = new Thumbnails();

  override connectedCallback(): void {
    super.connectedCallback();
    this.thumbnails.connect();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.thumbnails.disconnect();
  }

  protected override scheduleUpdate(): void | Promise<unknown> {
    return afterFigures(this, () => super.scheduleUpdate());
  }

  protected override render(): TemplateResult | typeof nothing {
    const { store } = this;
    if (!store || store.walked.length === 0) return nothing;
    const words = store.t.ui;
    return html`<section aria-labelledby="walk">
      <h2 id="walk">${words.walk}</h2>
      <p class="hint soft">${words.walkHint}</p>
      ${store.walksByBlock ? this.renderBlocks(store) : this.renderCards(store, store.walked)}
    </section>`;
  }

  private renderCards(store: TraceStore, steps: readonly Step[]): TemplateResult {
    return html`<ol>
      ${repeat(
        steps,
        (step) => step.path,
        (step) => html`<li>${this.renderCard(store, step)}</li>`,
      )}
    </ol>`;
  }

  /** In a long walk only the current block is unfolded, and those that the user opens. */
  private renderBlocks(store: TraceStore): TemplateResult {
    const around = blockWith(store.blocks, store.state.step)?.id ?? '';
    const toggled = this.toggled?.around === around ? this.toggled.ids : new Set<string>();
    return html`${repeat(
      store.blocks,
      ({ id }) => id,
      (block) =>
        this.renderBlock(store, block, (block.id === around) !== toggled.has(block.id), () => {
          const ids = new Set(toggled);
          if (!ids.delete(block.id)) ids.add(block.id);
          this.toggled = { around, ids };
        }),
    )}`;
  }

  private renderBlock(
    store: TraceStore,
    block: Block,
    open: boolean,
    toggle: () => void,
  ): TemplateResult {
    return html`<h3>
        <button
          type="button"
          class="block"
          aria-expanded=${open}
          data-block=${block.id}
          @click=${toggle}
        >
          <span aria-hidden="true">${open ? '▾' : '▸'}</span>
          ${blockTitle(store.t, block)}
          <span class="soft">${blockLength(store, block)}</span>
        </button>
      </h3>
      ${open ? this.renderCards(store, block.steps) : nothing}`;
  }

  private renderCard(store: TraceStore, step: Step): TemplateResult {
    const words = store.t.ui;
    const { width, height } = thumbnailSize(layoutOf(store, step));
    const origin = originText(store, step);
    return html`<button
      type="button"
      class="card role-${hueOf(step)} ${step.leaf ? 'leaf' : ''}"
      data-step=${step.path}
      data-shape=${step.shape.join()}
      aria-current=${step.path === store.state.step ? 'step' : nothing}
      @click=${() => this.open(store, step)}
    >
      <span class="head">
        <span class="symbol" aria-hidden="true">${notation(step.notation.symbol)}</span>
        <span class="title">${stepTitle(store, step)}</span>
      </span>
      <span class="shape" title=${spokenShape(store, step)}>
        <span aria-hidden="true">${shapeText(step)}</span>
        <span class="only-read-aloud">${spokenShape(store, step)}</span>
      </span>
      <span class="thumb" aria-hidden="true"
        ><canvas data-path=${step.path} .style="width:${width}px;height:${height}px"></canvas
      ></span>
      ${origin ? html`<span class="note soft">${origin}</span>` : nothing}
      ${
        step.edits > 0
          ? html`<span class="note edited">${fill(words.edited, { n: step.edits })}</span>`
          : nothing
      }
    </button>`;
  }

  private open(store: TraceStore, step: Step): void {
    store.goTo(step.path);
    this.dispatchEvent(new CustomEvent('ap-open', { bubbles: true, composed: true }));
  }

  protected override updated(_changed: PropertyValues<this>): void {
    this.thumbnails.store = this.store;
    this.thumbnails.watch(this.renderRoot.querySelectorAll('canvas'));
  }
}

define('ap-walk', ApWalk);

declare global {
  interface HTMLElementTagNameMap {
    'ap-walk': ApWalk;
  }
}
