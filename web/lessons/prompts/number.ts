import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { fill } from '../../i18n/fill.js';
import { define } from '../../kit/element/define.js';
import { stepTitle } from '../../trace/names.js';
import { exact } from '../../trace/numbers.js';
import type { TraceStore } from '../../trace/store.js';
import { numberText } from '../answer-text.js';
import { mistakeOf, type Mistake } from '../marking/mistakes.js';
import { isNear, typedNumber } from '../marking/numbers.js';
import { cellNamed, countsOf, stepsNamed, valueAt } from '../marking/place.js';
import type { Answer } from '../progress.js';
import type { Texts } from '../texts/en.js';
import { countText } from '../value-text.js';
import { LessonPrompt, type PromptKind } from './prompt.js';

/**
 * Type one number, which is compared with a recorded cell; a wrong one opens its arithmetic where it parts from the right one. Or
 * how many numbers some steps have.
 */
export class LessonNumberElement extends LessonPrompt {
  /** The step, by its path or its name; several with spaces between where their numbers are counted. */
  @property() of = '';
  /** The cell, by words or numbers from 0: `it, dog`. */
  @property() at = '';
  /** How far off is right; by default 0.01, and nothing where the number is whole. */
  @property({ type: Number }) within: number | null = null;
  /** `percent` asks for per cent, `count` for how many numbers the steps have. */
  @property() as = '';

  @state() private draft: string | undefined;

  protected override get usualKind(): PromptKind {
    return 'make';
  }

  private get counts(): boolean {
    return this.as === 'count';
  }

  private get isPercent(): boolean {
    return this.as === 'percent';
  }

  /** What was typed, as the number of the cell. */
  private typed(text: string): number {
    // Thousands may be set apart.
    const number = typedNumber(this.counts ? text.replace(/(?<=\d)[,，\s](?=\d)/g, '') : text);
    return this.isPercent && !text.normalize('NFKC').includes('%') ? number / 100 : number;
  }

  protected override renderAnswer(t: Texts, answer: Answer | undefined): TemplateResult {
    const isSettled = answer !== undefined && answer.verdict !== 'wrong';
    // What the lesson asks for may not be there: that is said before anybody answers.
    if (this.shown) this.look(this.shown.store);
    return html`<form class="answer" @submit=${this.onSubmit}>
      <label>
        ${t.number}${this.isPercent ? ' (%)' : ''}
        <input
          class=${answer ? `cell ${answer.verdict}` : ''}
          inputmode="text"
          autocomplete="off"
          size="8"
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
    const typed = this.typed(draft);
    if (Number.isNaN(typed)) {
      this.refused = fill(t.noNumber, { text: draft });
      return;
    }
    const { store } = shown;
    if (this.counts) {
      this.settle(countsOf(store, this.of).all === typed ? 'right' : 'wrong', draft);
      return;
    }
    const { step, index, path } = cellNamed(store, this.of, this.at);
    const isRight = isNear(valueAt(store, { path, index }), typed, this.within ?? undefined);
    this.settle(isRight ? 'right' : 'wrong', draft);
    if (isRight) return;
    // Where a wrong number parts from the right one.
    const mistake = mistakeOf(store, step, index, typed, this.within ?? undefined);
    shown.visit({ path, index }, mistake?.cell);
  };

  protected override renderFeedback(t: Texts, answer: Answer): TemplateResult | typeof nothing {
    const { shown } = this;
    if (!shown) return this.renderVerdict(t, answer);
    const { store } = shown;
    if (this.counts) return this.renderCount(t, store, answer);
    const { step, index, path } = cellNamed(store, this.of, this.at);
    if (answer.verdict === 'wrong') {
      const typed = this.typed(answer.given ?? '');
      const mistake = mistakeOf(store, step, index, typed, this.within ?? undefined);
      return html`<p>
        ${this.renderVerdict(t, answer)} ${mistake ? mistakeText(t, store, mistake) : nothing}
        ${t.seeProof}
      </p>`;
    }
    const value = valueAt(store, { path, index });
    const short = numberText(store, this.of, this.at, this.as);
    const isExact = Number.isInteger(value);
    return html`<p>
      ${this.renderVerdict(t, answer)} ${fill(t.answer, { value: short })}
      ${isExact ? nothing : html`<span class="soft">${fill(t.exactly, { value: exact(value) })}</span>`}
    </p>`;
  }

  private look(store: TraceStore): void {
    if (this.counts) countsOf(store, this.of);
    else cellNamed(store, this.of, this.at);
  }

  private renderCount(t: Texts, store: TraceStore, answer: Answer): TemplateResult {
    const { all, each } = countsOf(store, this.of);
    const verdict = this.renderVerdict(t, answer);
    if (answer.verdict !== 'wrong') {
      return html`<p>${verdict} ${fill(t.answer, { value: countText(all) })}</p>`;
    }
    const part = each.indexOf(this.typed(answer.given ?? ''));
    const step = stepsNamed(store, this.of)[part];
    return html`<p>
      ${verdict} ${step ? fill(t.mistakes.onePart, { step: stepTitle(store, step) }) : nothing}
    </p>`;
  }

  protected override said({ verdict }: Answer): Element | undefined {
    return verdict === 'wrong' ? undefined : this.details[0];
  }

  protected override show(): void {
    const { shown } = this;
    if (!shown) return;
    const { store } = shown;
    if (!this.counts) shown.visit(cellNamed(store, this.of, this.at));
    this.draft = undefined;
    this.settle('shown', numberText(store, this.of, this.at, this.as));
  }

  override reset(): void {
    this.draft = undefined;
    if (this.shown) this.shown.store.pointed.value = undefined;
    super.reset();
  }
}

/** What is known of a mistake, in words. */
export function mistakeText(
  t: Texts,
  store: TraceStore,
  { name, cell, count = 0 }: Mistake,
): string {
  const step = cell && store.step(cell.path);
  const word = (back: number): string => {
    const axis = (step?.shape.length ?? 0) - back;
    const at = cell?.index[axis] ?? 0;
    return (step && store.labels(step, axis, store.state.batch)?.[at]) ?? String(at);
  };
  return fill(t.mistakes[name], { row: word(2), column: word(1), count });
}

define('lesson-number', LessonNumberElement);

declare global {
  interface HTMLElementTagNameMap {
    'lesson-number': LessonNumberElement;
  }
}
