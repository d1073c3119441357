import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { fill } from '../../i18n/fill.js';
import { define } from '../../kit/element/define.js';
import { whenDrawn } from '../../kit/element/when-drawn.js';
import { stepTitle } from '../../trace/names.js';
import type { TraceStore } from '../../trace/store.js';
import { inOrder, outOfOrder } from '../answer-text.js';
import { namesIn, stepNamed } from '../marking/place.js';
import type { Answer } from '../progress.js';
import type { Texts } from '../texts/en.js';
import { LessonPrompt, type PromptKind } from './prompt.js';
import { verdictText } from './verdict.js';

/** Put steps into the order in which the engine ran them. */
export class LessonOrderElement extends LessonPrompt {
  /** Names or paths of steps, separated by spaces. */
  @property() steps = '';

  @state() private draft: readonly string[] | undefined;

  protected override get usualKind(): PromptKind {
    return 'make';
  }

  private get names(): string[] {
    return namesIn(this.steps);
  }

  private inOrder(store: TraceStore): string[] {
    return inOrder(store, this.names);
  }

  protected override renderAnswer(t: Texts, answer: Answer | undefined): TemplateResult {
    const { shown } = this;
    if (!shown) return html`<div class="answer"></div>`;
    const { store } = shown;
    const isSettled = answer !== undefined && answer.verdict !== 'wrong';
    const order = this.draft ?? answer?.given?.split(' ') ?? outOfOrder(store, this.names);
    const title = (name: string): string => stepTitle(store, stepNamed(store, name));
    const arrow = (name: string, i: number, by: 1 | -1): TemplateResult | typeof nothing => {
      const label = fill(by < 0 ? t.up : t.down, { item: title(name) });
      const isLast = by < 0 ? i === 0 : i === order.length - 1;
      return html`<button
        type="button"
        aria-label=${label}
        ?disabled=${isLast}
        @click=${() => this.move(order, i, by)}
      >
        ${by < 0 ? '↑' : '↓'}
      </button>`;
    };
    return html`<div class="answer">
      <ol>
        ${repeat(
          order,
          (name) => name,
          (name, i) =>
            html`<li data-name=${name}>
              <span>${i + 1}. ${title(name)}</span>
              ${isSettled ? nothing : html`${arrow(name, i, -1)}${arrow(name, i, 1)}`}
            </li>`,
        )}
      </ol>
      ${
        isSettled
          ? nothing
          : html`<button type="button" class="strong" @click=${() => this.check(store, order)}>
              ${t.check}
            </button>`
      }
    </div>`;
  }

  private move(order: readonly string[], from: number, by: 1 | -1): void {
    const name = order[from]!;
    const next = order.filter((one) => one !== name);
    next.splice(from + by, 0, name);
    this.draft = next;
    // The focus goes with what was moved.
    whenDrawn(this, () => {
      const item = this.renderRoot.querySelector(`[data-name="${name}"]`);
      const buttons = [...(item?.querySelectorAll('button') ?? [])];
      const same = buttons[by < 0 ? 0 : 1];
      (same?.disabled ? buttons.find(({ disabled }) => !disabled) : same)?.focus();
    });
  }

  private check(store: TraceStore, order: readonly string[]): void {
    const isRight = order.join() === this.inOrder(store).join();
    this.settle(isRight ? 'right' : 'wrong', order.join(' '));
  }

  protected override renderFeedback(t: Texts, answer: Answer): TemplateResult {
    const { shown } = this;
    const verdict = verdictText(t, answer.verdict);
    if (!shown || answer.verdict !== 'wrong') return html`<p>${verdict}</p>`;
    const { store } = shown;
    const right = this.inOrder(store);
    const wrong = answer.given?.split(' ').find((name, i) => name !== right[i]) ?? '';
    const item = stepTitle(store, stepNamed(store, wrong));
    return html`<p>${verdict} ${fill(t.orderWrong, { item })}</p>`;
  }

  protected override said({ verdict }: Answer): Element | undefined {
    return verdict === 'wrong' ? undefined : this.details[0];
  }

  protected override show(): void {
    const { shown } = this;
    if (!shown) return;
    this.draft = undefined;
    this.settle('shown', this.inOrder(shown.store).join(' '));
  }

  override reset(): void {
    this.draft = undefined;
    super.reset();
  }
}

define('lesson-order', LessonOrderElement);

declare global {
  interface HTMLElementTagNameMap {
    'lesson-order': LessonOrderElement;
  }
}
