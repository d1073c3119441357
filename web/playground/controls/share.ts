import { css, html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { define } from '../../kit/element/define.js';
import { StoreElement } from '../../kit/element/store-element.js';
import { copyText } from '../../kit/input/copy-text.js';
import { base } from '../../styles/index.js';
import { writeHash } from '../address.js';
import { embedCode } from '../embed-code.js';
import type { PlaygroundStore } from '../store.js';

/** Copies what shows the same elsewhere, and says whether it could. */
export class ApShare extends StoreElement<PlaygroundStore> {
  static override styles = [
    base,
    css`
      :host {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 6px;
      }
    `,
  ];

  /** The page that opens the present state; without one there is no link to it. */
  @property({ attribute: false }) page = '';
  /** Whether the last text was copied, and the state that it was of. */
  @state() private copied: { of: string; done: boolean } | undefined;

  protected override render(): TemplateResult | typeof nothing {
    const { store, page, copied } = this;
    if (!store) return nothing;
    const words = store.t.settingsPanel;
    const { copied: yes, notCopied: no } = store.t.proof;
    const said = copied?.of === writeHash(store.state) ? (copied.done ? yes : no) : '';
    return html`${
        page
          ? html`<button type="button" @click=${() => this.copy(store, linkTo(store, page))}>
              ${words.copyLink}
            </button>`
          : nothing
      }
      <button type="button" @click=${() => this.copy(store, embedCode(store.state))}>
        ${words.copyEmbed}
      </button>
      <span role="status">${said}</span>`;
  }

  private async copy({ state }: PlaygroundStore, text: string): Promise<void> {
    const of = writeHash(state);
    this.copied = { of, done: await copyText(text) };
  }
}

function linkTo({ state }: PlaygroundStore, page: string): string {
  const address = new URL(page);
  address.hash = writeHash(state);
  return address.href;
}

define('ap-share', ApShare);

declare global {
  interface HTMLElementTagNameMap {
    'ap-share': ApShare;
  }
}
