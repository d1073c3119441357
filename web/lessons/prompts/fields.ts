import { html, nothing, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import type { TraceStore } from '../../trace/store.js';
import type { LessonFigure } from '../figure.js';
import type { Answer } from '../progress.js';
import type { Texts } from '../texts/en.js';
import { LessonPrompt, type PromptKind } from './prompt.js';
import { verdictText } from './verdict.js';

/** Between the texts of several fields, as they are kept. */
const BETWEEN = ';';

/** Where a part of an answer is typed. */
export interface Field {
  label: string;
  /** In letters. */
  size: number;
  /** What it takes, until something stands there. */
  hint?: string;
}

/** What prompts share that are answered by typing: one field, or several that are marked one by one. */
export abstract class LessonFields extends LessonPrompt {
  @state() private draft: readonly string[] | undefined;

  /** In their order; none if only the figure knows them. If it has not what the lesson asks for, the error says so. */
  protected abstract fieldsOf(store: TraceStore | undefined, t: Texts): readonly Field[];
  /** Why a text that is not empty cannot be read. */
  protected abstract refusalOf(text: string, t: Texts): string | undefined;
  /** Which of the texts are right. */
  protected abstract marksOf(store: TraceStore, texts: readonly string[]): readonly boolean[];
  protected abstract rightTextsOf(store: TraceStore): readonly string[];
  /** What is said of an answer, once the figure is there. */
  protected abstract renderSaid(t: Texts, store: TraceStore, answer: Answer): TemplateResult;

  protected override get usualKind(): PromptKind {
    return 'make';
  }

  /** Leads to the place in the figure that the answer is about: where it is shown, or where the field `wrongAt` goes wrong. */
  protected lookAt(_shown: LessonFigure, _wrongAt?: number, _text?: string): void {}

  protected textsOf(answer: Answer): readonly string[] {
    return answer.given?.split(BETWEEN) ?? [];
  }

  /** What stands in the fields. */
  private get texts(): readonly string[] {
    return this.draft ?? (this.answer ? this.textsOf(this.answer) : []);
  }

  protected override renderAnswer(t: Texts, answer: Answer | undefined): TemplateResult {
    const { store } = this.shown ?? {};
    const fields = this.fieldsOf(store, t);
    if (fields.length === 0) return html`<div class="answer"></div>`;
    const isSettled = answer !== undefined && answer.verdict !== 'wrong';
    const isMarked = fields.length > 1 && answer !== undefined && answer.verdict !== 'shown';
    const marks = isMarked && store ? this.marksOf(store, this.textsOf(answer)) : [];
    return html`<form class="answer" @submit=${this.onSubmit}>
      ${fields.map((field, i) => this.renderField(t, answer, field, i, marks[i]))}
      ${isSettled ? nothing : html`<button type="submit" class="strong" ?disabled=${!store}>${t.check}</button>`}
    </form>`;
  }

  /** One of several has its own mark; the verdict on the only one stands below. */
  private renderField(
    t: Texts,
    answer: Answer | undefined,
    { label, size, hint = '' }: Field,
    at: number,
    isRight: boolean | undefined,
  ): TemplateResult {
    const isOnly = isRight === undefined;
    const mark = isOnly ? (answer?.verdict ?? '') : isRight ? 'right' : 'wrong';
    return html`<label>
      ${label}
      <input
        class="cell ${mark}"
        autocomplete="off"
        size=${size}
        placeholder=${hint}
        .value=${this.texts[at] ?? ''}
        ?readonly=${answer !== undefined && answer.verdict !== 'wrong'}
        aria-invalid=${mark === 'wrong' || (isOnly && this.refused) ? 'true' : 'false'}
        @input=${(event: Event) => this.type(at, (event.target as HTMLInputElement).value)}
      />
      ${isOnly ? nothing : html`<span>${isRight ? `✓ ${t.cellRight}` : `✗ ${t.cellWrong}`}</span>`}
    </label>`;
  }

  private type(at: number, text: string): void {
    const { texts } = this;
    const fields = this.fieldsOf(this.shown?.store, this.t);
    this.draft = fields.map((_, i) => (i === at ? text : (texts[i] ?? '')));
  }

  private readonly onSubmit = (event: Event): void => {
    event.preventDefault();
    const { shown, t } = this;
    const texts = this.texts.map((text) => text.replaceAll(BETWEEN, ' ').trim());
    if (!shown || texts.every((text) => text === '')) return;
    // What is still empty is not right yet.
    const refusals = texts.map((text) => (text === '' ? undefined : this.refusalOf(text, t)));
    const refusal = refusals.find((one) => one !== undefined);
    if (refusal !== undefined) {
      this.refused = refusal;
      return;
    }
    const wrongAt = this.marksOf(shown.store, texts).indexOf(false);
    this.settle(wrongAt < 0 ? 'right' : 'wrong', texts.join(BETWEEN));
    if (wrongAt >= 0) this.lookAt(shown, wrongAt, texts[wrongAt]);
  };

  protected override renderFeedback(t: Texts, answer: Answer): TemplateResult {
    const { shown } = this;
    return shown ? this.renderSaid(t, shown.store, answer) : verdictText(t, answer.verdict);
  }

  protected override said({ verdict }: Answer): Element | undefined {
    return verdict === 'wrong' ? undefined : this.details[0];
  }

  protected override show(): void {
    const { shown } = this;
    if (!shown) return;
    const texts = this.rightTextsOf(shown.store);
    this.draft = undefined;
    this.lookAt(shown);
    this.settle('shown', texts.join(BETWEEN));
  }

  override reset(): void {
    this.draft = undefined;
    if (this.shown) this.shown.store.pointed.value = undefined;
    super.reset();
  }
}
