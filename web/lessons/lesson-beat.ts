import { css, html, LitElement, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { define } from '../kit/element/define.js';

/**
 * One idea of a lesson: a few sentences, and at most one prompt. Its `id` is what links lead to, and what the learner's progress
 * remembers.
 *
 * @slot - sentences and at most one prompt
 */
export class LessonBeatElement extends LitElement {
  static override styles = css`
    :host {
      display: block;
      outline: none;
    }
    @media not print {
      :host([hidden]) {
        display: none;
      }
    }
  `;

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

  protected override render(): TemplateResult {
    return html`<slot></slot>`;
  }
}

define('lesson-beat', LessonBeatElement);

declare global {
  interface HTMLElementTagNameMap {
    'lesson-beat': LessonBeatElement;
  }
}
