import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { fill } from '../../i18n/fill.js';
import { define } from '../../kit/element/define.js';
import { told } from '../../trace/numbers.js';
import { rowText } from '../answer-text.js';
import { isNear, typedNumber } from '../marking/numbers.js';
import { rowNamed } from '../marking/place.js';
import type { Answer } from '../progress.js';
import type { Texts } from '../texts/en.js';
import { LessonPrompt, type PromptKind } from './prompt.js';

/** Type a whole row, which is compared with a recorded one, cell by cell. */
export class LessonRowElement extends LessonPrompt {
  /** The step, by its path or its name. */
  @property() of = '';
  /** The row, by a word or a number from 0: `good`. */
  @property() at = '';
  /** How far off is right; by default 0.01, and nothing where a number is whole. */
  @property({ type: Number }) within: number | null = null;

  @state() private draft: readonly string[] | undefined;

  protected override get usualKind(): PromptKind {
    return 'make';
  }

  /** Which cells of an answer are right. */
  private marks({ given }: Answer): readonly boolean[] {
    const { shown, within } = this;
    if (!shown || given === undefined) return [];
    const { values } = rowNamed(shown.store, this.of, this.at);
    const typed = given.split(';').map(typedNumber);
    return values.map((value, i) => isNear(value, typed[i] ?? NaN, within ?? undefined));
  }

  protected override renderAnswer(t: Texts, answer: Answer | undefined): TemplateResult {
    const { shown } = this;
    if (!shown) return html`<div class="answer"></div>`;
    const { values, words } = rowNamed(shown.store, this.of, this.at);
    const isSettled = answer !== undefined && answer.verdict !== 'wrong';
    const marks = answer && answer.verdict !== 'shown' ? this.marks(answer) : [];
    const texts = this.draft ?? answer?.given?.split(';') ?? [];
    return html`<form class="answer" @submit=${this.onSubmit}>
      ${values.map((_, i) => {
        const mark = marks[i] === undefined ? '' : marks[i] ? 'right' : 'wrong';
        return html`<label>
          ${words?.[i] ?? String(i)}
          <input
            class="cell ${mark}"
            autocomplete="off"
            size="4"
            .value=${texts[i] ?? ''}
            ?readonly=${isSettled}
            aria-invalid=${mark === 'wrong' ? 'true' : 'false'}
            @input=${(event: Event) => this.type(i, (event.target as HTMLInputElement).value)}
          />
          ${mark ? html`<span>${mark === 'right' ? `✓ ${t.cellRight}` : `✗ ${t.cellWrong}`}</span>` : nothing}
        </label>`;
      })}
      ${isSettled ? nothing : html`<button type="submit" class="strong">${t.check}</button>`}
    </form>`;
  }

  private type(at: number, text: string): void {
    const { shown } = this;
    if (!shown) return;
    const { values } = rowNamed(shown.store, this.of, this.at);
    const before = this.draft ?? this.answer?.given?.split(';') ?? [];
    this.draft = values.map((_, i) => (i === at ? text : (before[i] ?? '')));
  }

  private readonly onSubmit = (event: Event): void => {
    event.preventDefault();
    const { draft, shown, t } = this;
    if (!shown || !draft) return;
    const wrong = draft.find((text) => Number.isNaN(typedNumber(text)));
    if (wrong !== undefined) {
      this.refused = fill(t.noNumber, { text: wrong });
      return;
    }
    const given = draft.map((text) => text.replaceAll(';', ' ').trim()).join(';');
    const marks = this.marks({ verdict: 'wrong', given });
    const at = marks.indexOf(false);
    this.settle(at < 0 ? 'right' : 'wrong', given);
    if (at < 0) return;
    const { step, index } = rowNamed(shown.store, this.of, this.at);
    shown.visit({ path: step.path, index: [...index.slice(0, -1), at] });
  };

  protected override renderFeedback(t: Texts, answer: Answer): TemplateResult {
    const { shown } = this;
    if (!shown || answer.verdict === 'wrong') {
      return html`<p>${this.renderVerdict(t, answer)} ${t.seeProof}</p>`;
    }
    const { store } = shown;
    const values = rowText(store, this.of, this.at);
    return html`<p>${this.renderVerdict(t, answer)} ${fill(t.rowAnswer, { values })}</p>`;
  }

  protected override said({ verdict }: Answer): Element | undefined {
    return verdict === 'wrong' ? undefined : this.details[0];
  }

  protected override show(): void {
    const { shown } = this;
    if (!shown) return;
    const { store } = shown;
    const { step, index, values } = rowNamed(store, this.of, this.at);
    shown.visit({ path: step.path, index });
    this.draft = undefined;
    this.settle('shown', values.map((value) => told(value, store.state.decimals)).join(';'));
  }

  override reset(): void {
    this.draft = undefined;
    super.reset();
  }
}

define('lesson-row', LessonRowElement);

declare global {
  interface HTMLElementTagNameMap {
    'lesson-row': LessonRowElement;
  }
}
