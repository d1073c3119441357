import { css, html, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { define } from '../kit/element/define.js';
import { SignalElement } from '../kit/element/store-element.js';
import { base, tokens } from '../styles/index.js';
import { lessonAround } from './host.js';

/**
 * A switch of the figure: on, it lays settings over those of the beat; off, the beat's own are there again.
 *
 * @slot - what is switched on
 */
export class LessonSwitchElement extends SignalElement {
  static override styles = [
    tokens,
    base,
    css`
      :host {
        display: block;
        margin-block: 8px;
      }
      button {
        display: flex;
        align-items: center;
        gap: 8px;
        min-block-size: 40px;
        padding: 4px 12px;
        text-align: start;
      }
      i {
        flex: none;
        inline-size: 28px;
        block-size: 16px;
        border: 1px solid var(--ap-ink-soft);
        border-radius: 8px;
        background: radial-gradient(circle at 8px 50%, var(--ap-ink-soft) 5px, transparent 5.5px);
      }
      [aria-checked='true'] i {
        border-color: var(--ap-accent);
        background: radial-gradient(
          circle at 18px 50%,
          var(--ap-on-accent) 5px,
          var(--ap-accent) 5.5px
        );
      }
      @media print {
        :host {
          display: none;
        }
      }
      /* In Markdown it is a paragraph. */
      ::slotted(p) {
        margin: 0 !important;
      }
    `,
  ];

  /** The settings, as in an address. */
  @property() state = '';

  protected override render(): TemplateResult {
    const figure = lessonAround(this)?.figureFor(this);
    const isThere = figure?.isReadable ?? false;
    return html`<button
      type="button"
      role="switch"
      aria-checked=${isThere && figure!.isAs(this.state)}
      ?disabled=${!isThere}
      @click=${this.turn}
    >
      <i aria-hidden="true"></i><span><slot></slot></span>
    </button>`;
  }

  private readonly turn = (): void => {
    const lesson = lessonAround(this);
    const isOn = lesson?.figureFor(this)?.isAs(this.state) ?? false;
    lesson?.showState(this, isOn ? '' : this.state);
  };
}

define('lesson-switch', LessonSwitchElement);

declare global {
  interface HTMLElementTagNameMap {
    'lesson-switch': LessonSwitchElement;
  }
}
