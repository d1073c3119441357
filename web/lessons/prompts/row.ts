import { html, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { fill } from '../../i18n/fill.js';
import { define } from '../../kit/element/define.js';
import { told } from '../../trace/numbers.js';
import type { TraceStore } from '../../trace/store.js';
import { rowText } from '../answer-text.js';
import type { LessonFigure } from '../figure.js';
import { isNear, typedNumber } from '../marking/numbers.js';
import { rowNamed } from '../marking/place.js';
import type { Answer } from '../progress.js';
import type { Texts } from '../texts/en.js';
import { LessonFields, type Field } from './fields.js';
import { verdictText } from './verdict.js';

/** Type a whole row, which is compared with a recorded one, cell by cell. */
export class LessonRowElement extends LessonFields {
  /** The step, by its path or its name. */
  @property() of = '';
  /** The row, by a word or a number from 0: `good`. */
  @property() at = '';
  /** How far off is right; by default 0.01, and nothing where a number is whole. */
  @property({ type: Number }) within: number | null = null;

  protected override fieldsOf(store: TraceStore | undefined): readonly Field[] {
    if (!store) return [];
    const { values, words } = rowNamed(store, this.of, this.at);
    return values.map((_, i) => ({ label: words?.[i] ?? String(i), size: 4 }));
  }

  protected override refusalOf(text: string, t: Texts): string | undefined {
    return Number.isNaN(typedNumber(text)) ? fill(t.noNumber, { text }) : undefined;
  }

  protected override marksOf(store: TraceStore, texts: readonly string[]): readonly boolean[] {
    const { values } = rowNamed(store, this.of, this.at);
    const typed = texts.map(typedNumber);
    return values.map((value, i) => isNear(value, typed[i] ?? NaN, this.within ?? undefined));
  }

  protected override rightTextsOf(store: TraceStore): readonly string[] {
    const { values } = rowNamed(store, this.of, this.at);
    return values.map((value) => told(value, store.state.decimals));
  }

  protected override lookAt(shown: LessonFigure, wrongAt?: number): void {
    const { step, index } = rowNamed(shown.store, this.of, this.at);
    const cell = wrongAt === undefined ? index : [...index.slice(0, -1), wrongAt];
    shown.visit({ path: step.path, index: cell });
  }

  protected override renderSaid(t: Texts, store: TraceStore, answer: Answer): TemplateResult {
    const verdict = verdictText(t, answer.verdict);
    if (answer.verdict === 'wrong') return html`<p>${verdict} ${t.seeProof}</p>`;
    const values = rowText(store, this.of, this.at);
    return html`<p>${verdict} ${fill(t.rowAnswer, { values })}</p>`;
  }
}

define('lesson-row', LessonRowElement);

declare global {
  interface HTMLElementTagNameMap {
    'lesson-row': LessonRowElement;
  }
}
