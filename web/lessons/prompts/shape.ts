import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Step } from '../../engine/types/index.js';
import { fill } from '../../i18n/fill.js';
import { define } from '../../kit/element/define.js';
import { axisNames } from '../../trace/axes.js';
import { stepTitle } from '../../trace/names.js';
import type { TraceStore } from '../../trace/store.js';
import { shapesText } from '../answer-text.js';
import { stepsNamed } from '../marking/place.js';
import { markShape, typedShape, type Asked, type ShapeVerdict } from '../marking/shapes.js';
import type { Answer } from '../progress.js';
import type { Texts } from '../texts/en.js';
import { LessonPrompt, type PromptKind } from './prompt.js';

/** Between the shapes of several steps, as they are kept. */
const BETWEEN = ';';

/** Type the shape of a step, or of several, or its strides; each is compared with the recorded one, axis by axis. */
export class LessonShapeElement extends LessonPrompt {
  /** The step, or several with spaces between, by paths or names. */
  @property() of = '';
  /** `strides` asks for the strides. */
  @property() as = '';

  @state() private draft: readonly string[] | undefined;

  protected override get usualKind(): PromptKind {
    return 'make';
  }

  private get asked(): Asked {
    return this.as === 'strides' ? 'strides' : 'shape';
  }

  /** What stands in the fields. */
  private textsOf(answer: Answer | undefined): readonly string[] {
    return this.draft ?? answer?.given?.split(BETWEEN) ?? [];
  }

  private mark(step: Step, text = ''): ShapeVerdict {
    return markShape(step, typedShape(text) ?? [], this.asked);
  }

  protected override renderAnswer(t: Texts, answer: Answer | undefined): TemplateResult {
    const isSettled = answer !== undefined && answer.verdict !== 'wrong';
    const { store } = this.shown ?? {};
    // What the lesson asks for may not be there: that is said before anybody answers.
    const steps = store ? stepsNamed(store, this.of) : [];
    return html`<form
      class=${steps.length > 1 ? 'answer several' : 'answer'}
      @submit=${this.onSubmit}
    >
      ${steps.map((step, i) => this.renderField(t, store!, { step, i, isOne: steps.length === 1 }, answer))}
      ${isSettled ? nothing : html`<button type="submit" class="strong" ?disabled=${!store}>${t.check}</button>`}
    </form>`;
  }

  private renderField(
    t: Texts,
    store: TraceStore,
    { step, i, isOne }: { step: Step; i: number; isOne: boolean },
    answer: Answer | undefined,
  ): TemplateResult {
    const isSettled = answer !== undefined && answer.verdict !== 'wrong';
    const text = this.textsOf(answer)[i] ?? '';
    const isRight = isSettled || this.mark(step, answer?.given?.split(BETWEEN)[i]).isRight;
    const mark = !answer ? '' : isRight ? 'right' : 'wrong';
    const title = isOne ? t[this.asked] : stepTitle(store, step);
    return html`<label>
      ${title}
      <input
        class="cell ${isOne ? (answer?.verdict ?? '') : mark}"
        autocomplete="off"
        size="14"
        placeholder=${isOne ? (this.asked === 'shape' ? t.shapeHint : t.stridesHint) : ''}
        .value=${text}
        ?readonly=${isSettled}
        aria-invalid=${mark === 'wrong' || (isOne && this.refused) ? 'true' : 'false'}
        @input=${(event: Event) => this.type(i, (event.target as HTMLInputElement).value)}
      />
      ${!isOne && mark ? html`<span>${isRight ? `✓ ${t.cellRight}` : `✗ ${t.cellWrong}`}</span>` : nothing}
    </label>`;
  }

  private type(at: number, text: string): void {
    const { shown } = this;
    if (!shown) return;
    const before = this.textsOf(this.answer);
    const count = stepsNamed(shown.store, this.of).length;
    this.draft = Array.from({ length: count }, (_, i) => (i === at ? text : (before[i] ?? '')));
  }

  private readonly onSubmit = (event: Event): void => {
    event.preventDefault();
    const { shown, t } = this;
    const texts = this.textsOf(this.answer);
    if (!shown || texts.every((text) => text.trim() === '')) return;
    // What is still empty is not there yet.
    const strange = texts.find((text) => text.trim() !== '' && !typedShape(text));
    if (strange !== undefined) {
      this.refused = fill(t.noShape, { text: strange });
      return;
    }
    const isRight = stepsNamed(shown.store, this.of).every(
      (step, i) => this.mark(step, texts[i]).isRight,
    );
    this.settle(isRight ? 'right' : 'wrong', texts.join(BETWEEN));
  };

  protected override renderFeedback(t: Texts, answer: Answer): TemplateResult {
    const { shown, asked } = this;
    const verdict = this.renderVerdict(t, answer);
    if (!shown) return verdict;
    const { store } = shown;
    const steps = stepsNamed(store, this.of);
    if (answer.verdict !== 'wrong') {
      // Those of several stand in their fields.
      const said = steps.length === 1 ? shapesText(store, this.of, asked, t) : nothing;
      return html`<p>${verdict} ${said}</p>`;
    }
    const texts = answer.given?.split(BETWEEN) ?? [];
    const at = steps.findIndex((step, i) => !this.mark(step, texts[i]).isRight);
    const step = steps[Math.max(0, at)]!;
    const { mistake = 'size', axis = 0 } = this.mark(step, texts[at]);
    const { axes } = store.t;
    const names = axisNames(step).map((name) => (name ? axes[name] : ''));
    const words = { n: step[asked].length, names: names.join(', '), name: names[axis] ?? '' };
    const place = steps.length === 1 ? '' : stepTitle(store, step) + store.t.proof.colon;
    return html`<p>${verdict} ${place}${fill(t.shapeMistakes[mistake], words)}</p>`;
  }

  protected override said({ verdict }: Answer): Element | undefined {
    return verdict === 'wrong' ? undefined : this.details[0];
  }

  protected override show(): void {
    const { shown } = this;
    if (!shown) return;
    this.draft = undefined;
    const steps = stepsNamed(shown.store, this.of);
    this.settle('shown', steps.map((step) => step[this.asked].join(', ')).join(BETWEEN));
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
