import { css, html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { define } from '../kit/element/define.js';
import { StoreElement } from '../kit/element/store-element.js';
import { base } from '../styles/index.js';
import { isOfSentence, type Notice, type Problem } from '../trace/problem.js';
import { noticeText, problemText } from '../trace/problem-text.js';
import type { TraceStore } from '../trace/store.js';

/** Notices of what is so as long as the sentences are: they cannot be dismissed. */
const STAYS: readonly string[] = ['paddingVisible', 'wordsUnread'];

/** The problem of the last change, and notices; both are read aloud when they appear. */
export class ApProblem extends StoreElement {
  /** Without what is said at the sentences themselves. */
  @property({ type: Boolean }) besides = false;

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
    this.toggleAttribute('urgent', this.problem !== undefined);
  }

  private get problem(): Problem | undefined {
    const { problem } = this.store ?? {};
    return this.besides && problem && isOfSentence(problem) ? undefined : problem;
  }

  private get notices(): readonly Notice[] {
    const { notices = [] } = this.store ?? {};
    return this.besides ? notices.filter(({ code }) => code !== 'wordsUnread') : notices;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { store, problem, notices } = this;
    if (!store) return nothing;
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
            !STAYS.includes(notice.code),
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
