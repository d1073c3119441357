import { css, html, nothing, type TemplateResult } from 'lit';
import { define } from '../../kit/define.js';
import { StoreElement } from '../../kit/store-element.js';
import { base } from '../../styles/index.js';
import { stepPlace } from '../../trace/names.js';
import { words } from './texts/index.js';

/** If the map is above the work: a button back to it, with the step's place in it. */
export class ApMapBack extends StoreElement {
  static override styles = [
    base,
    css`
      button {
        display: flex;
        align-items: center;
        gap: 0.5em;
        inline-size: 100%;
        min-block-size: 40px;
        padding-inline: var(--ap-gap);
        border: 0;
        border-block-end: 1px solid var(--ap-line);
        border-radius: 0;
        background: var(--ap-ground);
        font-size: var(--ap-text-s);
        text-align: start;
        white-space: nowrap;
      }
      .to {
        color: var(--ap-accent);
      }
      .place {
        min-inline-size: 0;
        overflow: hidden;
        color: var(--ap-ink-soft);
        text-overflow: ellipsis;
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const { store } = this;
    if (!store?.current) return nothing;
    return html`<button type="button" @click=${this.go}>
      <span class="to"><span aria-hidden="true">↑</span> ${words[store.state.lang].back}</span>
      <span class="place">${stepPlace(store, store.current)}</span>
    </button>`;
  }

  private readonly go = (): void => {
    const root = this.getRootNode() as ShadowRoot;
    void root.querySelector('ap-map')?.reveal();
  };
}

define('ap-map-back', ApMapBack);

declare global {
  interface HTMLElementTagNameMap {
    'ap-map-back': ApMapBack;
  }
}
