import { html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { fill } from '../../i18n/fill.js';
import { define } from '../../kit/element/define.js';
import { holdsStill, parseCondition } from '../marking/conditions.js';
import type { Answer } from '../progress.js';
import type { Texts } from '../texts/en.js';
import { LessonPrompt, type PromptKind } from './prompt.js';
import { verdictText } from './verdict.js';

/**
 * One of several answers. Each is a `details`: its summary is the answer, its content is what is said of it; `right` marks
 * those that are right, or `check="CONDITION"` leaves it to the engine.
 */
export class LessonChoiceElement extends LessonPrompt {
  /** Says nothing of a guess yet: a `lesson-reply` does, once it was seen. */
  @property({ type: Boolean }) later = false;

  protected override get usualKind(): PromptKind {
    return 'predict';
  }

  private optionOf({ given }: Answer): HTMLDetailsElement | undefined {
    return given === undefined ? undefined : this.details[Number(given)];
  }

  private isRight(option: HTMLDetailsElement): boolean {
    const condition = option.getAttribute('check');
    if (condition === null) return option.hasAttribute('right');
    const { figure } = this;
    return figure?.isReadable === true && holdsStill(parseCondition(condition), figure);
  }

  protected override renderAnswer(_t: Texts, answer: Answer | undefined): TemplateResult {
    const chosen = answer && this.optionOf(answer);
    return html`<div class="answer" role="group" aria-labelledby="kind">
      ${this.details.map((option, i) => {
        const isChosen = option === chosen;
        const mark =
          isChosen && !this.later ? ` chosen ${answer!.verdict}` : isChosen ? ' chosen' : '';
        return html`<button
          type="button"
          class="option${mark}"
          aria-pressed=${isChosen}
          @click=${() => this.settle(this.isRight(option) ? 'right' : 'wrong', String(i))}
        >
          ${wordsOf(option)}
        </button>`;
      })}
    </div>`;
  }

  protected override renderFeedback(t: Texts, answer: Answer): TemplateResult | typeof nothing {
    const option = this.optionOf(answer);
    if (!this.later) return verdictText(t, answer.verdict);
    return option ? html`<p>${fill(t.guessed, { guess: labelOf(option).trim() })}</p>` : nothing;
  }

  protected override said(answer: Answer): Element | undefined {
    return this.later ? undefined : this.optionOf(answer);
  }

  /** What a reply says of an answer that was given earlier. */
  replyTo(answer: Answer | undefined): { guess: string; content: Element } | undefined {
    const chosen = answer && this.optionOf(answer);
    const option = chosen ?? this.details.find((one) => this.isRight(one));
    return option && { guess: chosen ? labelOf(chosen).trim() : '', content: option };
  }

  protected override show(): void {
    const at = this.details.findIndex((option) => this.isRight(option));
    this.settle('shown', this.later ? undefined : String(at));
  }
}

const labelOf = (option: Element): string =>
  option.querySelector(':scope > summary')?.textContent ?? '';

/** The same with what is raised or slanted in it. */
const wordsOf = (option: Element): Node[] => [
  ...(option.querySelector(':scope > summary')?.cloneNode(true).childNodes ?? []),
];

define('lesson-choice', LessonChoiceElement);

declare global {
  interface HTMLElementTagNameMap {
    'lesson-choice': LessonChoiceElement;
  }
}
