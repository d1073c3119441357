import { css, html, type nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { define } from '../kit/element/define.js';
import { SignalElement } from '../kit/element/store-element.js';
import { LateScript } from '../kit/loading/late-script.js';
import { tokens } from '../styles/index.js';
import { lessonAround } from './host.js';
import { stepNamed } from './marking/place.js';

/**
 * The lines of PyTorch, or NumPy, that a lesson has earned, of the figure as it is; they are copied and saved as a program that
 * runs.
 *
 * @slot - the lines, where the page's build has written them
 */
export class LessonProgramElement extends SignalElement {
  static override styles = [
    tokens,
    css`
      :host {
        display: block;
        margin-block: 16px;
      }
    `,
  ];

  /** The step whose line is marked, by its path or its name. */
  @property() until = '';
  /** That line alone, without those around it. */
  @property({ type: Boolean }) alone = false;

  private readonly program = new LateScript(this, {
    name: 'program',
    load: () => import('../parts/program/program.js'),
    take: ({ ApProgram }) => ApProgram,
  });

  protected override render(): TemplateResult | typeof nothing {
    const lesson = lessonAround(this);
    const figure = lesson?.figureFor(this);
    if (!lesson || !figure?.isThere) return html`<slot></slot>`;
    const { store } = figure;
    this.program.need();
    return this.program.render(
      lesson.language,
      () =>
        html`<ap-program
          .store=${store}
          .path=${stepNamed(store, this.until).path}
          .alone=${this.alone}
        ></ap-program>`,
    );
  }
}

define('lesson-program', LessonProgramElement);

declare global {
  interface HTMLElementTagNameMap {
    'lesson-program': LessonProgramElement;
  }
}
