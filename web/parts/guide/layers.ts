import { css, html, nothing, type TemplateResult } from 'lit';
import type { Step } from '../../engine/types/index.js';
import { define } from '../../kit/element/define.js';
import { StoreElement } from '../../kit/element/store-element.js';
import { base } from '../../styles/index.js';
import { blockTitle } from '../../trace/blocks.js';
import { fill, stepTitle } from '../../trace/names.js';
import { scopeKey } from '../../trace/scopes.js';
import { attentionsOf } from '../../trace/story.js';

/** The layers before or after open: each of their attentions has a story of its own. */
export class ApLayers extends StoreElement {
  static override styles = [
    base,
    css`
      div {
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
        margin-block-start: 12px;
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const { store } = this;
    const chapter = store?.chapter;
    if (!store || (chapter?.name !== 'before' && chapter?.name !== 'after')) return nothing;
    const { steps } = chapter;
    const firstOf = (attention: string): Step =>
      steps.find((step) => scopeKey(step) === attention && !step.leaf)!;
    const attentions = attentionsOf(steps).map(firstOf);
    if (attentions.length === 0) return nothing;
    return html`<div>
      ${attentions.map((step) => {
        const block = store.blockOf(step);
        const name = block ? blockTitle(store.t, block) : stepTitle(store, step);
        return html`<button type="button" @click=${() => store.goTo(step.path)}>
          ${fill(store.t.story.openLayer, { name })}
        </button>`;
      })}
    </div>`;
  }
}

define('ap-layers', ApLayers);

declare global {
  interface HTMLElementTagNameMap {
    'ap-layers': ApLayers;
  }
}
