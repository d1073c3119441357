import { html, nothing, type CSSResultGroup, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { SignalElement } from '../../kit/element/store-element.js';
import { whenDrawn } from '../../kit/element/when-drawn.js';
import type { LessonFigure } from '../figure.js';
import { beatAround, lessonAround, textsFor, type LessonHost } from '../host.js';
import { LessonError } from '../marking/error.js';
import { progress, type Answer, type Verdict } from '../progress.js';
import type { Texts } from '../texts/en.js';
import { promptStyles } from './styles.js';

export type PromptKind = keyof Texts['kinds'];

/**
 * What all prompts share: a question, which is their content; an answer, which is kept with the learner's progress; and what is
 * said of it. Parts of the content in `details` are said with an answer: without a script they can be opened. What a page's build
 * has written for that case alone has `data-static`.
 *
 * @slot - the question, and in `details` what is said of an answer; one with `hint` helps before
 * @fires {CustomEvent<import('../progress.js').Answer | null>} answer - it was answered, or an answer was taken back
 */
export abstract class LessonPrompt extends SignalElement {
  static override styles: CSSResultGroup = promptStyles;

  /** What a learner is asked to do: predict, do, make, break, recall from an earlier lesson, or find a mistake. */
  @property() kind: PromptKind | '' = '';

  /** What could not be read of what was typed. */
  @state() protected refused = '';

  protected abstract get usualKind(): PromptKind;
  /** Fields and buttons of the answer. */
  protected abstract renderAnswer(t: Texts, answer: Answer | undefined): TemplateResult;
  /** What is said of it. */
  protected abstract renderFeedback(t: Texts, answer: Answer): TemplateResult | typeof nothing;
  /** Answers in the learner's place. */
  protected abstract show(): void;
  /** Which of the `details` goes with an answer. */
  protected abstract said(answer: Answer): Element | undefined;

  /** Whether it can be answered in the learner's place. */
  protected get canShow(): boolean {
    return true;
  }

  protected get lesson(): LessonHost | undefined {
    return lessonAround(this);
  }

  protected get figure(): LessonFigure | undefined {
    return this.lesson?.figureFor(this);
  }

  /** The figure with its numbers. */
  protected get shown(): LessonFigure | undefined {
    const { figure } = this;
    return figure?.isThere ? figure : undefined;
  }

  protected get t(): Texts {
    return textsFor(this.lesson?.language ?? 'en');
  }

  protected get answer(): Answer | undefined {
    return progress.of(this.lesson?.lessonName ?? '').answers[beatAround(this)];
  }

  protected get details(): HTMLDetailsElement[] {
    return [
      ...this.querySelectorAll<HTMLDetailsElement>(':scope > details:not([hint], [data-static])'),
    ];
  }

  private get hints(): HTMLDetailsElement[] {
    return [...this.querySelectorAll<HTMLDetailsElement>(':scope > details[hint]')];
  }

  protected settle(verdict: Verdict, given?: string): void {
    this.refused = '';
    this.keep({ verdict, ...(given !== undefined && { given }) });
  }

  /** As if it had not been answered. */
  reset(): void {
    this.refused = '';
    this.keep(undefined);
    whenDrawn(this, () => this.focusAnswer());
  }

  /** Where the answer is given. */
  focusAnswer(): void {
    this.renderRoot.querySelector<HTMLElement>('.answer :is(button, input, select)')?.focus();
  }

  private keep(answer: Answer | undefined): void {
    const { lesson } = this;
    if (lesson) progress.answer(lesson.lessonName, beatAround(this), answer);
    this.dispatchEvent(new CustomEvent('answer', { detail: answer ?? null, bubbles: true }));
  }

  protected override render(): TemplateResult {
    const { t, answer } = this;
    this.placeDetails(answer && this.said(answer));
    return html`<section class="prompt ${answer?.verdict ?? ''}" aria-labelledby="kind">
      <p class="kind" id="kind">${t.kinds[this.kind || this.usualKind]}</p>
      <div class="question"><slot></slot></div>
      <slot name="hint"></slot>
      ${this.guarded(() => this.renderAnswer(t, answer))}
      <div class="feedback" aria-live="polite" ?hidden=${!answer && !this.refused}>
        ${this.refused ? html`<p class="refused">${this.refused}</p>` : nothing}
        ${answer ? this.guarded(() => this.renderFeedback(t, answer)) : nothing}
        <slot name="said"></slot>
      </div>
      <div class="actions">
        ${
          answer
            ? html`<button type="button" class="quiet" @click=${() => this.reset()}>
                ${answer.verdict === 'wrong' ? t.retry : t.again}
              </button>`
            : nothing
        }
        ${
          (answer && answer.verdict !== 'wrong') || !this.canShow
            ? nothing
            : html`<button type="button" class="quiet show" @click=${() => this.show()}>
                ${t.show}
              </button>`
        }
      </div>
    </section>`;
  }

  /** What is wrong in the lesson's text is said in its place. */
  private guarded(render: () => TemplateResult | typeof nothing): TemplateResult | typeof nothing {
    try {
      return render();
    } catch (error) {
      if (!(error instanceof LessonError)) throw error;
      return html`<p class="refused">${error.in(this.lesson?.language ?? 'en')}</p>`;
    }
  }

  /** The content of the one that is said goes to its slot; the others are not there until then. */
  private placeDetails(said: Element | undefined): void {
    for (const one of this.querySelectorAll<HTMLElement>('[data-static]')) one.hidden = true;
    for (const one of this.details) {
      summaryOf(one).hidden = true;
      one.open = true;
      one.slot = one === said ? 'said' : 'not-said';
    }
    for (const hint of this.hints) {
      summaryOf(hint).textContent ||= this.t.hint;
      hint.slot = 'hint';
    }
  }
}

/** Without one of its author's, a browser shows one of its own. */
function summaryOf(details: Element): HTMLElement {
  const own = details.querySelector<HTMLElement>(':scope > summary');
  if (own) return own;
  const made = document.createElement('summary');
  details.prepend(made);
  return made;
}
