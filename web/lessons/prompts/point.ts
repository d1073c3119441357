import { html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { define } from '../../kit/element/define.js';
import { visit } from '../../trace/visit.js';
import type { CellRef } from '../../trace/cells.js';
import { holds, parseCondition } from '../marking/conditions.js';
import { cellNamed } from '../marking/place.js';
import { wordsOf } from '../marking/words.js';
import type { Answer } from '../progress.js';
import type { Texts } from '../texts/en.js';
import { LessonPrompt, type PromptKind } from './prompt.js';
import { verdictText } from './verdict.js';

/**
 * Click a word of a text, or a cell or a word of the figure. What is said of each word is in a `details` whose summary is that
 * word, or `other`; `right` marks the right ones.
 */
export class LessonPointElement extends LessonPrompt {
  /** Words of which one is clicked; without it, the figure is. */
  @property() text = '';
  /** In the figure: the step, by its path or its name. */
  @property() of = '';
  /** In the figure: the cell, by words or numbers from 0; a row by all but its last place. */
  @property() at = '';

  /** The cell that was chosen when the beat began. */
  private chosen: CellRef | undefined | null = null;

  protected override get usualKind(): PromptKind {
    return 'predict';
  }

  private optionFor(word: string | undefined): HTMLDetailsElement | undefined {
    const { details } = this;
    const named = details.find((one) => one.querySelector('summary')?.textContent.trim() === word);
    return named ?? details.find((one) => one.hasAttribute('other'));
  }

  protected override renderAnswer(t: Texts, answer: Answer | undefined): TemplateResult {
    // What the lesson asks for may not be there: that is said before anybody answers.
    if (!this.text && this.shown) cellNamed(this.shown.store, this.of, this.at);
    if (!this.text) return html`<p class="soft">${answer ? nothing : t.click}</p>`;
    return html`<div class="answer words" role="group" aria-labelledby="kind">
      ${wordsOf(this.text).map(({ shown, word }) => {
        const isChosen = answer?.given === word;
        return html`<button
          type="button"
          class="word${isChosen ? ` chosen ${answer!.verdict}` : ''}"
          aria-pressed=${isChosen}
          @click=${() => this.choose(word)}
        >
          ${shown}
        </button>`;
      })}
    </div>`;
  }

  private choose(word: string): void {
    this.settle(this.optionFor(word)?.hasAttribute('right') ? 'right' : 'wrong', word);
  }

  /** What is clicked in the figure is kept there. */
  protected override updated(): void {
    const { shown, chosen } = this;
    if (this.text || !shown?.isSettled) {
      this.chosen = null;
      return;
    }
    const { kept } = shown.store;
    if (chosen === null || kept === chosen) {
      this.chosen = kept;
      return;
    }
    this.chosen = kept;
    if (!kept || (this.answer && this.answer.verdict !== 'wrong')) return;
    const isRight = holds(parseCondition(`chosen(${this.of}, ${this.at})`), shown);
    this.settle(isRight ? 'right' : 'wrong');
  }

  protected override render(): TemplateResult {
    // Told when another cell is chosen.
    if (!this.text) void this.shown?.store.kept;
    return super.render();
  }

  protected override renderFeedback(t: Texts, answer: Answer): TemplateResult {
    return html`<p>${verdictText(t, answer.verdict)}</p>`;
  }

  protected override said({ verdict, given }: Answer): Element | undefined {
    if (this.text && verdict !== 'shown') return this.optionFor(given);
    const right = this.details.find((one) => one.hasAttribute('right'));
    if (verdict !== 'wrong') return right ?? this.details[0];
    return this.details.find((one) => one.hasAttribute('other'));
  }

  protected override show(): void {
    const { shown } = this;
    if (!this.text && shown) visit(shown.store, cellNamed(shown.store, this.of, this.at));
    const right = this.details.find((one) => one.hasAttribute('right'));
    this.settle('shown', right?.querySelector('summary')?.textContent.trim());
  }
}

define('lesson-point', LessonPointElement);

declare global {
  interface HTMLElementTagNameMap {
    'lesson-point': LessonPointElement;
  }
}
