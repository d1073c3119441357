import { css, html, nothing, type TemplateResult } from 'lit';
import { define } from '../kit/element/define.js';
import { StoreElement } from '../kit/element/store-element.js';
import { base } from '../styles/index.js';
import { noticeText, problemText } from '../trace/problem-text.js';
import type { TraceStore } from '../trace/store.js';

/** The problem of the last change, and notices; both are read aloud when they appear. */
export class ApProblem extends StoreElement {
  static override styles = [
    base,
    css`
      .message {
        display: flex;
        align-items: baseline;
        gap: 4px 12px;
        margin: 0;
        padding: 8px 12px;
        border-inline-start: 3px solid var(--tone);
        background: var(--ap-surface);
      }
      .message + .message {
        margin-block-start: 4px;
      }
      .problem {
        --tone: var(--ap-danger);
      }
      .notice {
        --tone: var(--ap-accent);
      }
      b {
        flex: none;
        color: var(--tone);
      }
      span {
        flex: 1;
        min-inline-size: 0;
        overflow-wrap: anywhere;
      }
      button {
        flex: none;
        background: var(--ap-ground);
      }
    `,
  ];

  protected override willUpdate(): void {
    this.toggleAttribute('urgent', this.store?.problem !== undefined);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { store } = this;
    if (!store) return nothing;
    const { problem, notices } = store;
    const words = store.t.problems;
    return html`<div role="alert">
        ${
          problem
            ? this.message(store, 'problem', words.heading, problemText(store, problem), true)
            : nothing
        }
      </div>
      <div role="status">
        ${notices.map((notice) =>
          this.message(
            store,
            'notice',
            words.note,
            noticeText(store, notice),
            notice.code !== 'paddingVisible',
          ),
        )}
      </div>`;
  }

  private message(
    store: TraceStore,
    tone: string,
    name: string,
    text: string,
    goes: boolean,
  ): TemplateResult {
    return html`<div class="message ${tone}">
      <b>${name}</b><span>${text}</span>
      ${
        goes
          ? html`<button type="button" @click=${() => store.dismiss()}>
              ${store.t.problems.dismiss}
            </button>`
          : nothing
      }
    </div>`;
  }
}

define('ap-problem', ApProblem);

declare global {
  interface HTMLElementTagNameMap {
    'ap-problem': ApProblem;
  }
}
