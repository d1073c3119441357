import { html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { fill } from '../../i18n/fill.js';
import { define } from '../../kit/element/define.js';
import { stepTitle } from '../../trace/names.js';
import { exact } from '../../trace/numbers.js';
import type { TraceStore } from '../../trace/store.js';
import { numberText } from '../answer-text.js';
import type { LessonFigure } from '../figure.js';
import { mistakeOf, type Mistake } from '../marking/mistakes.js';
import { isNear, typedNumber } from '../marking/numbers.js';
import {
  cellNamed,
  countsOf,
  isCounted,
  stepsNamed,
  valueAt,
  type Counted,
} from '../marking/place.js';
import type { Answer } from '../progress.js';
import type { Texts } from '../texts/en.js';
import { countText } from '../value-text.js';
import { LessonFields, type Field } from './fields.js';
import { verdictText } from './verdict.js';

/**
 * Type one number, which is compared with a recorded cell; a wrong one opens its arithmetic where it parts from the right one. Or
 * how many numbers some steps have.
 */
export class LessonNumberElement extends LessonFields {
  /** The step, by its path or its name; several with spaces between where their numbers are counted. */
  @property() of = '';
  /** The cell, by words or numbers from 0: `it, dog`. */
  @property() at = '';
  /** How far off is right; by default 0.01, and nothing where the number is whole. */
  @property({ type: Number }) within: number | null = null;
  /** `percent` asks for per cent, `count` for how many numbers the steps have, `multiply-adds` for how many they took. */
  @property() as = '';

  private get counts(): Counted | undefined {
    return isCounted(this.as) ? this.as : undefined;
  }

  private get isPercent(): boolean {
    return this.as === 'percent';
  }

  /** What was typed, as the number of the cell. */
  private typed(text = ''): number {
    // Thousands may be set apart.
    const number = typedNumber(this.counts ? text.replace(/(?<=\d)[,，\s](?=\d)/g, '') : text);
    return this.isPercent && !text.normalize('NFKC').includes('%') ? number / 100 : number;
  }

  protected override fieldsOf(store: TraceStore | undefined, t: Texts): readonly Field[] {
    if (store && this.counts) countsOf(store, this.of, this.counts);
    else if (store) cellNamed(store, this.of, this.at);
    return [{ label: t.number + (this.isPercent ? ' (%)' : ''), size: 8 }];
  }

  protected override refusalOf(text: string, t: Texts): string | undefined {
    return Number.isNaN(this.typed(text)) ? fill(t.noNumber, { text }) : undefined;
  }

  protected override marksOf(store: TraceStore, [text]: readonly string[]): readonly boolean[] {
    const typed = this.typed(text);
    if (this.counts) return [countsOf(store, this.of, this.counts).all === typed];
    const value = valueAt(store, cellNamed(store, this.of, this.at));
    return [isNear(value, typed, this.within ?? undefined)];
  }

  protected override rightTextsOf(store: TraceStore): readonly string[] {
    return [numberText(store, this.of, this.at, this.as)];
  }

  /** Where a wrong number parts from the right one. */
  protected override lookAt(shown: LessonFigure, wrongAt?: number, text?: string): void {
    if (this.counts) return;
    const { path, index } = cellNamed(shown.store, this.of, this.at);
    const mistake = wrongAt === undefined ? undefined : this.mistakeIn(shown.store, text);
    shown.visit({ path, index }, mistake?.cell);
  }

  private mistakeIn(store: TraceStore, text: string | undefined): Mistake | undefined {
    const { step, index } = cellNamed(store, this.of, this.at);
    return mistakeOf(store, step, index, this.typed(text), this.within ?? undefined);
  }

  protected override renderSaid(t: Texts, store: TraceStore, answer: Answer): TemplateResult {
    if (this.counts) return this.renderCount(t, store, answer, this.counts);
    const verdict = verdictText(t, answer.verdict);
    if (answer.verdict === 'wrong') {
      const mistake = this.mistakeIn(store, answer.given);
      const said = mistake ? mistakeText(t, store, mistake) : nothing;
      return html`<p>${verdict} ${said} ${t.seeProof}</p>`;
    }
    const value = valueAt(store, cellNamed(store, this.of, this.at));
    const short = numberText(store, this.of, this.at, this.as);
    const isExact = Number.isInteger(value);
    return html`<p>
      ${verdict} ${fill(t.answer, { value: short })}
      ${isExact ? nothing : html`<span class="soft">${fill(t.exactly, { value: exact(value) })}</span>`}
    </p>`;
  }

  private renderCount(
    t: Texts,
    store: TraceStore,
    answer: Answer,
    counts: Counted,
  ): TemplateResult {
    const { all, each } = countsOf(store, this.of, counts);
    const verdict = verdictText(t, answer.verdict);
    if (answer.verdict !== 'wrong') {
      return html`<p>${verdict} ${fill(t.answer, { value: countText(all) })}</p>`;
    }
    const part = each.indexOf(this.typed(answer.given));
    const step = stepsNamed(store, this.of)[part];
    return html`<p>
      ${verdict} ${step ? fill(t.mistakes.onePart, { step: stepTitle(store, step) }) : nothing}
    </p>`;
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
