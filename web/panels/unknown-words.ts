import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { Act } from '../kit/fields/act.js';
import { fill } from '../i18n/fill.js';
import type { Dictionary } from '../i18n/index.js';
import { define } from '../kit/element/define.js';
import { offeredStyles, renderOffered, type UnknownWord } from '../parts/learned/offered-words.js';
import { base } from '../styles/index.js';

/** Each word of a sentence that the trained model does not know, with known ones to take in its place. */
export class ApUnknownWords extends LitElement {
  static override styles = [
    base,
    offeredStyles,
    css`
      ul {
        display: grid;
        gap: 6px;
        margin: 0;
        padding: 8px var(--ap-gap);
        border-block-end: 1px solid var(--ap-line);
        font-size: var(--ap-text-s);
        list-style: none;
      }
      li {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 4px 8px;
      }
      details[open] {
        flex-basis: 100%;
      }
    `,
  ];

  @property({ attribute: false }) words: readonly UnknownWord[] = [];
  /** Takes random parameters instead. */
  @property({ attribute: false }) random?: () => Act;
  @property({ attribute: false }) texts!: Dictionary['models'];

  protected override render(): TemplateResult | typeof nothing {
    if (this.words.length === 0) return nothing;
    const t = this.texts;
    return html`<ul>
      ${this.words.map(
        (one) =>
          html`<li>
            <span>${fill(t.unknown, { word: one.word })} ${t.instead}</span>
            ${renderOffered(one, t.allWords)}
          </li>`,
      )}
      <li><button type="button" @click=${this.random}>${t.randomInstead}</button></li>
    </ul>`;
  }
}

define('ap-unknown-words', ApUnknownWords);

declare global {
  interface HTMLElementTagNameMap {
    'ap-unknown-words': ApUnknownWords;
  }
}
