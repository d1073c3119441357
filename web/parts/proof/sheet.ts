import { css, html, nothing, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { define } from '../../kit/define.js';
import { StoreElement } from '../../kit/store-element.js';
import { base } from '../../styles/index.js';
import { activeText } from '../../trace/spoken.js';
import './proof.js';

/**
 * The proof of the active cell. If the panel is narrow, one line at the foot of the view names the cell and opens the
 * proof as a sheet; it must be placed in the box that it is to stay in sight with.
 */
export class ApProofSheet extends StoreElement {
  static override styles = [
    base,
    css`
      :host {
        display: block;
        min-inline-size: 0;
      }
      button {
        display: none;
      }
      @container (max-width: 959px) {
        :host {
          position: sticky;
          inset-block-end: 0;
          z-index: 15;
          margin-block-start: 16px;
          border-block-start: 1px solid var(--ap-line);
          background: var(--ap-ground);
          box-shadow: 0 -6px 24px light-dark(rgb(0 0 0 / 0.12), rgb(0 0 0 / 0.5));
        }
        button {
          display: flex;
          justify-content: space-between;
          align-items: center;
          gap: 12px;
          inline-size: 100%;
          min-block-size: 44px;
          padding-inline: 12px;
          border: 0;
          border-radius: 0;
          text-align: start;
        }
        .what {
          min-inline-size: 0;
          overflow: hidden;
          text-overflow: ellipsis;
          white-space: nowrap;
        }
        .act {
          flex: none;
          color: var(--ap-accent);
        }
        .sheet {
          max-block-size: 55dvh;
          overflow: auto;
          overscroll-behavior: contain;
          padding: 12px 12px 20px;
        }
        .sheet:not(.open) {
          display: none;
        }
      }
    `,
  ];

  @state() private open = false;

  protected override render(): TemplateResult | typeof nothing {
    const { store, open } = this;
    if (!store) return nothing;
    const words = store.t.ui;
    return html`<button
        type="button"
        aria-expanded=${open}
        aria-controls="sheet"
        @click=${() => (this.open = !open)}
      >
        <span class="what">${activeText(store) || words.proof}</span>
        <span class="act">${open ? words.closeProof : words.openProof}</span>
      </button>
      <div class=${open ? 'sheet open' : 'sheet'} id="sheet">
        <ap-proof .store=${store}></ap-proof>
      </div>`;
  }
}

define('ap-proof-sheet', ApProofSheet);

declare global {
  interface HTMLElementTagNameMap {
    'ap-proof-sheet': ApProofSheet;
  }
}
