import { html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { fill } from '../i18n/fill.js';
import { define } from '../kit/element/define.js';
import { SignalElement } from '../kit/element/store-element.js';
import { lessonAround, textsFor } from './host.js';
import { progress } from './progress.js';
import type { LessonChoiceElement } from './prompts/choice.js';
import { promptStyles } from './prompts/styles.js';
import { verdictText } from './prompts/verdict.js';

/** What is said of a guess that a `lesson-choice` with `later` took in an earlier beat. */
export class LessonReplyElement extends SignalElement {
  static override styles = promptStyles;

  /** The id of that beat. */
  @property() to = '';

  protected override render(): TemplateResult | typeof nothing {
    const lesson = lessonAround(this);
    const choice = lesson?.querySelector<LessonChoiceElement>(
      `#${CSS.escape(this.to)} lesson-choice`,
    );
    if (!lesson || !choice) return nothing;
    const t = textsFor(lesson.language);
    const answer = progress.of(lesson.lessonName).answers[this.to];
    const reply = choice.replyTo(answer);
    if (!reply) return nothing;
    const verdict = answer?.verdict === 'wrong' ? 'wrong' : 'right';
    const said = reply.guess ? fill(t.said, { guess: reply.guess }) : t.saidNothing;
    return html`<div class="prompt ${reply.guess ? verdict : ''}">
      <p class="reply">${said} ${reply.guess ? verdictText(t, verdict) : nothing}</p>
      ${contentOf(reply.content)}
    </div>`;
  }
}

/** A copy of what an option says, without the option. */
function contentOf(option: Element): Node[] {
  const copy = option.cloneNode(true) as Element;
  copy.querySelector('summary')?.remove();
  return [...copy.childNodes];
}

define('lesson-reply', LessonReplyElement);

declare global {
  interface HTMLElementTagNameMap {
    'lesson-reply': LessonReplyElement;
  }
}
