import { html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { define } from '../../kit/element/define.js';
import { holds, holdsStill, parseCondition } from '../marking/conditions.js';
import type { Answer } from '../progress.js';
import type { Texts } from '../texts/en.js';
import { LessonPrompt, type PromptKind } from './prompt.js';
import { verdictText } from './verdict.js';

/** Change the live figure until a condition holds: it completes itself when that was really done. */
export class LessonTaskElement extends LessonPrompt {
  /** What is waited for: `argmax(weights, it) = bread`; several joined by `and`. */
  @property() until = '';
  /** The settings that show it, as in an address, laid over those of the beat; without them nothing shows it. */
  @property({ attribute: 'shown' }) shows: string | null = null;

  private isDone = false;
  private wasAsked = false;
  /** Whether it was done before it was to be done once more, as a trained model stays trained: it has to be undone first. */
  private isOld = false;

  protected override get usualKind(): PromptKind {
    return 'do';
  }

  protected override get canShow(): boolean {
    return this.shows !== null;
  }

  protected override renderAnswer(t: Texts, answer: Answer | undefined): TemplateResult {
    const { figure } = this;
    const conditions = parseCondition(this.until);
    const isSettled = figure !== undefined && figure.isReadable && figure.isSettled;
    // It could be asked once: now a learner may have taken away what it is about.
    const isDone = isSettled && (this.wasAsked ? holdsStill : holds)(conditions, figure);
    if (isSettled) this.wasAsked = true;
    if (isSettled && !isDone) this.isOld = false;
    this.isDone = isDone && !this.isOld;
    // Whoever has lost the way begins anew.
    const isChanged = !answer && this.shown?.store.canUndo === true;
    return html`${
      isChanged
        ? html`<button type="button" class="quiet over" @click=${this.startOver}>
            ${t.startOver}
          </button>`
        : nothing
    }`;
  }

  protected override updated(): void {
    if (this.isDone && !this.answer) this.settle('right');
  }

  protected override renderFeedback(t: Texts, { verdict }: Answer): TemplateResult {
    return html`<p>${verdictText(t, verdict, verdict === 'right' ? t.taskDone : t.shown)}</p>`;
  }

  protected override said(): Element | undefined {
    return this.details[0];
  }

  private readonly startOver = (): void => this.lesson?.showState(this, '');

  protected override show(): void {
    this.settle('shown');
    this.lesson?.showState(this, this.shows ?? '');
  }

  override reset(): void {
    this.isOld = true;
    this.lesson?.showState(this, '');
    super.reset();
  }
}

define('lesson-task', LessonTaskElement);

declare global {
  interface HTMLElementTagNameMap {
    'lesson-task': LessonTaskElement;
  }
}
