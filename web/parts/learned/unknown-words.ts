import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { Act } from '../../kit/fields/act.js';
import { fill } from '../../i18n/fill.js';
import type { Dictionary } from '../../i18n/index.js';
import { define } from '../../kit/element/define.js';
import type { KnownWords } from '../../learned/known-words.js';
import { base } from '../../styles/index.js';

/** So many words are offered for one that is not known. */
const OFFERED = 6;

/** A word that a trained model does not know. */
export interface UnknownWord {
  word: string;
  known: KnownWords;
  /** Takes a known one in its place. */
  take(known: string): Act;
}

/** Each word of a sentence that the trained model does not know, with known ones to take in its place. */
export class ApUnknownWords extends LitElement {
  static override styles = [
    base,
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
      select {
        max-inline-size: 12em;
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
      ${this.words.map((one) => renderWord(one, t))}
      <li><button type="button" @click=${this.random}>${t.randomInstead}</button></li>
    </ul>`;
  }
}

function renderWord({ word, known, take }: UnknownWord, t: Dictionary['models']): TemplateResult {
  const unknown = fill(t.unknown, { word });
  return html`<li>
    <span>${unknown}</span>
    <span>${t.instead}</span>
    ${known
      .near(word, OFFERED)
      .map((near) => html`<button type="button" @click=${() => take(near)}>${near}</button>`)}
    <select
      aria-label=${unknown}
      @change=${({ target }: Event) => take((target as HTMLSelectElement).value)}
    >
      <option>${fill(t.allWords, { n: known.list.length })}</option>
      ${known.list.map((one) => html`<option value=${one}>${one}</option>`)}
    </select>
  </li>`;
}

define('ap-unknown-words', ApUnknownWords);

declare global {
  interface HTMLElementTagNameMap {
    'ap-unknown-words': ApUnknownWords;
  }
}
