import { html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
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
import { LessonFields, type Field } from './fields.js';
import { verdictText } from './verdict.js';

/** Type the shape of a step, or of several, or its strides; each is compared with the recorded one, axis by axis. */
export class LessonShapeElement extends LessonFields {
  /** The step, or several with spaces between, by paths or names. */
  @property() of = '';
  /** `strides` asks for the strides. */
  @property() as = '';

  private get asked(): Asked {
    return this.as === 'strides' ? 'strides' : 'shape';
  }

  protected override fieldsOf(store: TraceStore | undefined, t: Texts): readonly Field[] {
    if (!store) return [];
    const steps = stepsNamed(store, this.of);
    if (steps.length > 1) return steps.map((step) => ({ label: stepTitle(store, step), size: 14 }));
    const hint = this.asked === 'shape' ? t.shapeHint : t.stridesHint;
    return [{ label: t[this.asked], size: 14, hint }];
  }

  protected override refusalOf(text: string, t: Texts): string | undefined {
    return typedShape(text) ? undefined : fill(t.noShape, { text });
  }

  protected override marksOf(store: TraceStore, texts: readonly string[]): readonly boolean[] {
    return stepsNamed(store, this.of).map((step, i) => this.mark(step, texts[i]).isRight);
  }

  protected override rightTextsOf(store: TraceStore): readonly string[] {
    return stepsNamed(store, this.of).map((step) => step[this.asked].join(', '));
  }

  private mark(step: Step, text = ''): ShapeVerdict {
    return markShape(step, typedShape(text) ?? [], this.asked);
  }

  protected override renderSaid(t: Texts, store: TraceStore, answer: Answer): TemplateResult {
    const { asked } = this;
    const verdict = verdictText(t, answer.verdict);
    const steps = stepsNamed(store, this.of);
    if (answer.verdict !== 'wrong') {
      // Those of several stand in their fields.
      const said = steps.length === 1 ? shapesText(store, this.of, asked, t) : nothing;
      return html`<p>${verdict} ${said}</p>`;
    }
    const texts = this.textsOf(answer);
    const at = Math.max(0, this.marksOf(store, texts).indexOf(false));
    const step = steps[at]!;
    const { mistake = 'size', axis = 0 } = this.mark(step, texts[at]);
    const { axes } = store.t;
    const names = axisNames(step).map((name) => (name ? axes[name] : ''));
    const words = { n: step[asked].length, names: names.join(', '), name: names[axis] ?? '' };
    const place = steps.length === 1 ? '' : stepTitle(store, step) + store.t.proof.colon;
    return html`<p>${verdict} ${place}${fill(t.shapeMistakes[mistake], words)}</p>`;
  }
}

define('lesson-shape', LessonShapeElement);

declare global {
  interface HTMLElementTagNameMap {
    'lesson-shape': LessonShapeElement;
  }
}
