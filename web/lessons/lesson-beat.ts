import { css, html, LitElement, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { define } from '../kit/element/define.js';

/**
 * One idea of a lesson: a few sentences, and at most one prompt. Its `id` is what links lead to, and what the learner's progress
 * remembers.
 *
 * @slot - sentences and at most one prompt
 * @slot picture - its figure as a picture, where the page's build has drawn it: on paper, and with all beats in sight
 */
export class LessonBeatElement extends LitElement {
  static override styles = css`
    :host {
      display: block;
      outline: none;
    }
    @media not print {
      :host([hidden]),
      :host(:not([pictured])) slot[name='picture'] {
        display: none;
      }
    }
    @media print {
      :host {
        break-inside: avoid;
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
  /** Its picture is shown, too: the lesson sets it. */
  @property({ type: Boolean }) pictured = false;
  /** The figure stays as the learner has made it. */
  @property({ type: Boolean }) keep = false;

  override connectedCallback(): void {
    super.connectedCallback();
    this.tabIndex = -1;
  }

  protected override render(): TemplateResult {
    return html`<slot name="picture"></slot><slot></slot>`;
  }
}

define('lesson-beat', LessonBeatElement);

declare global {
  interface HTMLElementTagNameMap {
    'lesson-beat': LessonBeatElement;
  }
}
