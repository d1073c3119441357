import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { AttentionPlayground } from '../../engine/types/index.js';
import { fill } from '../../i18n/fill.js';
import { define } from '../../kit/element/define.js';
import { base } from '../../styles/index.js';
import { precise } from '../../trace/numbers.js';
import { panelStyles } from '../panel-styles.js';
import { barFor, barStyles } from './bars.js';
import { renderNumber, renderWrong } from './fields.js';
import { readNumber, type FieldError } from './settings.js';
import type { Texts } from './texts/en.js';

/** Four logits that can be checked by hand, and their softmax. */
export class ApExampleLogits extends LitElement {
  static override styles = [
    base,
    panelStyles,
    barStyles,
    css`
      ol {
        display: grid;
        gap: 6px 16px;
        margin: 0 0 12px;
        padding: 0;
        list-style: none;
        max-inline-size: 640px;
      }
      li {
        display: grid;
        grid-template-columns: 128px 1fr;
        gap: 16px;
        align-items: end;
      }
      label {
        display: grid;
        color: var(--ap-ink-soft);
        font-size: var(--ap-text-s);
      }
      input {
        inline-size: 100%;
        color: var(--ap-ink);
      }
    `,
  ];

  @property({ attribute: false }) engine?: AttentionPlayground;
  @property({ attribute: false }) t?: Texts;
  @state() private logits: readonly number[] = [39, 20, 31, 35];
  @state() private wrong: (FieldError & { at: number }) | undefined;

  protected override render(): TemplateResult | typeof nothing {
    const { engine, t, logits } = this;
    if (!engine || !t) return nothing;
    const { data } = engine.softmax({ shape: [logits.length], data: [...logits] });
    return html`<h2>${t.exampleTitle}</h2>
      <p>${t.exampleText}</p>
      <ol>
        ${logits.map((value, at) => {
          const wrong = this.wrong?.at === at ? this.wrong : undefined;
          const label = fill(t.exampleField, { n: at + 1 });
          const { style } = barFor(data[at]!, { low: 0, high: 1 });
          const change = (text: string): void => this.change(at, text);
          return html`<li>
            ${renderNumber({ name: 'weight', label, value, change }, wrong)}
            <div class="probability bar" .style=${style}>
              <span
                class="number"
                data-value=${data[at]!}
                aria-label=${fill(t.exampleValue, { n: at + 1, value: precise(data[at]!) })}
                role="img"
                >${precise(data[at]!)}</span
              >
            </div>
          </li>`;
        })}
      </ol>
      ${renderWrong({ ...t, weight: fill(t.exampleField, { n: (this.wrong?.at ?? 0) + 1 }) }, this.wrong, ['weight'])}
      <p class="soft">${t.exampleNote}</p>`;
  }

  private change(at: number, text: string): void {
    const read = readNumber('weight', text);
    this.wrong = read.wrong && { ...read.wrong, at };
    if (!read.wrong) this.logits = this.logits.map((old, i) => (i === at ? read.value : old));
  }
}

define('ap-example-logits', ApExampleLogits);

declare global {
  interface HTMLElementTagNameMap {
    'ap-example-logits': ApExampleLogits;
  }
}
