import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { fill } from '../../i18n/fill.js';
import { define } from '../../kit/element/define.js';
import { axisNames } from '../../trace/axes.js';
import { shapeText } from '../answer-text.js';
import { stepNamed } from '../marking/place.js';
import { markShape, typedShape } from '../marking/shapes.js';
import type { Answer } from '../progress.js';
import type { Texts } from '../texts/en.js';
import { LessonPrompt, type PromptKind } from './prompt.js';

/** Type the shape of a step, which is compared with the recorded one, axis by axis. */
export class LessonShapeElement extends LessonPrompt {
  /** The step, by its path or its name. */
  @property() of = '';

  @state() private draft: string | undefined;

  protected override get usualKind(): PromptKind {
    return 'make';
  }

  protected override renderAnswer(t: Texts, answer: Answer | undefined): TemplateResult {
    const isSettled = answer !== undefined && answer.verdict !== 'wrong';
    // What the lesson asks for may not be there: that is said before anybody answers.
    if (this.shown) stepNamed(this.shown.store, this.of);
    return html`<form class="answer" @submit=${this.onSubmit}>
      <label>
        ${t.shape}
        <input
          class=${answer ? `cell ${answer.verdict}` : ''}
          autocomplete="off"
          size="14"
          placeholder=${t.shapeHint}
          .value=${this.draft ?? answer?.given ?? ''}
          ?readonly=${isSettled}
          aria-invalid=${answer?.verdict === 'wrong' || this.refused ? 'true' : 'false'}
          @input=${(event: Event) => (this.draft = (event.target as HTMLInputElement).value)}
        />
      </label>
      ${isSettled ? nothing : html`<button type="submit" class="strong" ?disabled=${!this.shown}>${t.check}</button>`}
    </form>`;
  }

  private readonly onSubmit = (event: Event): void => {
    event.preventDefault();
    const { draft = this.answer?.given ?? '', shown, t } = this;
    if (!shown || draft.trim() === '') return;
    const typed = typedShape(draft);
    if (!typed) {
      this.refused = fill(t.noShape, { text: draft });
      return;
    }
    const { isRight } = markShape(stepNamed(shown.store, this.of), typed);
    this.settle(isRight ? 'right' : 'wrong', draft);
  };

  protected override renderFeedback(t: Texts, answer: Answer): TemplateResult {
    const { shown } = this;
    const verdict = this.renderVerdict(t, answer);
    if (!shown) return verdict;
    const step = stepNamed(shown.store, this.of);
    if (answer.verdict !== 'wrong') {
      const shape = shapeText(shown.store, this.of);
      return html`<p>${verdict} ${fill(t.shapeAnswer, { shape })}</p>`;
    }
    const { axes } = shown.store.t;
    const names = axisNames(step).map((name) => (name ? axes[name] : ''));
    const { mistake = 'size', axis = 0 } = markShape(step, typedShape(answer.given ?? '') ?? []);
    const words = { n: step.shape.length, names: names.join(', '), name: names[axis] ?? '' };
    return html`<p>${verdict} ${fill(t.shapeMistakes[mistake], words)}</p>`;
  }

  protected override said({ verdict }: Answer): Element | undefined {
    return verdict === 'wrong' ? undefined : this.details[0];
  }

  protected override show(): void {
    const { shown } = this;
    if (!shown) return;
    this.draft = undefined;
    this.settle('shown', stepNamed(shown.store, this.of).shape.join(', '));
  }

  override reset(): void {
    this.draft = undefined;
    super.reset();
  }
}

define('lesson-shape', LessonShapeElement);

declare global {
  interface HTMLElementTagNameMap {
    'lesson-shape': LessonShapeElement;
  }
}
