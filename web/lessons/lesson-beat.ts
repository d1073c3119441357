import { ReactiveElement } from 'lit';
import { property } from 'lit/decorators.js';
import { define } from '../kit/element/define.js';

/**
 * One idea of a lesson: a few sentences, and at most one prompt. Its `id` is what links lead to, and what the learner's progress
 * remembers. It has the focus when a learner comes to it, and no shadow root: Tab passes over all that is in one whose host is focused
 * by scripts alone.
 */
export class LessonBeatElement extends ReactiveElement {
  /** Settings of the figure as in an address, over its own and those of the beats before; they stay for the next ones. */
  @property() state = '';
  /** The id of the figure that is shown, where a lesson has several; `none` for no figure; by default the first. */
  @property() figure = '';
  /** The figure's attribute of this name during this beat. */
  @property() show: string | null = null;
  /** The figure's attribute of this name during this beat. */
  @property() hide: string | null = null;
  /** The figure stays as the learner has made it. */
  @property({ type: Boolean }) keep = false;

  override connectedCallback(): void {
    super.connectedCallback();
    this.tabIndex = -1;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}

define('lesson-beat', LessonBeatElement);

declare global {
  interface HTMLElementTagNameMap {
    'lesson-beat': LessonBeatElement;
  }
}
