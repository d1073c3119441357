import { css, html, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { define } from '../kit/element/define.js';
import { SignalElement } from '../kit/element/store-element.js';
import { visit } from '../trace/visit.js';
import { lessonAround } from './host.js';
import { ifThere, LessonError } from './marking/error.js';
import { cellNamed, COUNTED } from './marking/place.js';
import { askedText } from './value-text.js';

/**
 * A number of the engine in a sentence: that of the figure as the beat shows it. A press shows in the figure where it comes
 * from.
 *
 * @slot - the number, where the page's build has written it
 */
export class LessonValueElement extends SignalElement {
  static override styles = css`
    /* Text, and no button: a line does not break between it and the sign behind it. */
    span {
      border-block-end: 1px dotted currentcolor;
      font-variant-numeric: tabular-nums;
      cursor: pointer;
    }
    span:focus-visible {
      outline: 2px solid var(--ap-accent, currentcolor);
      outline-offset: 2px;
    }
  `;

  /** The step, by its path or its name; several with spaces between where their numbers are counted. */
  @property() of = '';
  /** The cell, by words or numbers from 0. */
  @property() at = '';
  /**
   * `percent` writes it in per cent, `exact` with all its digits; `sum` and `columnsum` are those of the row or column `at`;
   * `count` says how many numbers the steps have, `multiply-adds` how many of these they took.
   */
  @property() as = '';
  @property({ type: Number }) decimals = 2;

  private text = '';

  protected override render(): TemplateResult {
    this.text = this.read() ?? this.text;
    const text = this.text || html`<slot></slot>`;
    if (NO_CELL.includes(this.as)) return html`${text}`;
    return html`<span role="button" tabindex="0" @click=${this.open} @keydown=${this.onKey}
      >${text}</span
    >`;
  }

  /**
   * Once the figure shows what the beat asks for; later changes of it are the learner's, but what is said of an answer is said
   * of the figure as it is then.
   */
  private read(): string | undefined {
    const lesson = lessonAround(this);
    const figure = lesson?.figureFor(this);
    const isSaid = this.closest('details') !== null;
    if (!lesson || !figure?.isThere || !figure.isSettled || (this.text && !isSaid))
      return undefined;
    try {
      return askedText(figure.store, this);
    } catch (error) {
      if (!(error instanceof LessonError)) throw error;
      // A learner has typed another sentence: what was said stays. Where nothing was, the lesson itself is wrong.
      return this.text || this.textContent.trim() ? undefined : error.in(lesson.language);
    }
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    this.open();
  };

  private readonly open = (): void => {
    const figure = lessonAround(this)?.figureFor(this);
    if (!figure?.isThere) return;
    const cell = ifThere(() => cellNamed(figure.store, this.of, this.at));
    if (cell) visit(figure.store, cell);
  };
}

/** What is no number of one cell, so that none is shown for it. */
const NO_CELL: readonly string[] = ['sum', 'columnsum', ...COUNTED];

define('lesson-value', LessonValueElement);

declare global {
  interface HTMLElementTagNameMap {
    'lesson-value': LessonValueElement;
  }
}
